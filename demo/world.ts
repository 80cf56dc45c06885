/** Fills an empty store with the demo world: the same people, profiles and letters every time. */
import { dayMs } from "../kv/store/days.ts";
import { hashPassword } from "../kv/accounts/signing_in/passwords.ts";
import { addUser, lady, newUser, type User, userByEmail } from "../kv/accounts/users.ts";
import { post } from "../kv/credits/ledger/ledger.ts";
import { signUpBonusCredits } from "../kv/credits/prices/prices.ts";
import { countryByIso } from "../kv/ladies/countries.ts";
import { keepFavourite } from "../kv/ladies/favourites.ts";
import type { LadyRecord } from "../kv/ladies/record.ts";
import { noteVisit } from "../kv/ladies/visits.ts";
import { openLetter } from "../kv/letters/opening.ts";
import { sendLetter } from "../kv/letters/sending.ts";
import { finishTranslation } from "../kv/letters/translating/translation_ends.ts";
import { claimTranslation } from "../kv/letters/translating/translations.ts";
import type { Store } from "../kv/open.ts";
import { keys } from "../kv/store/keys.ts";
import { characters } from "./companions/lines.ts";
import { addHistory } from "./history.ts";
import { demoCities, demoLadies, type DemoLady } from "./ladies/ladies.ts";
import { demoLetters } from "./letters.ts";
import { addDemoPayment, addDemoPromo } from "./payments.ts";
import { addMenProfiles } from "./men.ts";
import { demoPassword, demoPeople, emailOf } from "./people.ts";
import { mainPhoto, photosOfLady } from "./photos.ts";
import { addDemoPromotion } from "./promotions.ts";
import { addTranslatedProfiles } from "./translated_profiles.ts";
import { introduceTranslator } from "./translators.ts";
import { addAgency, addVerifications } from "./verified.ts";
import { addWaiting } from "./waiting.ts";
import { seedWritings } from "./writings/writings.ts";

/** Does nothing where the world exists already. */
export async function seedDemoWorld(store: Store): Promise<void> {
  if (!await userByEmail(store, emailOf("translator"))) {
    const passwordHash = await hashPassword(demoPassword);
    await addLadies(store, passwordHash);
    const ids = await addPeople(store, passwordHash);
    await addMenProfiles(store, ids);
    await addVerifications(store, demoLadies.map(({ key }) => key), ids.get("admin")!);
    await addAgency(store, ids.get("agency")!);
    await addHistory(store, quietLadyIds(ids), passwordHash, (atMs) => at(store, atMs));
    await introduceTranslator(store, ids.get("translator")!);
    await addLetters(store, ids);
    await addVisits(store, ids);
    await addFavourites(store, ids);
    await addTranslatedProfiles(ids, (daysAgo) => at(store, store.now() - daysAgo * dayMs));
    await addDemoPromotion(at(store, store.now() - 14 * dayMs), ids.get("admin")!);
    await addWaiting(store, ids, (atMs) => at(store, atMs));
  }
  await addDemoPromo(store);
  await seedWritings(store);
}

async function addLadies(store: Store, passwordHash: string): Promise<void> {
  const firstId = await store.ids.reserveRange("user", demoLadies.length);
  for (const [position, demo] of demoLadies.entries()) {
    const op = store.kv.atomic();
    const record = recordOf(demo, firstId + position, position, store.now());
    addUser(op, accountOf(store, record, demo), passwordHash);
    op.set(keys.lady(record.id), record);
    if (!(await op.commit()).ok) throw new Error(`the demo's ${demo.key} exists already`);
    store.ladies.put(record);
  }
}

/** The first twelve are new; the others joined over the last two years. */
function recordOf(demo: DemoLady, id: number, position: number, nowMs: number): LadyRecord {
  const { key, country, city, words: { uk, ...words }, ...facts } = demo;
  const daysAgo = position < 12 ? 2 + position * 2 : 31 + position * 11;
  const cityWords = demoCities[city];
  if (!cityWords) throw new Error(`no city ${city}`);
  return {
    ...facts,
    id,
    countryId: countryByIso(country)!.id,
    ...uk ?? words.en,
    city: cityWords.en,
    // What she wrote in Ukrainian the translator has translated (translated_profiles.ts).
    localized: uk ? {} : {
      "zh-Hant": { ...words["zh-Hant"], city: cityWords["zh-Hant"] },
      "zh-Hans": { ...words["zh-Hans"], city: cityWords["zh-Hans"] },
    },
    photos: photosOfLady(key),
    isPublished: true,
    firstTimeActivatedAt: nowMs - daysAgo * dayMs,
    votes: (position * 37) % 211,
    votesBefore: (position * 37) % 211,
  };
}

function accountOf(store: Store, record: LadyRecord, { key, words }: DemoLady): User {
  return newUser({
    id: record.id,
    groupId: lady,
    email: emailOf(key),
    firstname: record.firstname,
    birthdate: record.birthdate,
    countryId: record.countryId,
    city: record.city,
    createdAt: record.firstTimeActivatedAt ?? store.now(),
    confirmedAt: record.firstTimeActivatedAt ?? store.now(),
    readsLanguages: words.uk ? ["uk", "ru"] : key === "daria" ? ["ru"] : ["en", "ru"],
    readingLanguage: words.uk ? "uk" : "ru",
  });
}

