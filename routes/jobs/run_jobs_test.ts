/** What the runner looks after by itself, beside the jobs that are there. */
import { expect } from "expect";
import type { Job } from "../../kv/jobs.ts";
import type { Store } from "../../kv/open.ts";
import { prefixes } from "../../kv/prefixes.ts";
import { nextRunAfter } from "../../kv/retention.ts";
import { until } from "../../tests/patience.ts";
import { testApp } from "../testing.ts";
import { startJobRunner } from "./run_jobs.ts";

const dayMs = 24 * 3600_000;

Deno.test("the nightly clearing is planned at the start, and anew every day where it was given up", async () => {
  await using site = await testApp();
  const { store, now } = site;
  const runner = startJobRunner(site.house);
  await until(async () => (await clearings(store)).length > 0);
  for (const days of [1, 1, -1]) {
    expect((await clearings(store)).map(({ startsAt }) => startsAt)).toEqual([nextRunAfter(now())]);
    // Given up, after half a day of failing.
    for (const { key } of await clearings(store)) await store.kv.delete(key);
    site.advance(days * dayMs);
    runner.poke();
    await until(async () => (await clearings(store)).length > 0);
  }
  await runner.stop();
});

async function clearings(store: Store): Promise<{ key: Deno.KvKey; startsAt: number }[]> {
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
  return jobs.flatMap(({ key, value }) => value.kind === "retention" ? [{ key, startsAt: value.startsAt }] : []);
}
