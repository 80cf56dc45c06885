/**
 * Verification: that the site has seen a lady's document, and her face beside her photos. A new lady is published when
 * both were done and her profile was approved. Another main photo or 180 days end it; no picture of a document is kept.
 * A lady without a record was published before there was any verification, and carries no mark.
 */
import { dayMs } from "../store/days.ts";
import type { LadyRecord } from "../ladies/record.ts";
import { addProfileTranslations } from "../ladies/profile/words.ts";
import type { Store } from "../open.ts";
import { addNotice } from "../safety/notices.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";

export const documentKinds = ["passport", "id_card", "driving_licence"] as const;
export type DocumentKind = typeof documentKinds[number];

/** How long a live check holds. */
export const verificationDays = 180;
/** She is told so long before it ends. */
const warningDays = 14;
/** So long she stays published without the mark when it has ended. */
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

export interface Verification {
  identity: IdentityCheck | null;
  live: LiveAcceptance | null;
  /** When her first profile was approved. */
  profileApprovedAt: number | null;
  /** Since when identity and live check hold together: the date of the mark. */
  verifiedAt: number | null;
  endsAt: number | null;
  /** How the last one ended, while there is no new one; `graceFrom` where its grace began anew since. */
  ended: { at: number; because: "photo" | "time"; graceFrom?: number } | null;
  /** When she was told that it ends soon. */
  warnedAt: number | null;
  /** When the grace was over, which took her profile down where it was shown; null while it is not. */
  takenDownAt: number | null;
}

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

/** A lady's verification as it holds now; null for one who was published before there was any. */
export async function verificationOf(store: Store, ladyId: number): Promise<Verification | null> {
  const kept = await store.memory.recall(
    ["verification", ladyId],
    async () => (await store.kv.get<Verification>(keys.verification(ladyId))).value,
  );
  return kept && asOf(kept, store.now());
}

/** The ladies who are not published yet, or not verified any more. */
export async function unverifiedLadyIds(store: Store, limit = 200): Promise<number[]> {
  const ids: number[] = [];
  for await (const { key } of store.kv.list({ prefix: prefixes.unverified() }, { limit })) {
    ids.push(Number(key[1]));
  }
  return ids;
}

// ── pure ──────────────────────────────────────────────────────────────────

/** What a record means at a moment: time ends it, whether anybody has written that down or not. */
export function asOf(verification: Verification, nowMs: number): Verification {
  const { live, verifiedAt, endsAt } = verification;
  if (!live || nowMs < live.checkedAt + verificationDays * dayMs) return verification;
  const ended = verifiedAt === null ? verification.ended : { at: endsAt!, because: "time" as const };
  return { ...verification, live: null, verifiedAt: null, endsAt: null, ended };
}

/** Whether everything is there that publishes a lady. */
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

/** With another check of document or face; where both hold now, it is dated now. */
export function withCheck(
  verification: Verification,
  check: Partial<Pick<Verification, "identity" | "live">>,
  nowMs: number,
): Verification {
  const next = { ...asOf(verification, nowMs), ...check };
  if (!next.identity || !next.live) return next;
  const endsAt = next.live.checkedAt + verificationDays * dayMs;
  return { ...next, verifiedAt: nowMs, endsAt, ended: null, warnedAt: null };
}

/** When the grace of an ended verification is over. */
export const graceEndsAt = ({ at, graceFrom = at }: NonNullable<Verification["ended"]>): number =>
  graceFrom + graceDays * dayMs;

export const warnsAt = (endsAt: number): number => endsAt - warningDays * dayMs;

/**
 * The record of a lady whom this verification publishes, or null where it changes nothing: she was never published, or
 * the end of her grace took her down. Who is suspended is published when she is let back in.
 */
function publishedBy(verification: Verification, record: LadyRecord, nowMs: number): LadyRecord | null {
  const isOurs = record.firstTimeActivatedAt === null || verification.takenDownAt !== null;
  if (record.isPublished || record.isSuspended || !isOurs || !isComplete(verification)) return null;
  return { ...record, isPublished: true, firstTimeActivatedAt: record.firstTimeActivatedAt ?? nowMs };
}

// ── adding to a commit ────────────────────────────────────────────────────

/** Adds a changed verification to a commit, its place among those that lack something, and what time will ask for. */
export function putVerification(
  store: Store,
  op: Deno.AtomicOperation,
  ladyId: number,
  verification: Verification,
): void {
  op.set(keys.verification(ladyId), verification);
  if (isComplete(verification)) op.delete(keys.unverified(ladyId));
  else op.set(keys.unverified(ladyId), null);
  const { endsAt, ended, takenDownAt, warnedAt } = verification;
  const dueAt = endsAt !== null
    ? (warnedAt === null ? warnsAt(endsAt) : endsAt)
    : ended && takenDownAt === null
    ? graceEndsAt(ended)
    : null;
  if (dueAt !== null) addJob(store, op, { kind: "verification_step", ladyId }, dueAt);
}

/**
 * The same for one that may publish her: answers her record where it does, to be added as well, and else null. Whoever is
 * published was not taken down, and is told.
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

/** Adds the end to a commit that shows another main photo than the one her face was compared with. Costs one check. */
export async function endByPhoto(
  store: Store,
  op: Deno.AtomicOperation,
  { id, isPublished }: LadyRecord,
  mainPhotoId: number | null,
): Promise<void> {
  const entry = await store.kv.get<Verification>(keys.verification(id));
  op.check(entry);
  const standing = entry.value && asOf(entry.value, store.now());
  if (!standing?.live || standing.live.photoId === mainPhotoId) return;
  const wasVerified = standing.verifiedAt !== null;
  const ended = wasVerified ? { at: store.now(), because: "photo" as const } : standing.ended;
  putVerification(store, op, id, { ...standing, live: null, verifiedAt: null, endsAt: null, ended });
  // The mail says how long her profile is still shown: one that is not shown has no such time.
  if (wasVerified && isPublished) {
    addJob(store, op, { kind: "verification_mail", userId: id, notice: "ended_by_photo" });
  }
}
