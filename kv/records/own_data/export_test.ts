/** What an export tells: all that is somebody's own, and nothing that was never hers or his to read. */
import { expect } from "expect";
import { agency, type User, userById } from "../../accounts/users.ts";
import { raiseDelayMs, setSpendingLimit } from "../../credits/ledger/spending_limit.ts";
import { askProfileChange } from "../../ladies/profile/profile_changes.ts";
import { changeFirstName } from "../../ladies/profile/first_names.ts";
import { keepFavourite } from "../../ladies/favourites.ts";
import { noteVisit } from "../../ladies/visits.ts";
import { setAcceptsIntroductions, setIntroductionsMuted } from "../../letters/introductions.ts";
import { openLetter } from "../../letters/opening.ts";
import { askForTranslation } from "../../letters/translating/asked_translations.ts";
import { setBlocked } from "../../safety/blocks.ts";
import { keys } from "../../store/keys.ts";
import { openChat } from "../../testing/chats.ts";
import { begunPayment, disputedPayment, paidInFull, say } from "../../testing/payments.ts";
import { pictureFacts } from "../../testing/photos.ts";
import {
  createMan,
  createPeople,
  createUser,
  testPasswordHash,
  type TestStore,
  testStore,
} from "../../testing/store.ts";
import { createTranslationWorld, send } from "../../testing/translators.ts";
import { decide } from "../../vetting/approval_decisions.ts";
import { approvalOf } from "../../vetting/approvals.ts";
import { addPhoto } from "../../vetting/photo_changes.ts";
import { exportJson } from "./export.ts";
import { type ExportSection, exportSections } from "./row.ts";
import { ownData } from "./table.ts";
import { wordsOf } from "./testing/cast.ts";
import { fullLives } from "./testing/full_lives.ts";
import { writeAsJames } from "./testing/messages.ts";

type Exported = Record<ExportSection, Record<string, unknown>[]> & { userId: number };

async function exported(store: TestStore, { id }: User): Promise<{ text: string; data: Exported }> {
  const pieces = await Array.fromAsync(exportJson(store, (await userById(store, id))!));
  const text = pieces.join("");
  return { text, data: JSON.parse(text) as Exported };
}

/** Words of theirs that no export tells: the translators' notes, and addresses of devices. */
const untold = ["Term-of-Periwinkle", "https://push.example/ambrose-device", "a begun translation of beeswax"];

Deno.test("an export tells all that its person has said, and of every kind of record", async () => {
  using store = await testStore();
  const { him, her, wei, olena } = await fullLives(store);
  const told = new Set<string>();
  for (const [person, words] of [[him, wordsOf.man], [her, wordsOf.lady]] as const) {
    const { text, data } = await exported(store, person);
    expect(words.filter((word) => !text.includes(word) && !untold.includes(word))).toEqual([]);
    expect(data.userId).toBe(person.id);
    for (const name of exportSections) if (data[name].length > 0) told.add(name);
  }
  for (const person of [wei, olena]) {
    const { data } = await exported(store, person);
    for (const name of exportSections) if (data[name].length > 0) told.add(name);
  }
  expect(exportSections.filter((name) => !told.has(name))).toEqual([]);
  const wanted = Object.values(ownData).flatMap(({ exported }) => typeof exported === "string" ? [exported] : []);
  expect(new Set(wanted)).toEqual(new Set(exportSections));
});

Deno.test("an export holds no word of a sealed letter or of one that has not come, no secret, nobody's surname", async () => {
  using store = await testStore();
  const { him, her, wei } = await fullLives(store);
  const { text, data } = await exported(store, wei);
  expect(text).toContain("her paid letter of cherry stones");
  expect(text).not.toContain("her sealed letter of storks");
  expect(data.letters.filter(({ isSealed }) => isSealed)).toMatchObject([{
    body: null,
    pictures: [],
    from: "the other",
  }]);
  expect(text).toContain("Yaroslavna");
  expect(text).not.toContain("Kovalenchukova");
  expect(text).not.toContain(her.email);
  expect(data.letters.find(({ body }) => String(body).includes("poppies"))).toMatchObject({
    with: { id: her.id, firstname: "Yaroslavna" },
    from: "the other",
    pictures: [{ file: expect.stringMatching(/^pictures\/letter-.*\.webp$/) }],
  });
  const his = await exported(store, him);
  expect(his.text).not.toContain("A letter of hers that waits");
  const secrets = [testPasswordHash];
  for await (const { key } of store.kv.list({ prefix: ["session"] })) secrets.push(String(key[1]));
  expect(secrets.length).toBeGreaterThan(1);
  expect(secrets.filter((secret) => his.text.includes(secret))).toEqual([]);
});

