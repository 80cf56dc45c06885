/** The nightly run over what is past its time, for tests. */
import type { Store } from "../../open.ts";
import { nextAtHour } from "../../store/days.ts";
import { runDueJobs } from "../../store/jobs/queue.ts";
import type { Job, RetentionJob } from "../../store/jobs/work.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { TestStore } from "../../testing/store.ts";
import { doRetention, planRetention, retentionHourUtc } from "../retention.ts";

export const retentionJobs = async (store: Store): Promise<RetentionJob[]> => {
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
  return jobs.flatMap(({ value }) => value.kind === "retention" ? [value] : []);
};

/** Runs what is due until the run of tonight is over. */
export async function clearTonight(store: TestStore): Promise<void> {
  await planRetention(store);
  store.clock.now = nextAtHour(store.now(), retentionHourUtc);
  for (let pass = 0; (await retentionJobs(store)).some(({ startsAt }) => startsAt <= store.now()); pass++) {
    if (pass > 200) throw new Error("it does not end");
    const run = async (job: Job) => {
      if (job.kind !== "retention") throw new Error("not now");
      await doRetention(store, job);
    };
    await runDueJobs(store, run, (job, error) => {
      if (job.kind === "retention") throw error;
    });
  }
}