async function addPeople(store: Store, passwordHash: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const person of demoPeople) {
    const { key, countryIso, hasPortrait, ...account } = person;
    const id = await store.ids.next("user");
    const joinedAt = store.now() - 90 * dayMs;
    const photo = hasPortrait ? mainPhoto(key) : null;
    const op = store.kv.atomic();
    const user = newUser({
      ...account,
      id,
      email: emailOf(key),
      countryId: countryByIso(countryIso)!.id,
      photo: photo && { ...photo, sizes: { ...photo.sizes } },
      createdAt: joinedAt,
      confirmedAt: joinedAt,
    });
    addUser(op, user, passwordHash);
    await op.commit();
    ids.set(key, id);
  }
  for (const { key } of demoLadies) ids.set(key, (await userByEmail(store, emailOf(key)))!.id);
  return ids;
}

/** Some ladies who appear neither in the demo's letters nor among the companions. */
function quietLadyIds(ids: Map<string, number>): number[] {
  const told = new Set([...demoLetters.flatMap(({ from, to }) => [from, to]), ...characters.map(({ key }) => key)]);
  return demoLadies.filter(({ key }, position) => position % 3 === 0 && !told.has(key)).map(({ key }) => ids.get(key)!);
}

/** What each man has paid; with the letters below James and Wei keep 200 credits each, and Paul none. */
const paidPackages: Record<string, string[]> = {
  james: ["Rational", "Economy"],
  wei: ["Rational", "Basic", "Basic"],
};

async function addLetters(store: Store, ids: Map<string, number>): Promise<void> {
  const today = store.now();
  for (const [person, [key, paid]] of Object.entries(paidPackages).entries()) {
    const manId = ids.get(key)!;
    const bonus = { operation: "sign_up_bonus", deltaCredits: signUpBonusCredits, reference: {} } as const;
    await post(daysBefore(store, 62, person), { manId, ...bonus, idempotencyKey: "sign-up-bonus" });
    for (const [position, rateName] of paid.entries()) {
      const then = daysBefore(store, 60 - 9 * position, 3 * person + position + 1);
      await addDemoPayment(then, manId, rateName, position);
    }
  }
  const inOrder = demoLetters.toSorted((one, other) => other.daysAgo - one.daysAgo);
  for (const [position, letter] of inOrder.entries()) {
    const then = daysBefore(store, letter.daysAgo, position);
    const [authorId, recipientId] = [ids.get(letter.from)!, ids.get(letter.to)!];
    const sendKey = `demo-letter-${position}`;
    const { body, translate } = letter;
    const sent = await sendLetter(then, { authorId, recipientId, body, translate, sendKey });
    if (!sent.ok) throw new Error(`demo letter ${position}: ${sent.reason}`);
    if (letter.translation) {
      const halfADayLater = at(store, then.now() + dayMs / 2);
      await translateLetter(halfADayLater, ids.get("translator")!, sent.letter.id, letter.translation);
    }
    const isWaiting = sent.letter.deliveredAt === null && !letter.translation;
    const isRead = !isWaiting && (letter.isOpened || sent.letter.author === "man");
    if (isRead) await openLetter(at(store, today - (letter.daysAgo - 0.98) * dayMs), recipientId, sent.letter.id, true);
  }
}

/** The demo's translator takes a letter and finishes it in one moment. */
async function translateLetter(then: Store, translatorId: number, letterId: number, words: string): Promise<void> {
  await claimTranslation(then, translatorId, letterId);
  const finished = await finishTranslation(then, translatorId, letterId, words.split("\n\n"));
  if (!finished.ok) throw new Error(`the translation of demo letter ${letterId}: ${finished.reason}`);
}

/** Who looked at whose profile, so that ladies have somebody to write to. */
async function addVisits(store: Store, ids: Map<string, number>): Promise<void> {
  const visits = [["poor", "olena", 2], ["poor", "daria", 1], ["wei", "daria", 5], ["wei", "halyna", 1]] as const;
  for (const [position, [manKey, ladyKey, daysAgo]] of visits.entries()) {
    await noteVisit(daysBefore(store, daysAgo, position + 1), ids.get(manKey)!, ids.get(ladyKey)!);
  }
}

/** The favourites of the men: Wei's are new to his ladies, James keeps two with whom he corresponds already. */
async function addFavourites(store: Store, ids: Map<string, number>): Promise<void> {
  const kept = [["james", "olena", 40], ["james", "daria", 9], ["wei", "ioana", 3], ["wei", "olena", 1]] as const;
  for (const [position, [manKey, ladyKey, daysAgo]] of kept.entries()) {
    await keepFavourite(daysBefore(store, daysAgo, position + 2), ids.get(manKey)!, ids.get(ladyKey)!);
  }
}

/** The same store some days ago, by `position` up to nine hours earlier: nobody does everything at the same hour. */
const daysBefore = (store: Store, daysAgo: number, position: number): Store =>
  at(store, store.now() - daysAgo * dayMs - (daysAgo < 1 ? 0 : (position * 137 % 560) * 60_000));

/** The same store at another moment. */
const at = (store: Store, atMs: number): Store => ({ ...store, now: () => atMs });
