/**
 * Letters that somebody has begun: kept in the account, so that they follow to every device. If two devices write to
 * the same person, the newer words stand on the sheet, and the older ones are kept beside it until their author lets
 * them go. A letter that was sent is no draft any more, even if a device brings it late.
 */
import { canBeSeen, unifyLineEnds } from "../../chat/shared/text.ts";
import { letterLengthMax } from "../credits/prices/prices.ts";
import { lady, man, userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { isKnownTo } from "../safety/known_people.ts";
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { attachmentsPerLetter, looseAttachments } from "./attachments.ts";
import { sentWith } from "./sending.ts";

/** How long after its last saving a draft stays. */
export const draftsKeptMs = 90 * dayMs;
/** To how many people one may have a draft at once: one list reads them all. */
export const draftsAtMost = 30;
/** How many other texts are kept beside the sheet: with it, a record stays under 64 KiB. */
const othersAtMost = 3;

export interface OtherWords {
  body: string;
  /** Ms since the epoch. */
  writtenAt: number;
}

export interface LetterDraft extends OtherWords {
  partnerId: number;
  savedAt: number;
  /** Grows with each saving, so that a device knows which one it continues; a later draft has none of an earlier draft's. */
  revision: number;
  /** The key that it will be sent with: from whichever device, it is one letter. */
  sendKey: string;
  /** The ids of pictures that wait for it; they are kept for a day. */
  attachmentIds: string[];
  /** What other devices wrote meanwhile and `body` does not contain, the newest first. */
  others: OtherWords[];
}

export interface WrittenDraft {
  body: string;
  sendKey: string;
  attachmentIds: string[];
  /** The revision that these words continue; 0 for none. */
  base: number;
  /** How long ago the last key was pressed, by the clock of that device, whatever day it shows. */
  ageMs: number;
  /** Whether its author has let the other words go. */
  forgetsOthers?: boolean;
}

type Saved = Result<{ draft: LetterDraft | null }>;

/** Everything that somebody has begun, the newest first. */
export async function letterDraftsOf(store: Store, authorId: number): Promise<LetterDraft[]> {
  const all = await store.memory.recall(["letter_draft", authorId], async () => {
    const prefix = prefixes.letterDraftsOf(authorId);
    const found = await Array.fromAsync(store.kv.list<LetterDraft>({ prefix }), ({ value }) => value);
    return found.sort((one, other) => other.writtenAt - one.writtenAt);
  });
  return all.filter((draft) => isKept(draft, store.now()));
}

/** What somebody has begun to this person; null for nothing. */
export async function letterDraftTo(store: Store, authorId: number, partnerId: number): Promise<LetterDraft | null> {
  return (await letterDraftsOf(store, authorId)).find((draft) => draft.partnerId === partnerId) ?? null;
}

/** Whether a draft's time is not over: the store removes its record some time after that. */
const isKept = ({ savedAt }: LetterDraft, nowMs: number): boolean => savedAt > nowMs - draftsKeptMs;

/**
 * Saves what a device shows, and returns the draft as it stands now; null if none is left. A blank sheet removes only
 * the revision that it continues, and what was sent with the same key is not saved again. Refuses `invalid` for more
 * than a letter holds, `not_found` and `blocked` for people to whom no letter can go or of whom the author may not know
 * (known_people.ts), and `too_many_drafts` for the thirty-first person.
 */
export async function saveLetterDraft(
  store: Store,
  authorId: number,
  partnerId: number,
  written: WrittenDraft,
): Promise<Saved> {
  const body = unifyLineEnds(written.body);
  if (body.length > letterLengthMax) return refuse("invalid", { fields: { body: "too_long" } });
  if (written.attachmentIds.length > attachmentsPerLetter) {
    return refuse("invalid", { fields: { attachments: "too_many_pictures" } });
  }
  const [author, partner, isBlocked] = await Promise.all([
    userById(store, authorId),
    userById(store, partnerId),
    isBlockedBetween(store, authorId, partnerId),
  ]);
  if (!author || partner?.groupId !== (author.groupId === man ? lady : man)) return refuse("not_found");
  if (isBlocked) return refuse("blocked");
  return await transact<Saved>(async () => {
    const entry = await store.kv.get<LetterDraft>(keys.letterDraft(authorId, partnerId));
    const stands = entry.value && isKept(entry.value, store.now()) ? entry.value : null;
    if (!stands && !await isKnownTo(store, author, partnerId)) return { done: refuse("not_found") };
    const attachmentIds = await withoutTakenOut(store, authorId, stands, written);
    const next = nextOf(store, stands, partnerId, { ...written, body, attachmentIds });
    if (next === stands) return { done: { ok: true, draft: stands } };
    const op = store.kv.atomic().check(entry);
    if (!next) return { commit: op.delete(entry.key), result: { ok: true, draft: null } };
    if (written.base !== stands?.revision) {
      const [isSent, others] = await Promise.all([
        wasSent(store, authorId, partnerId, { ...written, body }),
        stands ? [] : letterDraftsOf(store, authorId),
      ]);
      if (isSent) return { done: { ok: true, draft: stands } };
      if (others.length >= draftsAtMost) return { done: refuse("too_many_drafts") };
    }
    return { commit: op.set(entry.key, next, { expireIn: draftsKeptMs }), result: { ok: true, draft: next } };
  });
}

/**
 * The pictures that a device brings. If another device has saved since, a picture that is neither in the draft nor
 * loose was taken out there; it is not brought back as one whose day is over.
 */
async function withoutTakenOut(
  store: Store,
  authorId: number,
  stands: LetterDraft | null,
  { attachmentIds, base }: WrittenDraft,
): Promise<string[]> {
  if (!stands || base === stands.revision || attachmentIds.every((id) => stands.attachmentIds.includes(id))) {
    return attachmentIds;
  }
  const found = await looseAttachments(store, authorId, attachmentIds);
  return attachmentIds.filter((id, at) => stands.attachmentIds.includes(id) || found[at]);
}

/** Whether all of it was sent already, by another device, of which this one has not heard. */
async function wasSent(
  store: Store,
  authorId: number,
  recipientId: number,
  { body, sendKey, attachmentIds }: WrittenDraft,
): Promise<boolean> {
  const sent = await sentWith(store, { authorId, recipientId, sendKey });
  return sent !== null && sent.body.includes(body.trim()) && attachmentIds.every((id) => sent.attachments.includes(id));
}

/** The draft after a saving: the same object if nothing changes, null if none is left. */
function nextOf(
  store: Store,
  stands: LetterDraft | null,
  partnerId: number,
  { body, sendKey, attachmentIds, base, ageMs, forgetsOthers = false }: WrittenDraft,
): LetterDraft | null {
  const now = store.now();
  const isBlank = !canBeSeen(body) && attachmentIds.length === 0;
  const mine = { partnerId, body, writtenAt: now - Math.max(0, ageMs), savedAt: now, sendKey, attachmentIds };
  // Begins from the clock, so that a device that has not heard of the end of the last draft does not take this one for it.
  if (!stands) return isBlank ? null : { ...mine, revision: Math.max(base, now) + 1, others: [] };
  const revision = stands.revision + 1;
  if (base === stands.revision) {
    const others = forgetsOthers ? [] : stands.others;
    if (isBlank) return withoutItsSheet(store, { ...stands, others });
    return isSame(stands, mine) && !forgetsOthers ? stands : { ...mine, revision, others: othersBeside(body, others) };
  }
  // The other device has saved since this one began to write.
  if (isBlank || (stands.body === body && attachmentIds.every((id) => stands.attachmentIds.includes(id)))) {
    return stands;
  }
  const isNewer = mine.writtenAt >= stands.writtenAt;
  const [sheet, older] = isNewer ? [mine, stands] : [stands, mine];
  const others = othersBeside(sheet.body, [older, ...stands.others]);
  // The pictures of both: none of them was taken out.
  const pictures = new Set([...sheet.attachmentIds, ...older.attachmentIds]);
  const enclosed = [...pictures].slice(0, attachmentsPerLetter);
  return { ...stands, ...sheet, attachmentIds: enclosed, savedAt: now, revision, others };
}

const isSame = (one: Pick<LetterDraft, "body" | "attachmentIds">, other: Pick<LetterDraft, "body" | "attachmentIds">) =>
  one.body === other.body && one.attachmentIds.join() === other.attachmentIds.join();

/** Other words, without those that the sheet contains as they are. */
const othersBeside = (body: string, others: OtherWords[]): OtherWords[] =>
  notHeldBy(body, others).slice(0, othersAtMost);

function notHeldBy(body: string, others: OtherWords[]): OtherWords[] {
  const kept = new Map<string, OtherWords>();
  for (const { body: words, writtenAt } of others) {
    if (canBeSeen(words) && !body.includes(words.trim()) && !kept.has(words)) {
      kept.set(words, { body: words, writtenAt });
    }
  }
  return [...kept.values()];
}

/** The draft once its sheet is gone: the first of the other words, with these pictures; null if there are neither. */
function withoutItsSheet(store: Store, draft: LetterDraft, attachmentIds: string[] = []): LetterDraft | null {
  const { partnerId, revision, writtenAt, others: [first, ...others] } = draft;
  if (!first && attachmentIds.length === 0) return null;
  const next = first ?? { body: "", writtenAt };
  return {
    ...next,
    partnerId,
    savedAt: store.now(),
    revision: revision + 1,
    sendKey: store.randomToken(),
    attachmentIds,
    others: othersBeside(next.body, others),
  };
}

export interface SentSheet {
  sendKey: string;
  body: string;
  /** The revision that it continues; 0 for none. */
  base: number;
}

/**
 * Ends the draft of a letter that was sent, whichever device had it last. The words beside it stay, and so does what
 * another device has saved since: whoever sends one sheet has not seen the other.
 */
export function endSentDraft(store: Store, authorId: number, partnerId: number, sent: SentSheet): Promise<void> {
  return transact<void>(async () => {
    const entry = await store.kv.get<LetterDraft>(keys.letterDraft(authorId, partnerId));
    const [draft, body] = [entry.value, unifyLineEnds(sent.body)];
    if (!draft || (draft.sendKey !== sent.sendKey && draft.body !== body)) return { done: undefined };
    const isUnseen = draft.revision !== sent.base;
    const others = notHeldBy(body, isUnseen ? [draft, ...draft.others] : draft.others);
    const pictures = isUnseen ? await looseAttachments(store, authorId, draft.attachmentIds) : [];
    const pictureIds = pictures.flatMap((picture) => picture?.id ?? []);
    const next = withoutItsSheet(store, { ...draft, others }, pictureIds);
    const op = store.kv.atomic().check(entry);
    if (next) op.set(entry.key, next, { expireIn: draftsKeptMs });
    else op.delete(entry.key);
    return { commit: op, result: undefined };
  });
}

/** Removes a begun letter, with all that other devices wrote for it. */
export async function discardLetterDraft(store: Store, authorId: number, partnerId: number): Promise<void> {
  await store.kv.delete(keys.letterDraft(authorId, partnerId));
}
