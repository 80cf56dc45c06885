/**
 * Verification: that the site has seen a lady's document, and her face beside her photos. A new lady is published when
 * both were done and her profile was approved. 180 days end it, and another main photo until the former is back
 * (main_photo.ts); no picture of a document is kept. A lady without a record was published before there was any verification, and carries no mark.
 */
import { dayMs } from "../store/days.ts";
import type { LadyRecord } from "../ladies/record.ts";
import { addProfileTranslations } from "../ladies/profile/words.ts";
import type { Store } from "../open.ts";
import { addNotice } from "../safety/notices.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { pageOf, type Paging } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";

export const documentKinds = ["passport", "id_card", "driving_licence"] as const;
export type DocumentKind = typeof documentKinds[number];

/** How long a live check holds. */
export const verificationDays = 180;
/** How long before the end she is told of it. */
const warningDays = 14;
/** How long she stays published, without the mark, after the end. */
export const graceDays = 14;

export interface IdentityCheck {
  documentKind: DocumentKind;
  /** When the document was seen, ms since the epoch. */
  checkedAt: number;
  /** The admin. */
  by: number;
}

export interface LiveAcceptance {
  checkedAt: number;
  by: number;
  /** The main photo that her face was compared with. */
  photoId: number;
}

/** An acceptance that does not hold while another photo is the main one. */
export interface RestingAcceptance extends LiveAcceptance {
  /** The date of the mark that comes back with it; null if she had none. */
  verifiedAt: number | null;
}

export interface Verification {
  identity: IdentityCheck | null;
  /** The acceptance that holds. */
  live: LiveAcceptance | null;
  /** Absent in older records. */
  resting?: RestingAcceptance | null;
  /** When her first profile was approved. */
  profileApprovedAt: number | null;
  /** Since when identity and live check hold together: the date of the mark. */
  verifiedAt: number | null;
  endsAt: number | null;
  /**
   * How the last verification ended, while there is no new one; `graceFrom` if her grace counts from another moment;
   * `tellAt` until she was told, if that waits.
   */
  ended: { at: number; because: "photo" | "time"; graceFrom?: number; tellAt?: number } | null;
  /** How much of her grace went by while other photos were the main one, since her last live check; absent is nothing. */
  graceUsedMs?: number;
  /** When she was told that it ends soon. */
  warnedAt: number | null;
  /** When the grace was over, which took her profile down if it was shown; null until then. */
  takenDownAt: number | null;
}

/** Whether she has sent a photo, profile, name or video for it, or had a check of one; null in entries of earlier builds. */
type Unverified = boolean | null;

export const noVerification: Verification = {
  identity: null,
  live: null,
  profileApprovedAt: null,
  verifiedAt: null,
  endsAt: null,
  ended: null,
  warnedAt: null,
  takenDownAt: null,
};

/** A lady's verification as it is now; null for one who was published before there were any. */
export async function verificationOf(store: Store, ladyId: number): Promise<Verification | null> {
  const kept = await store.memory.recall(
    ["verification", ladyId],
    async () => (await store.kv.get<Verification>(keys.verification(ladyId))).value,
  );
  return kept && asOf(kept, store.now());
}

/**
 * The ladies who are not published yet, or not verified any more: first those who have begun, because an admin can do
 * something for them; within both parts the newest first. A sign-up that nobody finished stays in the list for good.
 */
export async function unverifiedLadies(
  store: Store,
  paging: Paging,
): Promise<{ ids: number[]; totalCount: number }> {
  const all = await Array.fromAsync(
    store.kv.list<Unverified>({ prefix: prefixes.unverified() }, { reverse: true, batchSize: 500 }),
    ({ key, value }) => ({ id: Number(key[1]), hasBegun: value === true }),
  );
  const sorted = all.sort((one, other) => Number(other.hasBegun) - Number(one.hasBegun));
  return { ids: pageOf(sorted, paging).map(({ id }) => id), totalCount: all.length };
}

// ── pure ──────────────────────────────────────────────────────────────────

/** A verification as it is at a moment: when its time is over it has ended, even if nobody has written that down yet. */
export function asOf(verification: Verification, nowMs: number): Verification {
  const { live, resting, verifiedAt, endsAt } = verification;
  const isOver = ({ checkedAt }: LiveAcceptance) => nowMs >= checkedAt + verificationDays * dayMs;
  if (resting && isOver(resting)) return { ...verification, resting: null };
  if (!live || !isOver(live)) return verification;
  const ended = verifiedAt === null ? verification.ended : { at: endsAt!, because: "time" as const };
  return { ...verification, live: null, verifiedAt: null, endsAt: null, ended };
}

