/** What the job runner does by itself, beside running jobs. */
import { expect } from "expect";
import type { Store } from "../../kv/open.ts";
import { retentionHourUtc } from "../../kv/records/retention.ts";
import { dayMs, nextAtHour } from "../../kv/store/days.ts";
import { addJob } from "../../kv/store/jobs/queue.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { asOtherProcess, withAtomics } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { testApp } from "../testing/site.ts";
import { startJobRunner } from "./run_jobs.ts";

Deno.test("the nightly clearing is planned at the start, and anew every day where it was given up", async () => {
  await using site = await testApp();
  const { store, now } = site;
  const runner = startJobRunner(site.deps);
  await until(async () => (await clearings(store)).length > 0);
  for (const days of [1, 1, -1]) {
    expect((await clearings(store)).map(({ startsAt }) => startsAt)).toEqual([nextAtHour(now(), retentionHourUtc)]);
    // As if it was given up after half a day of failing.
    for (const { key } of await clearings(store)) await store.kv.delete(key);
    site.advance(days * dayMs);
    runner.wake();
    await until(async () => (await clearings(store)).length > 0);
  }
  await runner.stop();
});

async function addMail(store: Store, userId: number, dueAt: number): Promise<void> {
  const op = store.kv.atomic();
  addJob(store, op, { kind: "password_changed_mail", userId }, dueAt);
  await op.commit();
}

const mailDueAt = async (store: Store): Promise<number | undefined> => {
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
  return jobs.filter(({ value }) => value.kind === "password_changed_mail").map(({ key }) => Number(key[2]))[0];
};

Deno.test("what a clock that was ahead has written comes when it is put right: at the next start, or while the site runs", async () => {
  await using site = await testApp();
  const { store, now, outbox } = site;
  const james = await site.addMan();
  site.advance(dayMs / 2);
  await addMail(store, james.id, now());
  site.advance(-dayMs / 2);
  const runner = startJobRunner(site.deps);
  await until(() => outbox.mails().length === 1, "the mail of before the start");

  // The runner does not notice that the clock jumps ahead, only that it jumps back.
  const plannedFor = nextAtHour(now(), retentionHourUtc);
  site.advance(2 * dayMs);
  await until(async () => (await clearings(store)).some(({ startsAt }) => startsAt > plannedFor), "a look ahead");
  await addMail(store, james.id, now() + 3000);
  site.advance(-2 * dayMs);
  await until(async () => await mailDueAt(store) === now() + 3000, "the mail back in its time");
  expect(outbox.mails().length).toBe(1);
  site.advance(3000);
  await until(() => outbox.mails().length === 2, "the mail of before the step");
  await runner.stop();
});

Deno.test("nothing is done by a clock that has just jumped, and all of it when the clock is believed again", async () => {
  await using site = await testApp();
  const { store } = site;
  const james = await site.addMan();
  let looks = 0;
  let isInDoubt = true;
  await addMail(store, james.id, site.now() - 1);
  const runner = startJobRunner(site.deps, () => {
    looks++;
    return isInDoubt;
  });
  const before = looks;
  for (let times = 0; times < 5; times++) runner.wake();
  expect(looks).toBe(before + 5);
  expect(await mailDueAt(store)).toBe(site.now() - 1);
  expect(await clearings(store)).toEqual([]);
  isInDoubt = false;
  await until(async () => await mailDueAt(store) === undefined);
  await until(async () => (await clearings(store)).length > 0);
  await runner.stop();
});

Deno.test("what comes again each night is planned each day, also where it was given up", async () => {
  await using site = await testApp();
  const planned = async () =>
    (await Array.fromAsync(site.store.kv.list<Job>({ prefix: prefixes.jobs() }))).map(({ value }) => value.kind)
      .filter((kind) => ["retention", "search_alerts", "keep_figures"].includes(kind)).sort();
  const runner = startJobRunner(site.deps);
  for (let days = 0; days < 2; days++) {
    await until(async () => (await planned()).length === 3, "the plan of the day");
    for await (const { key } of site.store.kv.list({ prefix: prefixes.jobs() })) await site.store.kv.delete(key);
    site.advance(dayMs);
    runner.wake();
  }
  await runner.stop();
});

Deno.test("a store that cannot be written is not asked all the time, and its jobs are done when it can", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  await addMail(site.store, james.id, site.now());
  let [isFull, refused] = [true, 0];
  const store = withAtomics(site.store, (op) => {
    const commit = op.commit.bind(op);
    op.commit = async () => {
      if (!isFull) return await commit();
      refused++;
      throw new Error("database or disk is full");
    };
  });
  const runner = startJobRunner({ ...site.deps, store });
  await until(() => refused >= 2, "the lane and the upkeep have tried");
  const refusedAtFirst = refused;
  for (let wakes = 0; wakes < 50; wakes++) {
    runner.wake();
    await new Promise((resolve) => setTimeout(resolve));
  }
  // On a slow machine it may have tried once more each second, but not at each wake.
  expect(refused - refusedAtFirst).toBeLessThan(25);
  isFull = false;
  await until(() => site.outbox.mails().length === 1, "the mail");
  await runner.stop();
});

Deno.test("who asks for what is due is answered when it is done, each job once, also beside another instance", async () => {
  await using site = await testApp();
  const { store, now, outbox } = site;
  const james = await site.addMan();
  const runner = startJobRunner(site.deps);
  const beside = { ...site.deps, store: asOtherProcess(store) };
  const other = startJobRunner(beside);
  const mailsMax = 30;
  for (let at = 0; at < mailsMax; at++) await addMail(store, james.id, now());
  await Promise.all([runner.runDue(), other.runDue(), runner.runDue()]);
  // Without waiting for anything: all mails are there.
  expect(outbox.mails()).toHaveLength(mailsMax);
  expect(await mailDueAt(store)).toBeUndefined();
  await addMail(store, james.id, now() + 1000);
  await runner.runDue();
  expect(await mailDueAt(store)).toBe(now() + 1000);
  await Promise.all([runner.stop(), other.stop()]);
});

async function clearings(store: Store): Promise<{ key: Deno.KvKey; startsAt: number }[]> {
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
  return jobs.flatMap(({ key, value }) => value.kind === "retention" ? [{ key, startsAt: value.startsAt }] : []);
}
