/** One profile in a translator's hands: her words part by part, the translation as it is saved, and its end. */
import { trimText } from "../../../chat/shared/text.ts";
import { userById } from "../../accounts/users.ts";
import { draftsKeptMs, leaseMs } from "../../letters/translating/translations.ts";
import { leftOut } from "../../letters/translating/merged_parts.ts";
import { addToMonth, readMonth } from "../../letters/translating/translator_months.ts";
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { inOneLine } from "../../store/one_line.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { transactLady } from "./changing.ts";
import {
  fittedTo,
  type KeptTexts,
  keptTexts,
  type ProfileDraft,
  type SentTexts,
  withoutTakenDown,
} from "./profile_draft.ts";
import {
  isFreeSince,
  keyOf,
  profileHolderAt,
  type ProfilePart,
  type ProfileTranslation,
  queueKeyOf,
} from "./profile_translations.ts";
import { isShown, type LadyRecord, type LadyTranslation, type LadyWords, wordsOf } from "../record.ts";
import { lengthOf, partsOf, versionOf, type WordPart } from "./words.ts";

/** All that a translator sees of a lady whose words are in her or his hands. */
export interface ProfileWork {
  translation: ProfileTranslation;
  firstname: string;
  countryId: number;
  parts: WordPart[];
  /** The version of her words that `parts` are of. */
  version: number;
  /** The translation so far: what was saved, else what an earlier translation still says. */
  texts: string[];
  /** Saved texts without a place: her words for them are changed or gone, or another window's text stands there. */
  rest: string[];
  savedAt: number | null;
  /** Whether she has changed her words since the translation was saved. */
  isChanged: boolean;
  /** Whether readers see a machine's text until this translation is finished. */
  hasMachine: boolean;
}

/**
 * Returns what a translator needs to work on a profile. Refuses `not_found`, also while she is not shown, and `forbidden`
 * if the translator does not hold it (any more).
 */
export async function workOnProfile(
  store: Store,
  translatorId: number,
  part: ProfilePart,
): Promise<Result<ProfileWork>> {
  const [found, lady, draft] = await store.kv.getMany<[ProfileTranslation, LadyRecord, ProfileDraft]>([
    keyOf(part),
    keys.lady(part.ladyId),
    keys.profileTranslationDraft(part.ladyId, part.locale),
  ]);
  if (!found.value || !lady.value || !isShown(lady.value)) return refuse("not_found");
  if (profileHolderAt(found.value, store.now()) !== translatorId) return refuse("forbidden");
  const parts = partsOf(lady.value);
  const version = versionOf(lady.value);
  const saved = draft.value;
  const beginning = beginningOf(lady.value, part, parts);
  const fitted = saved && fittedTo(parts, version, saved);
  return {
    ok: true,
    translation: found.value,
    firstname: lady.value.firstname,
    countryId: lady.value.countryId,
    parts,
    version,
    texts: beginning.map((text, at) => fitted?.texts[at] ?? text),
    rest: fitted?.rest ?? [],
    savedAt: saved?.savedAt ?? null,
    isChanged: saved !== null && saved.version !== version,
    hasMachine: lady.value.localized[part.locale]?.machine !== undefined,
  };
}

/** What is translated already: name and city as they are shown, earlier texts that she has not changed since; else "". */
function beginningOf(lady: LadyRecord, { locale }: ProfilePart, parts: WordPart[]): string[] {
  const shown = wordsOf(lady, locale);
  const earlier = lady.localized[locale];
  let interest = 0;
  return parts.map(({ field, text }) => {
    if (field === "firstname" || field === "city") return shown[field];
    const known = field === "interest" ? earlier?.interests[interest++] : earlier?.[field];
    return known === undefined || known === text ? "" : known;
  });
}

const clean = (text: string, isProse: boolean): string => isProse ? trimText(text) : inOneLine(text);

/** The texts as they are kept now, and the translation with its renewed lease. */
export type SavedProfile = KeptTexts & { translation: ProfileTranslation };

/**
 * Saves an unfinished translation beside what another page has saved, and renews the hour. Refuses `invalid` (over 10,000
 * UTF-16 units together), `not_found`, `conflict` if the translator no longer holds it, and `expired` if she has changed
 * her words since `version`; in that case the texts are saved all the same, apart from those of words that were taken down,
 * which the refusal then names.
 */
export async function saveProfileDraft(
  store: Store,
  translatorId: number,
  part: ProfilePart,
  sent: SentTexts,
): Promise<Result<SavedProfile>> {
  return await transact<Result<SavedProfile>>(async () => {
    const now = store.now();
    const [entry, lady, before] = await store.kv.getMany<[ProfileTranslation, LadyRecord, ProfileDraft]>([
      keyOf(part),
      keys.lady(part.ladyId),
      keys.profileTranslationDraft(part.ladyId, part.locale),
    ]);
    if (!entry.value || !lady.value) return { done: refuse("not_found") };
    if (profileHolderAt(entry.value, now) !== translatorId) return { done: refuse("conflict") };
    const translation = { ...entry.value, leaseUntil: now + leaseMs };
    const version = versionOf(lady.value);
    const { left, isLess } = withoutTakenDown(sent, lady.value);
    const kept = keptTexts(left, before.value, partsOf(lady.value), version);
    if (!kept) return { done: refuse("invalid", { fields: { segment: "too_long" } }) };
    const draft: ProfileDraft = { ...kept.draft, savedAt: now };
    const op = store.kv.atomic().check(entry, lady, before)
      .set(entry.key, translation)
      .set(before.key, draft, { expireIn: draftsKeptMs });
    if (sent.version === version) return { commit: op, result: { ok: true, translation, ...kept } };
    return { commit: op, result: refuse("expired", isLess ? { fields: { segment: "taken_down" } } : {}) };
  });
}