Deno.test("an export tells what money came otherwise than he had ordered", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const payment = await begunPayment(store, james.id);
  const at = new Date(store.now()).toISOString();
  await say(store, payment, { kind: "paid", amountCents: 3100, currency: "USD", moneyId: "pi_1" });
  const { data } = await exported(store, james);
  expect(data.payments).toMatchObject([{ cameInstead: [{ at, amountCents: 3100, currency: "USD" }] }]);
  await say(store, payment, { kind: "refunded", refundedCents: 1100, currency: "USD", moneyId: "pi_1" });
  const later = await exported(store, james);
  expect(later.data.payments).toMatchObject([{ cameInstead: [{ amountCents: 3100, refundedCents: 1100 }] }]);
  await say(store, payment, paidInFull(payment));
  await say(store, payment, { kind: "paid", amountCents: 2850, currency: "EUR", moneyId: "pi_2" });
  await say(store, payment, { kind: "refunded", refundedCents: 500, currency: "EUR", moneyId: "pi_3" });
  expect((await exported(store, james)).data.payments).toMatchObject([{
    cameInstead: [{}, { amountCents: 2850, isSecond: true }, { refundedCents: 500, isUnheard: true }],
  }]);
});

Deno.test("an export tells a rise of his daily limit that waits, and what his bank asked back", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await setSpendingLimit(store, james.id, 10);
  expect((await exported(store, james)).data.ledger[0]).toEqual({ kind: "daily limit", credits: 10 });
  await setSpendingLimit(store, james.id, 25);
  const from = new Date(store.now() + raiseDelayMs).toISOString();
  await disputedPayment(store, james.id, {});
  const { data } = await exported(store, james);
  expect(data.ledger[0]).toEqual({ kind: "daily limit", credits: 10, willBe: { credits: 25, from } });
  expect(data.payments).toMatchObject([{ disputes: [{ id: "dp_1", amountCents: 3000, outcome: "open" }] }]);
  await setSpendingLimit(store, james.id, null);
  expect((await exported(store, james)).data.ledger[0]).toMatchObject({ credits: 10, willBe: { credits: null } });
});

Deno.test("what another member wrote to the site under his address is not in his copy", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  await writeAsJames(store, "Wei mistypes his own address", wei.id);
  await writeAsJames(store, "James asks before he signs in", null);
  expect((await exported(store, james)).data.messages.map(({ body }) => body)).toEqual([
    "James asks before he signs in",
  ]);
  expect((await exported(store, wei)).data.messages.map(({ body }) => body)).toEqual(["Wei mistypes his own address"]);
});

Deno.test("a letter is told with its language and with what its own person asked of translators", async () => {
  using store = await testStore();
  const { james, daria } = await createTranslationWorld(store);
  const { id } = await send(store, james, daria, { translate: false, language: "en" });
  expect(await askForTranslation(store, james.id, id)).toMatchObject({ ok: true });
  const asked = { at: new Date(store.now()).toISOString(), state: "waiting" };
  const [his] = (await exported(store, james)).data.letters;
  expect(his).toMatchObject({ language: "en", askedForTranslation: asked });
  const [hers] = (await exported(store, daria)).data.letters;
  expect(hers).toMatchObject({ language: "en", askedForTranslation: null });
});

Deno.test("when he paid to open a letter is told to him, as on its sheet, and to her when he read it", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await send(store, olena, james);
  const { id } = await send(store, olena, james);
  expect(await openLetter(store, james.id, id, true)).toMatchObject({ ok: true });
  const at = new Date(store.now()).toISOString();
  const of = async (user: User) => (await exported(store, user)).data.letters.find((letter) => letter.id === id);
  expect(await of(james)).toMatchObject({ readAt: at, openedAt: at });
  expect(await of(olena)).toMatchObject({ readAt: at, openedAt: null });
});

