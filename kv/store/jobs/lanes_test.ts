/** Every kind of work has its lane; slow work holds up nothing but its own lane. */
import { expect } from "expect";
import { until } from "../../../tests/patience.ts";
import { asOtherProcess, type TestStore, testStore } from "../../testing/store.ts";
import { asDistantProcess, Way } from "../../testing/distant_store.ts";
import { prefixes } from "../prefixes.ts";
import { HeldLease } from "./held_lease.ts";
import { LaneRunner } from "./lane_runner.ts";
import { kinds, type Lane, laneNames, laneOf, lanes } from "./lanes.ts";
import { addJob, runDueJobs } from "./queue.ts";
import type { Job, Work } from "./work.ts";

const news = (letterId: number): Work => ({ kind: "letter_mail", letterId });
const code = (confirmationId: string): Work => ({ kind: "confirmation_mail", confirmationId });

async function add(store: TestStore, ...works: Work[]): Promise<void> {
  for (let from = 0; from < works.length; from += 200) {
    const op = store.kv.atomic();
    for (const work of works.slice(from, from + 200)) addJob(store, op, work);
    await op.commit();
  }
}

const unexpected = (_: Job, error: unknown) => {
  throw error;
};

/** Work that ends when the test says so. */
function heldWork() {
  const [begun, ends] = [[] as Job[], new Map<string, () => void>()];
  return {
    begun,
    run: (job: Job) => new Promise<void>((resolve) => (begun.push(job), ends.set(job.id, resolve))),
    end: ({ id }: Job) => ends.get(id)!(),
    /** Ends all work that has begun so far. */
    endAll() {
      for (const end of ends.values()) end();
    },
  };
}

Deno.test("every kind that somebody does has a lane, and each lane has work", async () => {
  const doing = await Deno.readTextFile(new URL("../../../routes/jobs/work.ts", import.meta.url));
  const done = Array.from(doing.matchAll(/case "(\w+)":/g), ([, kind]) => kind!);
  expect(done.length).toBeGreaterThan(25);
  expect(Object.keys(kinds).toSorted()).toEqual(done.toSorted());
  expect([...new Set(Object.values(kinds).map(([lane]) => lane))].toSorted()).toEqual(laneNames.toSorted());
});

Deno.test("work without a lane is never written", async () => {
  using store = await testStore();
  const unheardOf = { kind: "unheard_of" } as unknown as Work;
  expect(() => addJob(store, store.kv.atomic(), unheardOf)).toThrow("has no lane");
});

Deno.test("what nobody here could do is not written", async () => {
  using store = await testStore();
  const without = { ...store, without: new Set<Work["kind"]>(["letter_push"]) };
  const op = store.kv.atomic();
  addJob(without, op, { kind: "letter_push", letterId: 1 });
  addJob(without, op, news(1));
  await op.commit();
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
  expect(jobs.map(({ value }) => value.kind)).toEqual(["letter_mail"]);
});

Deno.test("a code and a capture are done while a thousand news stand still", async () => {
  using store = await testStore();
  await add(store, ...Array.from({ length: 1000 }, (_, id) => news(id)));
  store.clock.advance({ seconds: 1 });
  await add(store, code("c"), { kind: "capture_payment", paymentId: "p" });
  const held = heldWork();
  const done: string[] = [];
  const hasBoth = Promise.withResolvers<void>();
  const running = runDueJobs(store, async (job) => {
    if (job.kind === "letter_mail") return await held.run(job);
    if (done.push(job.kind) === 2) hasBoth.resolve();
  }, unexpected);
  await hasBoth.promise;
  expect(done.toSorted()).toEqual(["capture_payment", "confirmation_mail"]);
  expect(held.begun.length).toBeLessThanOrEqual(lanes.news);
  await finish(held, running);
});

/** Ends all work that has begun, and what begins then, until `running` is over. */
async function finish(held: ReturnType<typeof heldWork>, running: Promise<unknown>): Promise<void> {
  let isOver = false;
  running.finally(() => isOver = true);
  while (!isOver) {
    held.endAll();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

Deno.test("a lane does as many at once as its table says, and all that is due in the end", async () => {
  using store = await testStore();
  const count = 250;
  await add(store, ...Array.from({ length: count }, (_, id) => news(id)));
  let [atOnce, most, done] = [0, 0, 0];
  const run = async () => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve));
    atOnce--;
    done++;
  };
  expect(await runDueJobs(store, run, unexpected)).toBe(count);
  expect([most, done]).toEqual([lanes.news, count]);
});

Deno.test("one that stands still holds one hand, and what comes later is done by the others", async () => {
  using store = await testStore();
  await add(store, code("stands still"));
  const held = heldWork();
  const done: string[] = [];
  const lane = new LaneRunner(store, "codes", {
    run: async (job) => {
      if (job.kind !== "confirmation_mail") throw new Error("only codes");
      if (job.confirmationId === "stands still") await held.run(job);
      done.push(job.confirmationId);
    },
    onFailure: unexpected,
  });
  const first = lane.runDue();
  while (held.begun.length === 0) await new Promise((resolve) => setTimeout(resolve));
  await add(store, code("later"));
  expect(await lane.runDue()).toBe(1);
  expect(done).toEqual(["later"]);
  held.endAll();
  expect(await first).toBe(1);
});

