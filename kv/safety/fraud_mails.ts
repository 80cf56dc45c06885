/**
 * Which of a man's fraud notices are mailed: one about each lady, however often she is let in and kept out again. A
 * later case may reach less far back than the one before, and not concern him at all.
 */
import { userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { laneOf } from "../store/jobs/lanes.ts";
import type { Job } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { isFraudStill } from "./fraud_cases.ts";
import { addNoticeMail, type Notice, noticesOf } from "./notices.ts";

export type FraudNotice = Notice & { kind: "fraud" };

const lookAgainAfterMs = 60_000;

/**
 * Whether the mail of this notice goes out now. It does not if she is no longer called a fraud, or if a later case has
 * told him of her. While a later case is being worked on, the mail is put off.
 */
export async function beginFraudMail(store: Store, notice: FraudNotice, origin?: string): Promise<boolean> {
  const { ladyId, userId, openedAt = 0 } = notice;
  if (!await isFraudStill(store, { ladyId })) return false;
  const lady = await userById(store, ladyId);
  // Ask before the notices are read: a case that was worked on until now may just have told him.
  if (lady?.suspension?.at !== openedAt && await isWorkedOn(store, ladyId)) {
    const op = store.groupCommits.atomic();
    addNoticeMail(store, op, notice, store.now() + lookAgainAfterMs, origin);
    await commitNow(op);
    return false;
  }
  const isLater = (other: Notice) =>
    other.kind === "fraud" && other.ladyId === ladyId && (other.openedAt ?? 0) > openedAt;
  return !(await noticesOf(store, userId)).some(isLater);
}

/** Whether a case about her is being worked on, so that somebody may still be told of her. */
async function isWorkedOn(store: Store, ladyId: number): Promise<boolean> {
  const lane = laneOf("fraud_refund");
  const all = { start: keys.job(lane, 0, ""), end: keys.job(lane, Infinity, "") };
  for await (const { value: job } of store.kv.list<Job>(all)) {
    if ((job.kind === "fraud_gather" || job.kind === "fraud_refund") && job.ladyId === ladyId) return true;
  }
  return false;
}
