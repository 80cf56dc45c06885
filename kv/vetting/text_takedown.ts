/**
 * Taking down one text that is shown: an admin removes it for a reason, which its owner reads and may object to. It goes in
 * every language, from what waits for approval, and a city from letters that were sent, and is not kept; who wins an
 * objection writes it again. No text is one without which a profile could not be shown.
 */
import type { AboutTranslator } from "../accounts/about_translators.ts";
import { man, translator, type User, userById } from "../accounts/users.ts";
import { transactLady } from "../ladies/profile/changing.ts";
import { putLessened, type TakenDown, withoutWords } from "../ladies/profile/lessened_changes.ts";
import { isSame, type ProfileChange } from "../ladies/profile/profile_changes.ts";
import { draftWithout, notedTakenDown, type ProfileDraft } from "../ladies/profile/profile_draft.ts";
import { addProfileTranslations, cutWords, partsOf, versionOf, type WordPart } from "../ladies/profile/words.ts";
import { emptyManProfile, type ManProfile } from "../ladies/profiles.ts";
import { type LadyRecord, wordLocales } from "../ladies/record.ts";
import { addPlaceClearing } from "../letters/places.ts";
import { draftsKeptMs } from "../letters/translating/translations.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { changeGallery } from "./photo_changes.ts";
import {
  captionsOf,
  nameOfText,
  type ShownText,
  textMark,
  textsOfProfile,
  textsOfTranslator,
  withoutText,
} from "./shown_texts.ts";
import { readTakedown, type WantedTakedown } from "./takedowns.ts";

/** Names a text that is wanted down as `nameOfText` does. */
export type WantedTextTakedown = WantedTakedown & { text: string };

/** Finds the wanted text among those that are shown, and adds its taking down to the commit. */
type Tell = (op: Deno.AtomicOperation, shown: ShownText[]) => Promise<Result<{ text: ShownText }>>;

/**
 * Takes down a text that others see. Refuses what `readTakedown` refuses, `not_found` for a text that is not shown (any
 * more), `conflict` if its words are not those that were `seen`, and `wrong_role` if the actor is no acting admin (any
 * more).
 */
export async function takeTextDown(store: Store, wanted: WantedTextTakedown): Promise<Result<object>> {
  const { userId, seen } = wanted;
  const read = await readTakedown(store, wanted);
  if (!read.ok) return read;
  const tell: Tell = async (op, shown) => {
    const text = shown.find((each) => nameOfText(each) === wanted.text);
    if (!text) return refuse("not_found");
    if (textMark(text) !== seen) return refuse("conflict");
    const { kind, number } = text;
    const refused = await read.tell(op, { kind: "shown_text", text: kind }, { text: nameOfText({ kind, number }) });
    return refused ?? { ok: true, text };
  };
  if (wanted.text.startsWith("caption")) return await takeCaptionDown(store, userId, read.reason, tell);
  switch ((await userById(store, userId))?.groupId) {
    case man:
      return await takeHisTextDown(store, userId, tell);
    case translator:
      return await takeTranslatorsTextDown(store, userId, tell);
    default:
      return await takeHerTextDown(store, userId, tell);
  }
}

/** A new caption that waits stays: whoever looks at it decides about other words. */
const takeCaptionDown = (store: Store, userId: number, reason: string, tell: Tell): Promise<Result<object>> =>
  changeGallery(store, userId, async (photos, op) => {
    const told = await tell(op, captionsOf(photos));
    if (!told.ok) return told;
    const found = photos.find(({ id }) => id === told.text.number)!;
    const photo = { ...found, caption: "" };
    return {
      photos: photos.map((each) => each === found ? photo : each),
      photo,
      rejection: { isCaption: true, wasShown: true, addedAt: photo.addedAt, refusedAt: store.now(), reason },
    };
  });

