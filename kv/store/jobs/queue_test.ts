import { expect } from "expect";
import { type TestStore, testStore } from "../../testing/store.ts";
import { prefixes } from "../prefixes.ts";
import { addJob, runDueJobs } from "./queue.ts";
import { attemptsAtMost, type Job } from "./work.ts";

async function addMail(store: TestStore, userId: number, dueAt?: number): Promise<void> {
  const op = store.kv.atomic();
  addJob(store, op, { kind: "password_changed_mail", userId }, dueAt);
  await op.commit();
}

const waiting = (store: TestStore) => Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
const nothing = () => Promise.resolve();
const fail = () => Promise.reject(new Error("no line"));
const unexpected = (_: Job, error: unknown) => {
  throw error;
};

Deno.test("a job is run once and is gone", async () => {
  using store = await testStore();
  await addMail(store, 7);
  const ran: Job[] = [];
  const run = async (job: Job) => void ran.push(job);
  expect(await runDueJobs(store, run, unexpected)).toBe(1);
  expect(await runDueJobs(store, run, unexpected)).toBe(0);
  expect(ran).toMatchObject([{ kind: "password_changed_mail", userId: 7, attempts: 0 }]);
  expect(await waiting(store)).toEqual([]);
});

Deno.test("a job that is not committed does not exist", async () => {
  using store = await testStore();
  addJob(store, store.kv.atomic(), { kind: "password_changed_mail", userId: 7 });
  expect(await runDueJobs(store, nothing, unexpected)).toBe(0);
});

Deno.test("jobs run in the order they are due, and none before its time", async () => {
  using store = await testStore();
  await addMail(store, 3, store.now() + 2000);
  await addMail(store, 2, store.now() + 1000);
  await addMail(store, 1, store.now());
  const ran: number[] = [];
  const run = async (job: Job) => void ran.push("userId" in job ? job.userId! : 0);
  await runDueJobs(store, run, unexpected);
  expect(ran).toEqual([1]);
  store.clock.advance({ seconds: 2 });
  await runDueJobs(store, run, unexpected);
  expect(ran).toEqual([1, 2, 3]);
});

Deno.test("a job that is being run is leased: nobody else runs it, until its holder is given up for dead", async () => {
  using store = await testStore();
  await addMail(store, 7);
  const never = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const hold = () => {
    begun.resolve();
    return never.promise;
  };
  const held = runDueJobs(store, hold, unexpected);
  // Whoever looks first may get the job, so the others look once it is held.
  await begun.promise;
  let seconds = 0;
  const others: number[] = [];
  for (; seconds <= 60; seconds += 20) {
    others.push(await runDueJobs(store, nothing, unexpected));
    store.clock.advance({ seconds: 20 });
  }
  never.resolve();
  await held;
  expect(others).toEqual([0, 0, 0, 1]);
});

Deno.test("two runners at once never both run a job", async () => {
  using store = await testStore();
  for (let userId = 1; userId <= 20; userId++) await addMail(store, userId);
  const ran: number[] = [];
  const run = async (job: Job) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    ran.push("userId" in job ? job.userId! : 0);
  };
  await Promise.all([1, 2, 3].map(() => runDueJobs(store, run, unexpected)));
  expect(ran.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
});

Deno.test("a failed job is reported and tried again with growing pauses", async () => {
  using store = await testStore();
  await addMail(store, 7);
  const failures: unknown[] = [];
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    expect(await runDueJobs(store, fail, (job) => failures.push(job.attempts))).toBe(0);
    const dueAt = Number((await waiting(store))[0]!.key[2]);
    pauses.push((dueAt - store.now()) / 1000);
    store.clock.now = dueAt;
  }
  expect(failures).toEqual([0, 1, 2, 3]);
  expect(pauses).toEqual([30, 60, 120, 240]);
  expect(await runDueJobs(store, nothing, unexpected)).toBe(1);
});

Deno.test("a job that always fails is given up in the end", async () => {
  using store = await testStore();
  await addMail(store, 7);
  let failures = 0;
  for (let attempt = 0; attempt < 50; attempt++) {
    await runDueJobs(store, fail, () => failures++);
    store.clock.advance({ hours: 6 });
  }
  expect(failures).toBe(attemptsAtMost);
  expect(await waiting(store)).toEqual([]);
});

Deno.test("what nobody would ask for again is tried until it is done, however long that takes", async () => {
  using store = await testStore();
  const op = store.kv.atomic();
  addJob(store, op, { kind: "photo_files", ownerId: 7, token: "of-a-removed-photo", cut: 1 });
  await op.commit();
  for (let attempt = 0; attempt < 4 * attemptsAtMost; attempt++) {
    await runDueJobs(store, fail, () => {});
    store.clock.advance({ hours: 6 });
  }
  expect(await waiting(store)).toMatchObject([{ value: { kind: "photo_files", token: "of-a-removed-photo" } }]);
  expect(await runDueJobs(store, nothing, unexpected)).toBe(1);
  expect(await waiting(store)).toEqual([]);
});

Deno.test("who comes back late and failed does not bring a job to life that another has done", async () => {
  using store = await testStore();
  await addMail(store, 7);
  const line = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = runDueJobs(store, () => (begun.resolve(), line.promise), () => {});
  await begun.promise;
  store.clock.advance({ seconds: 61 });
  expect(await runDueJobs(store, nothing, unexpected)).toBe(1);
  line.reject(new Error("no line"));
  await late;
  expect(await waiting(store)).toEqual([]);
});
