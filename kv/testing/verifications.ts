/** For tests: ladies whose document and face were seen, and the way of a live check to its decision. */
import { lady, type User } from "../accounts/users.ts";
import { ladyById } from "../ladies/ladies.ts";
import { addNewLady } from "../ladies/new_ladies.ts";
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { decide } from "../vetting/approval_decisions.ts";
import { approvalOf } from "../vetting/approvals.ts";
import { askLiveCheck, type LiveCheck, receiveLiveVideo } from "../vetting/live_checks.ts";
import { addPhoto } from "../vetting/photo_changes.ts";
import { stepVerification } from "../vetting/verification_steps.ts";
import { noVerification, putVerification, type Verification, withCheck } from "../vetting/verifications.ts";
import { pictureFacts } from "./photos.ts";
import { createUser } from "./store.ts";

const adminId = 900_000;

/** A lady as she is after her sign-up: unpublished, with nothing verified. */
export async function createNewLady(store: Store): Promise<User> {
  const email = `${store.randomToken()}@ladies.test`;
  const user = await createUser(store, { firstname: "Marta", countryId: 804, groupId: lady, email });
  const op = store.kv.atomic();
  addNewLady(op, user);
  await commitNow(op);
  return user;
}

/** Notes that her document and her face were seen, whatever photo she has; her profile is as it was. */
export async function putChecks(store: Store, ladyId: number, changes: Partial<Verification> = {}): Promise<void> {
  const record = (await ladyById(store, ladyId))!;
  const now = store.now();
  const checked = withCheck(noVerification, {
    identity: { documentKind: "passport", checkedAt: now, by: adminId },
    live: { checkedAt: now, by: adminId, photoId: record.photos[0]?.id ?? 0 },
  }, now);
  const op = store.kv.atomic();
  putVerification(store, op, ladyId, { ...checked, ...changes });
  await commitNow(op);
}

/** Does every step of a verification that is due; answers which of its mails are written. Throws what a step threw. */
export async function runVerificationJobs(store: Store): Promise<string[]> {
  const mails: string[] = [];
  for (let done = 1; done > 0;) {
    done = await runDueJobs(store, async (job) => {
      if (job.kind === "verification_step") await stepVerification(store, job.ladyId);
      if (job.kind === "verification_mail") mails.push(job.notice);
    }, (_job, error) => {
      throw error;
    });
  }
  return mails;
}

/** Adds a photo to somebody's gallery and approves it; answers its id. */
export async function addShownPhoto(store: Store, ownerId: number): Promise<number> {
  const added = await addPhoto(store, ownerId, await pictureFacts(store));
  if (!added.ok) throw new Error(added.reason);
  await approve(store, "photo", added.photo.id);
  return added.photo.id;
}

export async function approve(store: Store, kind: "photo" | "profile", subjectId: number): Promise<void> {
  const decided = await decide(store, (await approvalOf(store, { kind, subjectId }))!.id, true);
  if (!decided.ok) throw new Error(decided.reason);
}

/** Her live check with a video that waits. */
export async function sendLiveVideo(store: Store, ladyId: number): Promise<LiveCheck> {
  const asked = await askLiveCheck(store, ladyId);
  if (!asked.ok) throw new Error(asked.reason);
  const video = { token: store.randomToken(), type: "video/webm", bytes: 5 } as const;
  const sent = await receiveLiveVideo(store, ladyId, asked.check.id, video);
  if (!sent.ok) throw new Error(sent.reason);
  return sent.check;
}