/** Whether a lady has everything that she needs to be published. */
export const isComplete = ({ verifiedAt, profileApprovedAt }: Verification): boolean =>
  verifiedAt !== null && profileApprovedAt !== null;

/** What is still missing, in the order in which she meets it. */
export function missingOf(verification: Verification): ("profile" | "identity" | "live")[] {
  const { profileApprovedAt, identity, live } = verification;
  return [
    ...(profileApprovedAt === null ? ["profile" as const] : []),
    ...(identity === null ? ["identity" as const] : []),
    ...(live === null ? ["live" as const] : []),
  ];
}

/** A verification with another check of document or face; if it then has both, it is verified as of now. */
export function withCheck(
  verification: Verification,
  check: Partial<Pick<Verification, "identity" | "live">>,
  nowMs: number,
): Verification {
  const renewed = check.live ? { resting: null, graceUsedMs: 0 } : {};
  const next = { ...asOf(verification, nowMs), ...renewed, ...check };
  if (!next.identity || !next.live) return next;
  const endsAt = next.live.checkedAt + verificationDays * dayMs;
  return { ...next, verifiedAt: nowMs, endsAt, ended: null, warnedAt: null };
}

type Ended = NonNullable<Verification["ended"]>;

export const graceBeganAt = ({ at, graceFrom = at }: Ended): number => graceFrom;

/** When the grace of an ended verification is over. */
export const graceEndsAt = (ended: Ended): number => graceBeganAt(ended) + graceDays * dayMs;

export const warnsAt = (endsAt: number): number => endsAt - warningDays * dayMs;

/**
 * The record of a lady as published by this verification, or null if it does not publish her. It publishes her if she was
 * never published, or if the end of her grace took her down. A suspended lady is published when she is let back in.
 */
function publishedBy(verification: Verification, record: LadyRecord, nowMs: number): LadyRecord | null {
  const isOurs = record.firstTimeActivatedAt === null || verification.takenDownAt !== null;
  if (record.isPublished || record.isSuspended || !isOurs || !isComplete(verification)) return null;
  return { ...record, isPublished: true, firstTimeActivatedAt: record.firstTimeActivatedAt ?? nowMs };
}

// ── adding to a commit ────────────────────────────────────────────────────

/** Adds the verification of a lady who has just signed up to a commit. */
export function putNewVerification(op: Deno.AtomicOperation, ladyId: number, hasBegun: boolean): void {
  op.set(keys.verification(ladyId), noVerification).set(keys.unverified(ladyId), hasBegun satisfies Unverified);
}

/**
 * Adds to a commit that somebody sends something to be seen, which counts for a lady who lacks something. Adds up to one
 * check.
 */
export async function putBegun({ kv }: Pick<Store, "kv">, op: Deno.AtomicOperation, userId: number): Promise<void> {
  const listed = await kv.get<Unverified>(keys.unverified(userId));
  if (listed.versionstamp === null || listed.value === true) return;
  op.check(listed).set(listed.key, true satisfies Unverified);
}

/** Adds a changed verification to a commit, with its entry among the incomplete ones and the job of its next timed step. */
export function putVerification(
  store: Store,
  op: Deno.AtomicOperation,
  ladyId: number,
  verification: Verification,
): void {
  op.set(keys.verification(ladyId), verification);
  if (isComplete(verification)) op.delete(keys.unverified(ladyId));
  else op.set(keys.unverified(ladyId), true satisfies Unverified);
  const { endsAt, ended, takenDownAt, warnedAt } = verification;
  const dueAt = endsAt !== null
    ? (warnedAt === null ? warnsAt(endsAt) : endsAt)
    : ended && takenDownAt === null
    ? Math.min(ended.tellAt ?? Infinity, graceEndsAt(ended))
    : null;
  if (dueAt !== null) addJob(store, op, { kind: "verification_step", ladyId }, dueAt);
}

/**
 * As `putVerification`, for a verification that may publish her. If it does, she is told, it does not count as taken down
 * any more, and her record is returned, which the caller must add to the commit; else null.
 */
export function putPublishing(
  store: Store,
  op: Deno.AtomicOperation,
  record: LadyRecord,
  verification: Verification,
): LadyRecord | null {
  const published = publishedBy(verification, record, store.now());
  putVerification(store, op, record.id, published ? { ...verification, takenDownAt: null } : verification);
  if (published) {
    addNotice(store, op, record.id, `published:${store.now()}`, { kind: "published" });
    addProfileTranslations(store, op, record.id);
  }
  return published;
}