Deno.test("a lady's copy tells no visit and no favour of a man who hid them from her, or whom she may not reach", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const off = await createMan(store, { firstname: "Otto" });
  const muter = await createMan(store, { firstname: "Milo" });
  const blocker = await createMan(store, { firstname: "Boris" });
  for (const { id } of [james, off, muter, blocker]) {
    await noteVisit(store, id, olena.id);
    await keepFavourite(store, id, olena.id);
  }
  await send(store, wei, olena);
  await noteVisit(store, wei.id, olena.id);
  await setAcceptsIntroductions(store, off.id, false);
  await setIntroductionsMuted(store, muter.id, olena.id, true);
  await setBlocked(store, blocker.id, olena.id, true);
  const { text, data } = await exported(store, olena);
  expect(data.visits.map(({ firstname }) => firstname).sort()).toEqual(["James", "Wei"]);
  expect(data.favourites.map(({ firstname }) => firstname)).toEqual(["James"]);
  expect(text).not.toMatch(/Otto|Milo|Boris/);
  const hidden = (await exported(store, muter)).data;
  expect([hidden.visits, hidden.favourites]).toMatchObject([[{ firstname: "Olena" }], [{ firstname: "Olena" }]]);
});

Deno.test("a wished name that was refused is told as such, with the reason", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  expect(await changeFirstName(store, olena.id, "Lena")).toMatchObject({ ok: true, isPending: true });
  const asked = { kind: "wished name", firstname: "Lena", at: new Date(store.now()).toISOString(), refusedAt: null };
  const names = async () => (await exported(store, olena)).data.profile.filter(({ kind }) => kind === "wished name");
  expect(await names()).toEqual([asked]);
  const approval = await approvalOf(store, { kind: "name", subjectId: olena.id });
  expect(await decide(store, approval!.id, false, { reason: "It is no name." })).toMatchObject({ ok: true });
  expect(await names()).toEqual([{ ...asked, refusedAt: asked.at, refusedFor: "It is no name." }]);
});

Deno.test("a change of her profile is told with its days, also one that was refused before", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  const now = new Date(store.now()).toISOString();
  await askProfileChange(store, olena.id, { quote: "Write to me at olena@example.com" });
  const approval = await approvalOf(store, { kind: "profile", subjectId: olena.id });
  expect(await decide(store, approval!.id, false, { reason: "No addresses, please." })).toMatchObject({ ok: true });
  await askProfileChange(store, olena.id, { about: "I read on trams." });
  const wish = (await exported(store, olena)).data.profile.find(({ kind }) => kind === "wish");
  expect(wish).toMatchObject({ askedAt: now, refusedAt: null, stillRefused: { askedAt: now, refusedAt: now } });
});

Deno.test("what her agency asked for in her stead is told with the agency's name, and what she asked for without one", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  const agata = await createUser(store, { email: "agata@agencies.test", groupId: agency, firstname: "Agata" });
  await store.kv.set(keys.user(olena.id), { ...olena, agencyId: agata.id });
  await askProfileChange(store, olena.id, { about: "I read on trams." }, { agencyId: agata.id });
  await askProfileChange(store, olena.id, { quote: "Slowly." });
  await changeFirstName(store, olena.id, "Lena", { agencyId: agata.id });
  for (const asker of [agata.id, undefined]) await addPhoto(store, olena.id, await pictureFacts(store), asker);
  const { profile, photos } = (await exported(store, olena)).data;
  const asker = { id: agata.id, firstname: "Agata" };
  const [wish, name] = ["wish", "wished name"].map((wanted) => profile.find(({ kind }) => kind === wanted)!);
  expect([wish!.askedBy, name!.askedBy]).toEqual([{ about: asker }, asker]);
  expect(photos.map(({ addedBy }) => addedBy)).toEqual([asker, undefined]);
});

Deno.test("ten thousand messages are exported, and never held at once", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const { manId, ladyId } = await openChat(store, { manId: james.id, ladyId: olena.id });
  for (let seq = 1; seq <= 10_000; seq += 250) {
    const op = store.kv.atomic();
    for (let at = seq; at < seq + 250; at++) {
      const body = `Message ${at} of many, as long as messages are`;
      const facts = { manId, ladyId, seq: at, author: "man", nth: at, clientId: `c${at}`, at: store.now(), body };
      op.set(keys.chatMessage(manId, ladyId, at), facts);
    }
    await op.commit();
  }
  let [length, longest, count] = [0, 0, 0];
  for await (const piece of exportJson(store, james)) {
    length += piece.length;
    longest = Math.max(longest, piece.length);
    if (piece.includes('"kind":"message"')) count++;
  }
  expect(count).toBe(10_000);
  expect(length).toBeGreaterThan(1_000_000);
  expect(longest).toBeLessThan(10_000);
});
