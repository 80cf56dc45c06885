/**
 * The translators' queue: letters that wait, and who holds which, by a lease that saving renews and the clock ends. For
 * the words that are worked on see translation_drafts.ts, for how a wait ends translation_ends.ts.
 */
import type { Store } from "../../open.ts";
import { changeRecord } from "../../store/commit.ts";
import { dayMs } from "../../store/days.ts";
import { isLeaseAt } from "../../store/jobs/leases.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { listKeys, pageOf, type Paging } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import type { Wanted } from "../language.ts";
import { type KeptBack, type Letter, sentByClockAtOf } from "../letter.ts";
import type { KeptParts } from "./merged_parts.ts";

export const leaseMs = 60 * 60_000;
/** After this a letter comes as it was written, and what was paid for it goes back (design, section 4). */
export const translationWithinMs = 72 * 3600_000;
export const claimsAtMost = 5;
/** How long words are kept that nobody came back for. */
export const draftsKeptMs = 30 * dayMs;

export interface Translation {
  letterId: number;
  manId: number;
  ladyId: number;
  author: "man" | "lady";
  /** BCP 47. */
  from: string;
  to: string;
  /** Of the original, in UTF-16 units. */
  lengthUnits: number;
  sentAt: number;
  /** When the original comes without a translation (ms since the epoch). */
  dueAt: number;
  /** A claim whose lease is over counts as waiting: ask `holderAt`. */
  state: "waiting" | "claimed" | "done" | "untranslated" | "returned";
  claimedBy: number | null;
  leaseUntil: number | null;
  /** Who held it last; whoever claims it next begins with the words of that translator. */
  lastHolderId: number | null;
  /** What the man paid for sending it, to be given back. */
  charge: { key: string; credits: number } | null;
  closedAt: number | null;
  closedBy: number | null;
  /** When earlier waits ended untranslated, each until it was asked for again; absent if there were none. */
  untranslatedAt?: number[];
  /** Who asked for it after the letter had come; absent if the letter waits for it. */
  askedBy?: number;
  /** When a letter that had come before was sent: its `sentAt` is when it was asked for. Absent in older records. */
  letterSentAt?: number;
  /** Why it went back to its author. */
  note: string | null;
  /** As on the letter: why the site returned it, although no translator did. */
  keptBack?: KeptBack;
  /** As in kv/store/jobs/queue.ts. */
  origin?: string;
}

/** A translation under way, one part for each paragraph of the original. */
export interface Draft extends KeptParts {
  savedAt: number;
  /** Set if a machine's draft was fetched for it: the reader is told so, also when the machine's draft is gone. */
  isMachines?: true;
  /** Until when a machine is being asked for a draft; absent if none is. */
  machineUntil?: number;
}

type Entry<T> = Deno.KvEntryMaybe<T>;

/** Adds a letter's wait to the commit that sends it. */
export function addTranslation(
  store: Store,
  op: Deno.AtomicOperation,
  letter: Letter,
  wanted: Wanted,
  more: {
    body: string;
    charge: Translation["charge"];
    /** When and by whom it was asked for after the letter had come; `before` is the wait that ended untranslated. */
    asked?: { by: number; at: number; before: Translation | null };
    origin?: string;
  },
): void {
  const { id, manId, ladyId, author } = letter;
  const { body, charge, asked, origin } = more;
  // The time that gives it its place in the queue: an old letter that is asked for now overtakes no other.
  const sentAt = asked?.at ?? sentByClockAtOf(letter);
  const untranslatedAt = asked?.before ? endsOf(asked.before).map(({ closedAt }) => closedAt) : [];
  const translation: Translation = {
    letterId: id,
    manId,
    ladyId,
    author,
    ...wanted,
    lengthUnits: body.length,
    sentAt,
    dueAt: sentAt + translationWithinMs,
    state: "waiting",
    claimedBy: null,
    leaseUntil: null,
    // Whoever takes it begins with what was written before, unless that was in another language.
    lastHolderId: asked?.before?.to === wanted.to ? asked.before.lastHolderId : null,
    charge,
    closedAt: null,
    closedBy: null,
    note: null,
    ...(untranslatedAt.length > 0 && { untranslatedAt }),
    ...(asked && { askedBy: asked.by, letterSentAt: letter.sentAt }),
    ...(origin && { origin }),
  };
  op.set(keys.translation(id), translation).set(keys.translationQueue(sentAt, id), null);
  addJob(store, op, { kind: "release_untranslated", letterId: id }, translation.dueAt);
}

/** All ends of its waits: those before it was asked for again, all untranslated, and the present one unless it is open. */
export const endsOf = ({ state, closedAt, untranslatedAt = [] }: Translation) => [
  ...untranslatedAt.map((at) => ({ state: "untranslated", closedAt: at }) as const),
  ...(closedAt === null ? [] : [{ state, closedAt }]),
];

export const isOpen = ({ state }: Translation): boolean => state === "waiting" || state === "claimed";

/** Whose hands a letter is in at a moment; null where it may be taken, or its wait is over. */
export const holderAt = (translation: Translation, atMs: number): number | null =>
  translation.state === "claimed" && isLeaseAt(translation.leaseUntil!, atMs, leaseMs) ? translation.claimedBy : null;

/** The part of a translation that those who hold nothing may know. */
export type QueueItem = Pick<
  Translation,
  | "letterId"
  | "from"
  | "to"
  | "lengthUnits"
  | "sentAt"
  | "dueAt"
  | "manId"
  | "ladyId"
  | "author"
  | "askedBy"
  | "letterSentAt"
>;

