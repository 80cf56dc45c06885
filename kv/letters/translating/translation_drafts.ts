/** Translations under way: what a translator may see of a letter in her or his hands, and the words as they are saved. */
import { trimText } from "../../../chat/shared/text.ts";
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { isLeaseAt } from "../../store/jobs/leases.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import type { LetterText } from "../letter.ts";
import { leftOut, type MadeOf, mergeParts, tidy } from "./merged_parts.ts";
import { type Draft, draftsKeptMs, holderAt, leaseMs, type Translation, translationOf } from "./translations.ts";

/** In UTF-16 units; a full letter of Chinese becomes three times as long, and a text stays under 64 KiB. */
export const translationLengthMax = 20_000;
const machineLengthMax = 26_000;

/** Everything a translator may see of a letter in her or his hands. */
export interface Work {
  translation: Translation;
  text: LetterText;
  draft: Draft;
  machine: string[] | null;
}

/**
 * A letter in this translator's hands, with its words.
 * Refuses `not_found`, and `forbidden` for a letter that is not, or not any more, in these hands.
 */
export async function workOn(store: Store, translatorId: number, letterId: number): Promise<Result<Work>> {
  const translation = await translationOf(store, letterId);
  if (!translation) return refuse("not_found");
  if (holderAt(translation, store.now()) !== translatorId) return refuse("forbidden");
  const [text, draft, machine] = await Promise.all([
    store.kv.get<LetterText>(keys.letterText(letterId)),
    store.kv.get<Draft>(keys.translationDraft(letterId, translatorId)),
    store.kv.get<string[]>(keys.machineDraft(letterId)),
  ]);
  if (!text.value) return refuse("not_found");
  const nothing: Draft = { segments: [], savedAt: translation.sentAt };
  return { ok: true, translation, text: text.value, draft: draft.value ?? nothing, machine: machine.value };
}

/** What a translator wrote for a letter, still held or not; null if the letter was never in these hands. */
export async function draftOf(store: Store, translatorId: number, letterId: number): Promise<Draft | null> {
  return (await store.kv.get<Draft>(keys.translationDraft(letterId, translatorId))).value;
}

/** Those of the words that did not go into the letter's translation; none if there is no translation. */
export async function leftOutOfLetter(store: Store, letterId: number, segments: string[]): Promise<string[]> {
  const text = (await store.kv.get<LetterText>(keys.letterText(letterId))).value;
  return text?.translation ? leftOut(segments, text.translation.body) : [];
}

export const joined = (segments: string[]): string => segments.map(trimText).filter(Boolean).join("\n\n");

/** Words as they are kept now. */
export interface SavedDraft {
  translation: Translation;
  draft: Draft;
  /** Whether another page has changed a part since this one was shown: then what is kept is not what was sent. */
  isMixed: boolean;
  /** Whether words of another page were set aside and stand in no part now. */
  hasSetAside: boolean;
}

/**
 * Saves a translator's words, merged with what another page of hers or his has saved (merged_parts.ts), and renews the
 * hour. Refuses `invalid` (over 20,000 UTF-16 units), `not_found` for a letter that was never in these hands, and
 * `conflict` if it no longer is; the words are saved then as well.
 */
export async function saveDraft(
  store: Store,
  translatorId: number,
  letterId: number,
  segments: string[],
  madeOf: MadeOf = {},
): Promise<Result<SavedDraft>> {
  return await transact<Result<SavedDraft>>(async () => {
    const entry = await store.kv.get<Translation>(keys.translation(letterId));
    const draft = await store.kv.get<Draft>(keys.translationDraft(letterId, translatorId));
    const merged = mergeParts(segments, madeOf, draft.value ?? { segments: [] });
    if (!merged || isTooLong(merged.segments)) return { done: refuse("invalid", { fields: { segment: "too_long" } }) };
    if (!entry.value || !draft.value) return { done: refuse("not_found") };
    const now = store.now();
    const kept: Draft = { ...draft.value, ...merged, savedAt: now };
    const op = store.kv.atomic().check(draft).set(draft.key, kept, { expireIn: draftsKeptMs });
    if (holderAt(entry.value, now) !== translatorId) return { commit: op, result: refuse("conflict") };
    const translation = { ...entry.value, leaseUntil: now + leaseMs };
    op.check(entry).set(entry.key, translation);
    const hasSetAside = merged.rest.some((each) => !draft.value!.rest?.includes(each));
    const isMixed = hasSetAside || merged.segments.some((each, at) => each !== tidy(segments[at]!));
    return { commit: op, result: { ok: true, translation, draft: kept, isMixed, hasSetAside } };
  });
}