/**
 * Saves texts that come after the hour, for whoever takes the profile next, also while she is not shown; never those of words
 * that were taken down. Returns whether they were saved: not if it is done, or if somebody else has held it since, whose texts
 * stand there now.
 */
export async function keepLateWords(
  store: Store,
  translatorId: number,
  part: ProfilePart,
  sent: SentTexts,
): Promise<boolean> {
  return await transact<boolean>(async () => {
    const now = store.now();
    const [entry, lady, before] = await store.kv.getMany<[ProfileTranslation, LadyRecord, ProfileDraft]>([
      keyOf(part),
      keys.lady(part.ladyId),
      keys.profileTranslationDraft(part.ladyId, part.locale),
    ]);
    if (!entry.value || !lady.value) return { done: false };
    const isTheirs = profileHolderAt(entry.value, now) === translatorId;
    if (!isTheirs && !isFreeSince(entry.value, translatorId, now)) return { done: false };
    const { left } = withoutTakenDown(sent, lady.value);
    const kept = keptTexts(left, before.value, partsOf(lady.value), versionOf(lady.value));
    if (!kept) return { done: false };
    const op = store.kv.atomic().check(entry, lady, before)
      .set(before.key, { ...kept.draft, savedAt: now }, { expireIn: draftsKeptMs });
    return { commit: op, result: true };
  });
}

/**
 * Shows the translation to its readers, with the translator's name. Refuses `invalid` with each part ("0", "1" …) that
 * is missing or too long, `expired` if she has changed her words since `version`, or another page has changed the texts
 * since this one showed them, `not_found`, and `conflict` if the translator no longer holds it.
 */
export async function finishProfile(
  store: Store,
  translatorId: number,
  part: ProfilePart,
  sent: SentTexts,
): Promise<Result<{ translation: ProfileTranslation }>> {
  const { version } = sent;
  const saved = await saveProfileDraft(store, translatorId, part, sent);
  if (!saved.ok) return saved;
  if (saved.isMixed) return refuse("expired");
  const translator = await userById(store, translatorId);
  if (!translator) return refuse("not_found");
  const author = [translator.firstname, translator.lastname].filter(Boolean).join(" ");
  return await transactLady<Result<{ translation: ProfileTranslation }>>(store, part.ladyId, async () => {
    const now = store.now();
    const [entry, lady, draft] = await store.kv.getMany<[ProfileTranslation, LadyRecord, ProfileDraft]>([
      keyOf(part),
      keys.lady(part.ladyId),
      keys.profileTranslationDraft(part.ladyId, part.locale),
    ]);
    if (!entry.value || !lady.value || !isShown(lady.value)) return { done: refuse("not_found") };
    if (profileHolderAt(entry.value, now) !== translatorId) return { done: refuse("conflict") };
    if (versionOf(lady.value) !== version) return { done: refuse("expired") };
    const isAsSaved = draft.value !== null && isSame(draft.value.texts, saved.draft.texts);
    if (!isAsSaved) return { done: refuse("expired") };
    const { texts } = fittedTo(partsOf(lady.value), version, sent);
    const made = translated(lady.value, texts);
    if (!made.ok) return { done: made };
    const localized: LadyTranslation = { ...made.words, author, at: now, version };
    const record = { ...lady.value, localized: { ...lady.value.localized, [part.locale]: localized } };
    const translation: ProfileTranslation = {
      ...entry.value,
      state: "done",
      version,
      claimedBy: null,
      leaseUntil: null,
      closedAt: now,
      closedBy: translatorId,
    };
    const op = store.kv.atomic().check(entry, lady, draft)
      .set(entry.key, translation)
      .set(lady.key, record)
      .delete(queueKeyOf(translation))
      .delete(draft.key);
    addToMonth(op, await readMonth(store, translatorId), { kind: "profiles", signs: lengthOf(lady.value) });
    return { commit: op, result: { ok: true, translation }, lady: record };
  });
}

/** Those of the texts that did not go into a translator's finished translation; none if there is no such translation. */
export async function leftOutOfProfile(store: Store, part: ProfilePart, texts: string[]): Promise<string[]> {
  const made = (await store.kv.get<LadyRecord>(keys.lady(part.ladyId))).value?.localized[part.locale];
  if (!made?.author) return [];
  const { firstname, city, quote, about, idealPartner, interests } = made;
  return leftOut(texts, [firstname, city, quote, about, idealPartner, ...interests].join("\n"));
}

const isSame = (some: string[], others: string[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

/** Her words with the texts in the place of their parts. Refuses `invalid` with each part that is missing or too long. */
function translated(lady: LadyRecord, texts: (string | null)[]): Result<{ words: LadyWords }> {
  const { firstname, city, quote, about, idealPartner } = lady;
  const words: LadyWords = { firstname, city, quote, about, idealPartner, interests: [] };
  const faults: Record<string, string> = {};
  for (const [at, { field, most, isProse }] of partsOf(lady).entries()) {
    const text = clean(texts[at] ?? "", isProse);
    if (text === "") faults[at] = "required";
    else if (text.length > most) faults[at] = "too_long";
    if (field === "interest") words.interests.push(text);
    else words[field] = text;
  }
  return Object.keys(faults).length > 0 ? refuse("invalid", { fields: faults }) : { ok: true, words };
}