function queueItemOf(translation: Translation): QueueItem {
  const { letterId, from, to, lengthUnits, sentAt, dueAt, manId, ladyId, author, askedBy, letterSentAt } = translation;
  const asked = { ...(askedBy !== undefined && { askedBy }), ...(letterSentAt !== undefined && { letterSentAt }) };
  return { letterId, from, to, lengthUnits, sentAt, dueAt, manId, ladyId, author, ...asked };
}

/** Which letters are wanted, by their languages; with `pair`, those of one pair alone. */
export interface QueueFilter {
  isWanted?: (languages: Wanted) => boolean;
  pair?: Wanted | null;
}

/**
 * The wanted letters that nobody holds, oldest first; how many letters are in somebody's hands; and all wanted pairs of
 * languages that wait, whatever `pair` says.
 */
export async function translationQueue(
  store: Store,
  paging: Paging,
  { isWanted = () => true, pair = null }: QueueFilter = {},
): Promise<{ items: QueueItem[]; totalCount: number; heldCount: number; pairs: Wanted[] }> {
  const ids = (await listKeys(store, prefixes.translationQueue())).reverse().map((key) => Number(key[2]));
  const found = await getAll<Translation>(store, ids.map(keys.translation));
  const open = found.filter((each) => each !== null).filter(isOpen);
  const now = store.now();
  const all = open.filter((each) => holderAt(each, now) === null && now < each.dueAt && isWanted(each));
  const free = pair ? all.filter(({ from, to }) => from === pair.from && to === pair.to) : all;
  const items = pageOf(free, paging).map(queueItemOf);
  const pairs = new Map(all.map(({ from, to }) => [`${from} ${to}`, { from, to }]));
  return {
    items,
    totalCount: free.length,
    heldCount: open.filter((each) => holderAt(each, now) !== null).length,
    pairs: [...pairs.values()],
  };
}

/** The letters in one translator's hands, the most urgent first. */
export async function heldBy(store: Store, translatorId: number): Promise<Translation[]> {
  const { held } = await readHold(store, translatorId);
  return held.toSorted((one, other) => one.dueAt - other.dueAt);
}

export async function translationOf(store: Store, letterId: number): Promise<Translation | null> {
  if (!Number.isSafeInteger(letterId)) return null;
  return (await store.kv.get<Translation>(keys.translation(letterId))).value;
}

/** A translator's list of letters, with those of it that are still in her or his hands. */
export async function readHold(
  store: Store,
  translatorId: number,
): Promise<{ entry: Entry<number[]>; held: Translation[] }> {
  const entry = await store.kv.get<number[]>(keys.translatorHold(translatorId));
  const found = await getAll<Translation>(store, (entry.value ?? []).map(keys.translation));
  const now = store.now();
  return { entry, held: found.filter((each) => each !== null).filter((each) => holderAt(each, now) === translatorId) };
}

/** Keeps a translator's list in step with the claims that a commit makes and ends. Adds one check. */
export function setHold(op: Deno.AtomicOperation, entry: Entry<number[]>, letterIds: number[]): void {
  op.check(entry);
  if (letterIds.length === 0) op.delete(entry.key);
  else op.set(entry.key, letterIds);
}

/**
 * Takes a letter into a translator's hands for an hour; taking what one holds renews the hour.
 * Refuses `not_found`, `conflict` (somebody else holds it, or its wait is over), `too_many_claims` above five.
 */
export async function claimTranslation(
  store: Store,
  translatorId: number,
  letterId: number,
): Promise<Result<{ translation: Translation }>> {
  const claimed = await store.mutexes.run(
    `translator:${translatorId}`,
    () =>
      changeRecord<Translation>(store, keys.translation(letterId), async (current, op) => {
        const now = store.now();
        const holder = holderAt(current, now);
        const isMine = holder === translatorId;
        if (!isOpen(current) || (holder !== null && !isMine) || (!isMine && now >= current.dueAt)) {
          return refuse("conflict");
        }
        const hold = await readHold(store, translatorId);
        const others = hold.held.map((each) => each.letterId).filter((id) => id !== letterId);
        if (others.length >= claimsAtMost) return refuse("too_many_claims");
        setHold(op, hold.entry, [...others, letterId]);
        const own = await store.kv.get<Draft>(keys.translationDraft(letterId, translatorId));
        const begun = await newestDraft(store, current, own.value) ?? { segments: [], savedAt: now };
        if (begun !== own.value) op.check(own).set(own.key, begun, { expireIn: draftsKeptMs });
        return {
          ...current,
          state: "claimed",
          claimedBy: translatorId,
          leaseUntil: now + leaseMs,
          lastHolderId: translatorId,
        };
      }),
  );
  return claimed.ok ? { ok: true, translation: claimed.record } : claimed;
}

/**
 * The words to begin with: those of whoever held the letter last, unless one's own are newer. A copy keeps the time of
 * what it copies, so that merely looking at a letter makes no old words new.
 */
async function newestDraft(
  store: Store,
  { letterId, lastHolderId }: Translation,
  own: Draft | null,
): Promise<Draft | null> {
  if (lastHolderId === null) return own;
  const last = (await store.kv.get<Draft>(keys.translationDraft(letterId, lastHolderId))).value;
  return last && (!own || last.savedAt > own.savedAt) ? last : own;
}

/** Gives a letter back to the queue; its words stay for whoever takes it next. Refuses `conflict`, `not_found`. */
export async function releaseTranslation(
  store: Store,
  translatorId: number,
  letterId: number,
): Promise<Result<object>> {
  return await changeRecord<Translation>(store, keys.translation(letterId), async (current, op) => {
    if (holderAt(current, store.now()) !== translatorId) return refuse("conflict");
    const hold = await readHold(store, translatorId);
    setHold(op, hold.entry, hold.held.map((each) => each.letterId).filter((id) => id !== letterId));
    return { ...current, state: "waiting", claimedBy: null, leaseUntil: null };
  });
}
