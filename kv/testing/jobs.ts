/** For tests of what writes jobs. */
import type { Store } from "../open.ts";
import { prefixes } from "../store/prefixes.ts";
import type { Job } from "../store/jobs/work.ts";

/** All jobs that wait, whether they are due or not. */
export async function jobsOf(store: Pick<Store, "kv">): Promise<Job[]> {
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
  return jobs.map(({ value }) => value);
}