Deno.test("codes that take long are overtaken by others, as many as the table says; news are not", async () => {
  using store = await testStore();
  const pace = { renewEveryMs: 60_000, overtakeAfterMs: 0 };
  for (const [name, work, atOnce] of [["codes", code("c"), lanes.codes + 16], ["news", news(1), lanes.news]] as const) {
    await add(store, ...Array.from({ length: 30 }, () => work));
    const held = heldWork();
    const lane = new LaneRunner(store, name, { run: held.run, onFailure: unexpected }, pace);
    const running = lane.runDue();
    await until(() => held.begun.length >= atOnce, "as many as may be under way");
    held.end(held.begun[0]!);
    await until(() => held.begun.length > atOnce, "another in the place of the one that is over");
    expect([name, held.begun.length]).toEqual([name, atOnce + 1]);
    await finish(held, running);
    expect([name, await running]).toEqual([name, 30]);
  }
});

Deno.test("a job that takes long stays its holder's, and may fail late; who stopped waits for it", async () => {
  using store = await testStore();
  await add(store, code("c"));
  const isOver = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  const work = { run: () => isOver.promise, onFailure: (_: Job, error: unknown) => failures.push(error) };
  const lane = new LaneRunner(store, "codes", work, { renewEveryMs: 1, overtakeAfterMs: 0 });
  const running = lane.runDue();
  const other = asOtherProcess(store);
  const jobNow = async () =>
    (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }))).map(({ value }) => value)[0];
  for (let minute = 0; minute < 5; minute++) {
    await until(async () => (await jobNow())?.leasedUntil === store.now() + 60_000, "a lease for another minute");
    store.clock.advance({ seconds: 50 });
    expect(await runDueJobs(other, work.run, unexpected)).toBe(0);
  }
  lane.stop();
  isOver.reject(new Error("no line"));
  expect([await running, failures.length]).toEqual([0, 1]);
  expect(await jobNow()).toMatchObject({ attempts: 1, leasedUntil: 0 });
});

Deno.test("a lease whose renewal is written and answered too late stays its holder's", async () => {
  using store = await testStore();
  await add(store, code("c"));
  const jobNow = async () => (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() })))[0]!;
  const way = new Way();
  const distant = asDistantProcess(store, way, store.randomToken());
  const lease = (await HeldLease.take(distant, await jobNow(), 10))!;
  const isRenewed = async () => (await jobNow()).value.leasedUntil === store.now() + 60_000;
  way.cutAfter = isRenewed;
  store.clock.advance({ seconds: 20 });
  await until(() => way.cutAfter === null, "a renewal that is written and not answered");
  const unanswered = (await jobNow()).versionstamp;
  await until(() => distant.health.fault === "silent", "the answer is too late");
  store.clock.advance({ seconds: 20 });
  way.mend();
  await until(isRenewed, "the next renewal");
  await until(() => distant.health.fault === null, "the store is back");
  const last = await lease.end();
  expect([last === (await jobNow()).versionstamp, last === unanswered]).toEqual([true, false]);
});

Deno.test("however the clock jumps, what is being done here is not begun anew", async () => {
  using store = await testStore();
  await add(store, code("c"));
  const held = heldWork();
  const lane = new LaneRunner(store, "codes", { run: held.run, onFailure: unexpected });
  const running = lane.runDue();
  while (held.begun.length === 0) await new Promise((resolve) => setTimeout(resolve));
  store.clock.advance({ hours: 5 });
  await lane.runDue();
  store.clock.advance({ hours: -10 });
  await lane.runDue();
  expect(held.begun.length).toBe(1);
  held.endAll();
  expect(await running).toBe(1);
});

Deno.test("of several instances each job is done by one, however many hands they have", async () => {
  using store = await testStore();
  const count = 120;
  await add(store, ...Array.from({ length: count }, (_, id) => news(id)), ...[1, 2, 3].map((id) => code(`c${id}`)));
  const done: string[] = [];
  const run = async (job: Job) => {
    await new Promise((resolve) => setTimeout(resolve));
    done.push(job.id);
  };
  const instances = [store, asOtherProcess(store), asOtherProcess(store)];
  const counts = await Promise.all(instances.map((each) => runDueJobs(each, run, unexpected)));
  expect(counts.reduce((sum, each) => sum + each)).toBe(count + 3);
  expect(new Set(done).size).toBe(done.length);
});

Deno.test("who stops finishes what is in hand and begins nothing more", async () => {
  using store = await testStore();
  await add(store, ...Array.from({ length: 20 }, (_, id) => news(id)));
  const held = heldWork();
  const lane = new LaneRunner(store, "news", { run: held.run, onFailure: unexpected });
  const running = lane.runDue();
  while (held.begun.length < lanes.news) await new Promise((resolve) => setTimeout(resolve));
  lane.stop();
  held.endAll();
  expect(await running).toBe(lanes.news);
  expect(await lane.runDue()).toBe(0);
  expect((await Array.fromAsync(store.kv.list({ prefix: prefixes.jobs() }))).length).toBe(20 - lanes.news);
});

Deno.test("what somebody waits for has a lane without what may come by the thousand", () => {
  const many: Work["kind"][] = ["letter_mail", "fraud_mail", "push", "letter_push"];
  const crowded = new Set<Lane>(many.map(laneOf));
  const waitedFor: Work["kind"][] = ["confirmation_mail", "password_reset_mail", "capture_payment", "settle_payment"];
  for (const kind of waitedFor) expect([kind, crowded.has(laneOf(kind))]).toEqual([kind, false]);
});

Deno.test("a job that another instance has just leased is left to it, also where that one's clock is a little ahead", async () => {
  for (const aheadMs of [100, 9000]) {
    using store = await testStore();
    await add(store, code("a"));
    const held = heldWork();
    const ahead = asOtherProcess(store, { now: () => store.now() + aheadMs });
    const running = runDueJobs(ahead, held.run, unexpected);
    while (held.begun.length === 0) await new Promise((resolve) => setTimeout(resolve));
    expect([aheadMs, await runDueJobs(store, held.run, unexpected)]).toEqual([aheadMs, 0]);
    held.endAll();
    expect(await running).toBe(1);
  }
});
