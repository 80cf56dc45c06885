/** The client of a remote store repeats a write whose answer was lost: nothing may be there twice, or be denied. */
import { expect } from "expect";
import { asDistantProcess, overWay, Way } from "../../testing/distant_store.ts";
import { createJames, testStore } from "../../testing/store.ts";
import { addAuditRecord, auditRecords } from "../audit_log.ts";
import { commitNow, transact } from "../commit.ts";
import { addJob, runDueJobs } from "../jobs/queue.ts";
import { keys } from "../keys.ts";
import { checksAtMost, withOwnRepeats } from "./own_repeats.ts";
import { prefixes } from "../prefixes.ts";

async function world() {
  const store = await testStore();
  const way = new Way();
  const distant = asDistantProcess(store, way, "one");
  return { store, way, distant, [Symbol.dispose]: () => store.close() };
}

const count = async (kv: Deno.Kv, prefix: Deno.KvKey): Promise<number> =>
  (await Array.fromAsync(kv.list({ prefix }))).length;

Deno.test("without marks a commit whose answer was lost is denied, though it was written", async () => {
  using w = await world();
  const bare = overWay(w.store.kv, w.way);
  w.way.lostAnswers = 1;
  const op = bare.atomic().check({ key: ["seat"], versionstamp: null }).set(["seat"], "James");
  expect([(await op.commit()).ok, (await bare.get(["seat"])).value]).toEqual([false, "James"]);
});

Deno.test("a claim whose answer was lost is the claimer's, and the answer has the versionstamp of what stands there", async () => {
  using w = await world();
  w.way.lostAnswers = 1;
  const op = w.distant.kv.atomic().check({ key: ["seat"], versionstamp: null }).set(["seat"], "James");
  const answer = await op.commit();
  expect(w.way.lost).toBe(1);
  expect(answer).toEqual({ ok: true, versionstamp: (await w.store.kv.get(["seat"])).versionstamp });
});

Deno.test("a claim that another was quicker with is refused, also where its answer was lost", async () => {
  using w = await world();
  await w.store.kv.set(["seat"], "Wei");
  w.way.lostAnswers = 1;
  const op = w.distant.kv.atomic().check({ key: ["seat"], versionstamp: null }).set(["seat"], "James");
  expect((await op.commit()).ok).toBe(false);
  expect((await w.store.kv.get(["seat"])).value).toBe("Wei");
});

Deno.test("a line of the audit log and a job stand once, whatever answers are lost", async () => {
  using w = await world();
  const { id } = await createJames(w.store);
  w.way.lostAnswers = 2;
  await addAuditRecord(w.distant, { action: "sign_in", actorId: id, subject: `user:${id}`, details: {} });
  const op = w.distant.kv.atomic();
  addJob(w.distant, op, { kind: "password_changed_mail", userId: id });
  await commitNow(op);
  expect(w.way.lost).toBe(2);
  expect((await auditRecords(w.store, { page: 1, limit: 10 })).totalCount).toBe(1);
  expect(await count(w.store.kv, prefixes.auditWaiting())).toBe(1);
  expect(await count(w.store.kv, prefixes.jobs())).toBe(1);
});

Deno.test("a job that was done before its commit is sent again is not done twice", async () => {
  using w = await world();
  let done = 0;
  const run = () =>
    runDueJobs(w.store, () => Promise.resolve(void done++), (_, error) => {
      throw error;
    });
  // Another instance is quick: the job is done and gone before the commit that added it comes a second time.
  const quick = new Proxy(w.store.kv, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name !== "atomic") return typeof value === "function" ? value.bind(target) : value;
      return () => {
        const op = target.atomic();
        const commit = op.commit.bind(op);
        op.commit = async () => {
          await commit();
          await run();
          return await commit();
        };
        return op;
      };
    },
  });
  const store = { ...w.store, kv: withOwnRepeats(quick, w.store.randomToken) };
  const op = store.kv.atomic();
  addJob(store, op, { kind: "password_changed_mail", userId: 1 });
  expect(await commitNow(op)).toBe(true);
  await run();
  expect(done).toBe(1);
});

Deno.test("counting up under lost answers and rivals counts each once", async () => {
  using w = await world();
  const rival = asDistantProcess(w.store, new Way(), "rival");
  const countUp = (kv: Deno.Kv) =>
    transact<number>(async () => {
      const entry = await kv.get<number>(["count"]);
      const next = (entry.value ?? 0) + 1;
      return { commit: kv.atomic().check(entry).set(["count"], next), result: next };
    });
  for (let at = 0; at < 40; at++) {
    w.way.lostAnswers = at % 3;
    await Promise.all([countUp(w.distant.kv), countUp(rival.kv)]);
  }
  expect(w.way.lost).toBeGreaterThan(20);
  expect((await w.store.kv.get(["count"])).value).toBe(80);
});

Deno.test("small commits that go together are all answered rightly where their one answer is lost", async () => {
  using w = await world();
  const claim = (name: string) =>
    w.distant.groupCommits.atomic().check({ key: [name], versionstamp: null }).set([name], 1).commit();
  await w.store.kv.set(["c"], 1);
  w.way.lostAnswers = 1;
  expect((await Promise.all([claim("a"), claim("b")])).map(({ ok }) => ok)).toEqual([true, true]);
  w.way.lostAnswers = 4;
  expect((await Promise.all([claim("c"), claim("d")])).map(({ ok }) => ok)).toEqual([false, true]);
});

Deno.test("marks are few: one for each commit that is under way at once", async () => {
  using w = await world();
  const write = (name: string) => w.distant.kv.atomic().set([name], 1).commit();
  for (let at = 0; at < 50; at++) await write(`after ${at}`);
  expect(await count(w.store.kv, keys.commitMark("").slice(0, 1))).toBe(1);
  await Promise.all(Array.from({ length: 20 }, (_, at) => write(`beside ${at}`)));
  for (let at = 0; at < 50; at++) await write(`again ${at}`);
  expect(await count(w.store.kv, keys.commitMark("").slice(0, 1))).toBe(20);
});

Deno.test("a commit with more checks than a remote store takes is a fault of ours, found before it is sent", async () => {
  using w = await world();
  const check = (at: number) => ({ key: ["check", at], versionstamp: null });
  const full = w.distant.kv.atomic().check(...Array.from({ length: checksAtMost }, (_, at) => check(at)));
  expect((await full.set(["a"], 1).commit()).ok).toBe(true);
  expect(() => full.check(check(checksAtMost))).toThrow("more than 9 checks");
});
