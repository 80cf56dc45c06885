/** For tests of safety: an admin, a report, and the jobs that follow a suspension or a block. */
import { admin, type User } from "../accounts/users.ts";
import { keepLettersBack } from "../letters/kept_back.ts";
import type { Store } from "../open.ts";
import { gatherFraud, refundFraud } from "../safety/fraud_cases.ts";
import { fileReport } from "../safety/report_filing.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { endTalks, endTalksWithoutContact } from "../talks/endings.ts";
import { createUser, type TestStore, testStore } from "./store.ts";

export const createVera = (store: Store): Promise<User> =>
  createUser(store, { groupId: admin, firstname: "Vera", email: "vera@staff.test" });

/** A store with admins under these numbers. */
export async function storeWithAdmins(...ids: number[]): Promise<TestStore> {
  const store = await testStore();
  for (const id of ids) await createUser(store, { id, groupId: admin, email: `admin-${id}@staff.test` });
  return store;
}

/** The number of a report that waits. */
export async function reportOn(store: Store, reported: User, reporter: User): Promise<number> {
  const told = {
    reporterId: reporter.id,
    reportedId: reported.id,
    category: "abuse",
    text: "",
    from: "letter",
  } as const;
  const filed = await fileReport(store, told);
  if (!filed.ok) throw new Error(filed.reason);
  return filed.report.id;
}

/** Runs the jobs that are due until none is left; those that send something are dropped. Throws what they threw. */
export async function runSafetyJobs(store: Store): Promise<void> {
  const failures: unknown[] = [];
  for (let done = 1; done > 0;) {
    done = await runDueJobs(store, async (job) => {
      if (job.kind === "fraud_gather") await gatherFraud(store, job);
      else if (job.kind === "fraud_refund") await refundFraud(store, job);
      else if (job.kind === "keep_letters_back") {
        await endTalks(store, job.userId, job.otherId);
        await keepLettersBack(store, job.userId, job.otherId);
      } else if (job.kind === "end_contact") await endTalksWithoutContact(store, job.manId);
    }, (_job, error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
