/**
 * The timed steps of a verification. The lady is told 14 days before it ends and, if she is published, when it ends, or an
 * hour later if she may still put back the main photo that it held for. 14 days after the end her profile is taken down
 * until there is a new verification. Each step is done by a job that is due at its time; a step that comes too early or
 * twice changes nothing. While she is suspended all steps wait, because she could neither read of them nor renew.
 */
import { transactLady } from "../ladies/profile/changing.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { takeNoticesBack } from "../safety/notices.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { VerificationNotice } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { asOf, graceEndsAt, putPublishing, putVerification, type Verification, warnsAt } from "./verifications.ts";

interface Step {
  verification: Verification;
  notice: VerificationNotice | null;
  /** Null if her profile stays as it is. */
  record: LadyRecord | null;
}

/** Does the next step that is due for a lady, if any is. */
export function stepVerification(store: Store, ladyId: number): Promise<void> {
  return transactLady<void>(store, ladyId, async () => {
    const [entry, profile] = await store.kv.getMany<[Verification, LadyRecord]>([
      keys.verification(ladyId),
      keys.lady(ladyId),
    ]);
    if (profile.value?.isSuspended) return { done: undefined };
    const step = entry.value && profile.value && nextStep(entry.value, profile.value, store.now());
    if (!step) return { done: undefined };
    const op = store.kv.atomic().check(entry, profile);
    putVerification(store, op, ladyId, step.verification);
    if (step.record) {
      op.set(profile.key, step.record);
      await takeNoticesBack(store, op, ladyId, "published");
    }
    if (step.notice) addJob(store, op, { kind: "verification_mail", userId: ladyId, notice: step.notice });
    return {
      commit: op,
      result: undefined,
      lady: step.record ?? profile.value,
      isVisibilityChanged: step.record !== null,
    };
  });
}

/**
 * Adds what waited to the commit that lets a suspended lady back in: she is published if nothing is missing any more, her
 * grace begins anew, and the steps go on. `record` is her record as that commit makes it. Returns it with these changes.
 * Adds one check.
 */
export async function putResumedVerification(
  store: Store,
  op: Deno.AtomicOperation,
  record: LadyRecord,
): Promise<LadyRecord> {
  const entry = await store.kv.get<Verification>(keys.verification(record.id));
  op.check(entry);
  if (!entry.value) return record;
  // Whatever photo stood first meanwhile, no grace went by.
  const standing = { ...asOf(entry.value, store.now()), graceUsedMs: 0 };
  const { ended } = standing;
  if (!ended || !record.isPublished) return putPublishing(store, op, record, standing) ?? record;
  putVerification(store, op, record.id, { ...standing, ended: { ...toldOf(ended), graceFrom: store.now() } });
  addJob(store, op, { kind: "verification_mail", userId: record.id, notice: `ended_by_${ended.because}` });
  return record;
}

function nextStep(stored: Verification, record: LadyRecord, nowMs: number): Step | null {
  const standing = asOf(stored, nowMs);
  if (stored.verifiedAt !== null && standing.verifiedAt === null) {
    // The mail says how long her profile is still shown, which has no meaning for one that is not shown.
    return { verification: standing, notice: record.isPublished ? "ended_by_time" : null, record: null };
  }
  const { endsAt, warnedAt, ended, takenDownAt } = standing;
  if (endsAt !== null && warnedAt === null && nowMs >= warnsAt(endsAt)) {
    return { verification: { ...standing, warnedAt: nowMs }, notice: "ends_soon", record: null };
  }
  if (ended && takenDownAt === null && nowMs >= graceEndsAt(ended)) {
    const verification = { ...standing, takenDownAt: nowMs };
    if (!record.isPublished) return { verification, notice: null, record: null };
    return { verification, notice: "taken_down", record: { ...record, isPublished: false } };
  }
  if (ended?.tellAt !== undefined && takenDownAt === null && nowMs >= ended.tellAt) {
    const verification = { ...standing, ended: toldOf(ended) };
    return { verification, notice: record.isPublished ? "ended_by_photo" : null, record: null };
  }
  return null;
}

function toldOf(ended: NonNullable<Verification["ended"]>): NonNullable<Verification["ended"]> {
  const { tellAt: _told, ...rest } = ended;
  return rest;
}