const takeHisTextDown = (store: Store, userId: number, tell: Tell): Promise<Result<object>> =>
  transact<Result<object>>(async () => {
    const [user, profile] = await store.kv.getMany<[User, Partial<ManProfile>]>([
      keys.user(userId),
      keys.manProfile(userId),
    ]);
    if (!user.value) return { done: refuse("not_found") };
    const words = { ...emptyManProfile, ...profile.value, city: user.value.city };
    const op = store.kv.atomic().check(user, profile);
    const told = await tell(op, textsOfProfile(words));
    if (!told.ok) return { done: told };
    const { city, ...left } = withoutText(words, told.text);
    if (told.text.kind === "city") {
      op.set(user.key, { ...user.value, city });
      addPlaceClearing(store, op, userId, told.text.words);
    } else op.set(profile.key, left);
    return { commit: op, result: { ok: true } };
  });

async function takeTranslatorsTextDown(store: Store, userId: number, tell: Tell): Promise<Result<object>> {
  const taken = await transact<Result<object>>(async () => {
    const about = await store.kv.get<AboutTranslator>(keys.translatorAbout(userId));
    const op = store.kv.atomic().check(about);
    const told = await tell(op, textsOfTranslator(about.value));
    if (!told.ok) return { done: told };
    const left: AboutTranslator = { ...about.value!, words: {}, changedAt: store.now() };
    return { commit: op.set(about.key, left), result: { ok: true } };
  });
  // Guests are shown kept pages until something on them changes.
  if (taken.ok) store.pageChanges.count++;
  return taken;
}

const takeHerTextDown = (store: Store, ladyId: number, tell: Tell): Promise<Result<object>> =>
  transactLady<Result<object>>(store, ladyId, async () => {
    const [lady, user, change] = await store.kv.getMany<[LadyRecord, User, ProfileChange]>([
      keys.lady(ladyId),
      keys.user(ladyId),
      keys.profileChange(ladyId),
    ]);
    if (!lady.value || !user.value) return { done: refuse("not_found") };
    const op = store.kv.atomic().check(lady, user, change);
    const told = await tell(op, textsOfProfile(lady.value, lady.value.localized));
    if (!told.ok) return { done: told };
    const { text } = told;
    const gone = partsOf(lady.value).find(({ field, text: own }) => field === text.kind && own === text.words)!;
    const record = notedTakenDown(cutWords(lady.value, (words) => withoutText(words, text)), gone);
    op.set(lady.key, record);
    if (text.kind === "city") {
      op.set(user.key, { ...user.value, city: "" });
      addPlaceClearing(store, op, ladyId, text.words);
    }
    await cutDrafts(store, op, lady.value, gone);
    if (change.value) await cutWish(store, op, change.value, { before: lady.value, after: record, words: text.words });
    // What translators are asked for names the version of her words.
    addProfileTranslations(store, op, ladyId);
    return { commit: op, result: { ok: true }, lady: record };
  });

/**
 * Adds to a commit that nothing she asked for holds the text, which an approval would publish again. Adds up to three
 * checks.
 */
async function cutWish(
  store: Store,
  op: Deno.AtomicOperation,
  change: ProfileChange,
  taken: TakenDown,
): Promise<void> {
  const stays = withoutWords(change, taken);
  if (!isSame(stays, change)) await putLessened(store, op, taken.after.id, change, { stays, record: taken.after });
}

/** Adds to a commit that no begun translation holds the text in another language. Adds three checks. */
async function cutDrafts(
  store: Store,
  op: Deno.AtomicOperation,
  record: LadyRecord,
  gone: WordPart,
): Promise<void> {
  const parts = partsOf(record);
  const drafts = await store.kv.getMany<ProfileDraft[]>(
    wordLocales.map((locale) => keys.profileTranslationDraft(record.id, locale)),
  );
  for (const draft of drafts) {
    op.check(draft);
    if (!draft.value) continue;
    const left = draftWithout(draft.value, gone, parts, versionOf(record));
    const expireIn = Math.max(1, left.savedAt + draftsKeptMs - store.now());
    op.set(draft.key, left, { expireIn });
  }
}
