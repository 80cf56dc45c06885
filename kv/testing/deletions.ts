/** For tests of deletions: erasing as its jobs do it. */
import { secondPassMs } from "../accounts/deletions.ts";
import { beginEvidence, noteEvidence } from "../credits/payments/dispute_evidence.ts";
import { noteRefundOutcome } from "../credits/payments/sending_refunds.ts";
import type { Store } from "../open.ts";
import { eraseMember } from "../records/own_data/erase.ts";
import { closeLedger } from "../records/own_data/erasing/money.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import type { TestStore } from "./store.ts";

const noFiles = (): Promise<void> => Promise.resolve();

type RemoveFile = (name: string) => Promise<void>;

/**
 * Erases, and closes a ledger, if the job says so. Refunds and evidence are taken by their provider, which reports
 * nothing more; other jobs are dropped.
 */
export async function doErasing(store: Store, job: Job, removeFile: RemoveFile): Promise<void> {
  if (job.kind === "erase_member") await eraseMember(store, job.userId, removeFile);
  if (job.kind === "close_ledger") await closeLedger(store, job.manId);
  if (job.kind === "refund_money") {
    await noteRefundOutcome(store, job.paymentId, job.refundId, { state: "sent", providerRefundId: "re_taken" });
  }
  if (job.kind === "send_evidence") {
    const begun = await beginEvidence(store, job.paymentId);
    if (begun) await noteEvidence(store, begun.evidence, { state: "done", dueAt: null });
  }
}

/** Runs the jobs that are due. Throws what the erasing threw. */
export async function eraseDue(store: TestStore, removeFile: RemoveFile = noFiles): Promise<void> {
  await runDueJobs(store, (job) => doErasing(store, job, removeFile), (_job, error) => {
    throw error;
  });
}

/** Runs both passes of the erasing, a minute apart. */
export async function eraseAll(store: TestStore, removeFile: RemoveFile = noFiles): Promise<void> {
  await eraseDue(store, removeFile);
  store.clock.advance({ ms: secondPassMs });
  await eraseDue(store, removeFile);
}
