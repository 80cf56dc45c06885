/**
 * What a staff member records of a lady: that a document was seen, and whether her live check shows the person of her
 * photos. If that completes the verification of a new lady, the same commit publishes her.
 */
import { trimText } from "../../chat/shared/text.ts";
import { checkActingAdmin } from "../accounts/users.ts";
import { dateOf, dayMs } from "../store/days.ts";
import { transactLady } from "../ladies/profile/changing.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { newDecision, putDecision } from "../safety/decisions.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { endLiveCheck, isSeenBy, type LiveCheck, type LiveRejection } from "./live_checks.ts";
import { type DocumentKind, noVerification, putPublishing, type Verification, withCheck } from "./verifications.ts";

type Decided = Result<{ verification: Verification }>;

/** UTF-16 units of what is added to a reason. */
export const rejectionWordsMax = 300;
/** A document that was seen longer ago says too little. */
const documentDaysMax = 180;

/**
 * Records that a document was seen: only its kind and the day. Refuses `not_found`, `wrong_role` if the actor is no acting
 * admin, and `invalid` for a day in the future or longer ago than `documentDaysMax`.
 */
export function recordIdentity(
  store: Store,
  seen: { ladyId: number; documentKind: DocumentKind; checkedAt: number; actorId: number },
): Promise<Decided> {
  const { ladyId, documentKind, checkedAt, actorId } = seen;
  const ageMs = store.now() - checkedAt;
  if (ageMs < 0 || ageMs > documentDaysMax * dayMs) {
    return Promise.resolve(refuse("invalid", { fields: { checkedOn: "wrong_value" } }));
  }
  return change(store, seen, ({ op, verification }) => {
    const details = { documentKind, checkedOn: dateOf(checkedAt) };
    putAuditRecord(store, op, { action: "identity_recorded", actorId, subject: `lady:${ladyId}`, details });
    return withCheck(verification, { identity: { documentKind, checkedAt, by: actorId } }, store.now());
  });
}

export interface LiveVerdict {
  ladyId: number;
  /** The check that was looked at: a newer one has another video. */
  checkId: string;
  /** The main photo that was shown beside the video, which an acceptance vouches for; null if there was none. */
  photoId: number | null;
  actorId: number;
  /** False refuses to accept a video that this admin has not played, so that the page asks first. */
  isSure?: boolean;
  /** Null accepts. */
  rejection: { reason: LiveRejection; words: string } | null;
}

/**
 * Accepts or rejects a live check; the lady is told, and the video is deleted. Refuses `not_found` if there is no such
 * lady, `wrong_role` if the actor is no acting admin, `conflict` if the check does not wait (any more), and `invalid` for
 * too many words. An acceptance is also refused with `photo_missing` if she has no approved photo, and with `conflict` if
 * her main photo is not `photoId` any more; and with `invalid` ("sure") if the actor is not sure and has not played the
 * video, which is deleted for good.
 */
export async function decideLiveCheck(store: Store, verdict: LiveVerdict): Promise<Decided> {
  const { ladyId, checkId, actorId, rejection } = verdict;
  const words = trimText(rejection?.words ?? "");
  if (words.length > rejectionWordsMax) return refuse("invalid", { fields: { words: "too_long" } });
  const wanted = { userId: ladyId, kind: "live_check", facts: words, decidedBy: actorId } as const;
  const decision = rejection && await newDecision(store, wanted);
  return await change(store, verdict, async ({ op, record, verification }) => {
    const entry = await store.kv.get<LiveCheck>(keys.liveCheck(ladyId));
    if (entry.value?.id !== checkId || entry.value.state !== "waiting") return refuse("conflict");
    op.check(entry);
    const photoId = record.photos[0]?.id;
    if (!rejection && photoId === undefined) return refuse("photo_missing");
    if (!rejection && photoId !== verdict.photoId) return refuse("conflict");
    const { video } = entry.value;
    if (!rejection && verdict.isSure === false && video && !isSeenBy(video, actorId)) {
      return refuse("invalid", { fields: { sure: "required" } });
    }
    endLiveCheck(store, op, entry.value, {
      state: rejection ? "refused" : "accepted",
      refusal: rejection && { reason: rejection.reason, words },
    });
    addJob(store, op, {
      kind: "verification_mail",
      userId: ladyId,
      notice: rejection ? "live_refused" : "live_accepted",
    });
    putAuditRecord(store, op, {
      action: rejection ? "live_check_refused" : "live_check_accepted",
      actorId,
      subject: `lady:${ladyId}`,
      details: decision ? { reason: rejection!.reason, words, ...putDecision(op, decision) } : { photoId: photoId! },
    });
    if (rejection) return null;
    const live = { checkedAt: store.now(), by: actorId, photoId: photoId! };
    return withCheck(verification, { live }, store.now());
  });
}

interface Present {
  op: Deno.AtomicOperation;
  record: LadyRecord;
  verification: Verification;
}

/** Commits the verification that `decide` returns (null: it stays as it is), with her profile if that publishes it. */
function change(
  store: Store,
  { ladyId, actorId }: { ladyId: number; actorId: number },
  decide: (present: Present) => Promise<Verification | null | Exclude<Decided, { ok: true }>> | Verification,
): Promise<Decided> {
  return transactLady<Decided>(store, ladyId, async () => {
    const [entry, profile] = await store.kv.getMany<[Verification, LadyRecord]>([
      keys.verification(ladyId),
      keys.lady(ladyId),
    ]);
    const record = profile.value;
    if (!record) return { done: refuse("not_found") };
    const op = store.kv.atomic().check(entry, profile);
    const noAdmin = await checkActingAdmin(store, op, actorId);
    if (noAdmin) return { done: noAdmin };
    const before = entry.value ?? firstOf(record);
    const decided = await decide({ op, record, verification: before });
    if (decided && "reason" in decided) return { done: decided };
    if (!decided) return { commit: op, result: { ok: true, verification: before } };
    const published = putPublishing(store, op, record, decided);
    if (published) op.set(profile.key, published);
    // Even if her record stays the same: her pages show the mark.
    const lady = published ?? record;
    return { commit: op, result: { ok: true, verification: decided }, lady, isVisibilityChanged: published !== null };
  });
}

/** The first verification of a lady who was published before there were any: her profile counts as approved since then. */
const firstOf = ({ firstTimeActivatedAt }: LadyRecord): Verification => ({
  ...noVerification,
  profileApprovedAt: firstTimeActivatedAt,
});
