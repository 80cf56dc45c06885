/** Jobs are found even if they were written before there were lanes, or by a clock that was ahead. */
import { expect } from "expect";
import { openStore } from "../../open.ts";
import { type TestStore, testStore } from "../../testing/store.ts";
import { withOwnRepeats } from "../handles/own_repeats.ts";
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";
import { addJob, runDueJobs } from "./queue.ts";
import { bringJobsBack, moveJobsIntoLanes } from "./upkeep.ts";
import type { Job, Work } from "./work.ts";

const unexpected = (_: Job, error: unknown) => {
  throw error;
};

async function add(store: TestStore, work: Work, dueAt?: number): Promise<void> {
  const op = store.kv.atomic();
  addJob(store, op, work, dueAt);
  await op.commit();
}

const jobsOf = async (store: Pick<TestStore, "kv">) =>
  (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() })))
    .map(({ key, value }) => ({ kind: value.kind, dueAt: Number(key[2]) }));

Deno.test("a store from before there were lanes is opened with its jobs in them, each done once when it is due", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lanes-" });
  const location = `${folder}/kv.sqlite3`;
  const dueAt = Date.UTC(2026, 2, 1);
  const old = await Deno.openKv(location);
  for (let letterId = 1; letterId <= 25; letterId++) {
    const job = { kind: "letter_mail", letterId, id: `old-${letterId}`, attempts: 3, leasedUntil: 0 };
    await old.set(["job", dueAt + letterId, job.id], job);
  }
  await old.set(["job", dueAt, "code"], { kind: "confirmation_mail", confirmationId: "c", id: "code", attempts: 0 });
  await old.set(["job", dueAt, "gone"], { kind: "what_nobody_does_any_more", id: "gone" });
  old.close();
  let now = dueAt + 10;
  const store = await openStore({ location, secret: "s", now: () => now });
  const done: Job[] = [];
  const run = async (job: Job) => void done.push(job);
  expect(await runDueJobs(store, run, unexpected)).toBe(11);
  now += 100;
  expect(await runDueJobs(store, run, unexpected)).toBe(15);
  expect(new Set(done.map(({ id }) => id)).size).toBe(26);
  expect(done.filter(({ kind, attempts }) => kind === "letter_mail" && attempts === 3).length).toBe(25);
  store.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("what an instance of an older build writes meanwhile is brought into its lane as well, once", async () => {
  using store = await testStore();
  const job = { kind: "letter_mail", letterId: 1, id: "old", attempts: 0, leasedUntil: 0 };
  await store.kv.set(["job", store.now(), "old"], job);
  await Promise.all([1, 2, 3].map(() => moveJobsIntoLanes(store.kv)));
  expect(await jobsOf(store)).toEqual([{ kind: "letter_mail", dueAt: store.now() }]);
  expect(await Array.fromAsync(store.kv.list({ prefix: ["job"] }))).toEqual([]);
});

Deno.test("jobs of a clock that was ahead come when they would have come by the right one", async () => {
  using store = await testStore();
  const rightNow = store.now();
  store.clock.advance({ hours: 5 });
  await add(store, { kind: "confirmation_mail", confirmationId: "c" });
  await add(store, { kind: "letter_mail", letterId: 1 }, store.now() + 3000);
  store.clock.now = rightNow;
  // A job that the right clock wrote for later stays there.
  await add(store, { kind: "fraud_mail", userId: 7, noticeId: "n" }, rightNow + 3600_000);
  for (let times = 0; times < 2; times++) await bringJobsBack(store.kv, rightNow, () => false);
  expect(await jobsOf(store)).toEqual([
    { kind: "confirmation_mail", dueAt: rightNow },
    { kind: "letter_mail", dueAt: rightNow + 3000 },
    { kind: "fraud_mail", dueAt: rightNow + 3600_000 },
  ]);
});

Deno.test("jobs are moved in commits that a store elsewhere takes, however many there are", async () => {
  using store = await testStore();
  const kv = withOwnRepeats(store.kv, store.randomToken);
  const rightNow = store.now();
  store.clock.advance({ hours: 5 });
  for (let letterId = 1; letterId <= 25; letterId++) await add(store, { kind: "letter_mail", letterId });
  await bringJobsBack(kv, rightNow, () => false);
  expect(await jobsOf(store)).toEqual(Array.from({ length: 25 }, () => ({ kind: "letter_mail", dueAt: rightNow })));
});

Deno.test("what is due on a date of its own keeps it, and what is being done stays in its hand", async () => {
  using store = await testStore();
  const rightNow = store.now();
  store.clock.advance({ hours: 5 });
  const aheadNow = store.now();
  await add(store, { kind: "expire_payment", paymentId: "p" }, aheadNow + 1000);
  await add(store, { kind: "confirmation_mail", confirmationId: "c" });
  await bringJobsBack(store.kv, rightNow, (lane) => lane === "codes");
  expect(await jobsOf(store)).toEqual([
    { kind: "confirmation_mail", dueAt: aheadNow },
    { kind: "expire_payment", dueAt: aheadNow + 1000 },
  ]);
});

Deno.test("a lease of a clock that was ahead holds a job no longer than any other", async () => {
  using store = await testStore();
  const job = { kind: "letter_mail", letterId: 1, id: "j", attempts: 0, leasedUntil: store.now() + 5 * 3600_000 };
  await store.kv.set(keys.job("news", store.now(), "j"), job);
  expect(await runDueJobs(store, async () => {}, unexpected)).toBe(1);
});