/** Space before the words is kept with them, and counts. */
const isTooLong = (segments: string[]): boolean => segments.filter(Boolean).join("\n\n").length > translationLengthMax;

/** Longer than any machine is waited for, so that a process that died while it asked keeps nobody waiting. */
const machineAskMs = 30_000;

/**
 * Begins to ask a machine for a draft of a letter, unless it is "there" already, or is being "asked" for by any process:
 * only after "begun" may the machine be asked. Refuses `conflict` if the letter is not in these hands.
 */
export async function beginMachineDraft(
  store: Store,
  translatorId: number,
  letterId: number,
): Promise<Result<{ state: "there" | "asked" | "begun" }>> {
  return await transact<Result<{ state: "there" | "asked" | "begun" }>>(async () => {
    const [entry, draft, machine] = await store.kv.getMany<[Translation, Draft, string[]]>([
      keys.translation(letterId),
      keys.translationDraft(letterId, translatorId),
      keys.machineDraft(letterId),
    ]);
    const now = store.now();
    const isTheirs = entry.value !== null && holderAt(entry.value, now) === translatorId;
    if (!isTheirs || !draft.value) return { done: refuse("conflict") };
    if (machine.value) return { done: { ok: true, state: "there" } };
    if (isLeaseAt(draft.value.machineUntil ?? 0, now, machineAskMs)) return { done: { ok: true, state: "asked" } };
    const asking: Draft = { ...draft.value, machineUntil: now + machineAskMs };
    const op = store.kv.atomic().check(entry, draft, machine).set(draft.key, asking, { expireIn: draftsKeptMs });
    return { commit: op, result: { ok: true, state: "begun" } };
  });
}

/**
 * Keeps a machine's draft of a letter, so that the machine is asked once, and notes that in the translator's own draft.
 * Refuses `too_large` for what no record could hold, and `conflict` if the letter is no longer in these hands: its
 * author may have erased it while the machine worked.
 */
export async function keepMachineDraft(
  store: Store,
  translatorId: number,
  letterId: number,
  segments: string[],
): Promise<Result<object>> {
  if (segments.join("").length > machineLengthMax) return refuse("too_large");
  return await transact<Result<object>>(async () => {
    const entry = await store.kv.get<Translation>(keys.translation(letterId));
    const draft = await store.kv.get<Draft>(keys.translationDraft(letterId, translatorId));
    const isTheirs = entry.value !== null && holderAt(entry.value, store.now()) === translatorId;
    if (!isTheirs || !draft.value) return { done: refuse("conflict") };
    const op = store.kv.atomic().check(entry, draft)
      .set(keys.machineDraft(letterId), segments, { expireIn: draftsKeptMs })
      .set(draft.key, { ...notAsking(draft.value), isMachines: true }, { expireIn: draftsKeptMs });
    return { commit: op, result: { ok: true } };
  });
}

/** Ends a question that brought no draft, so that the machine can be asked again at once. */
export async function giveUpMachineDraft(store: Store, translatorId: number, letterId: number): Promise<void> {
  await transact<null>(async () => {
    const draft = await store.kv.get<Draft>(keys.translationDraft(letterId, translatorId));
    if (draft.value?.machineUntil === undefined) return { done: null };
    const op = store.kv.atomic().check(draft).set(draft.key, notAsking(draft.value), { expireIn: draftsKeptMs });
    return { commit: op, result: null };
  });
}

const notAsking = ({ machineUntil: _, ...draft }: Draft): Draft => draft;
