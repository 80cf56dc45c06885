import { expect } from "expect";
import { patience, until } from "../../../tests/patience.ts";
import { asDistantProcess, overWay, Way } from "../../testing/distant_store.ts";
import { testStore } from "../../testing/store.ts";
import { currentFormat } from "../format/format.ts";
import { keys } from "../keys.ts";
import { aroundWrites } from "../handles/write_around.ts";
import { type StoreFault, StoreHealth, StoreUnavailable, unlessAway } from "./health.ts";
import { keepSentinel } from "./sentinel.ts";

/** A handle whose writes do what the test says before anything is written. */
const withWrites = (kv: Deno.Kv, before: () => Promise<unknown>): Deno.Kv =>
  aroundWrites(kv, async (_, write) => {
    await before();
    return await write();
  });

/** The health of a remote store, and the faults that it reported. */
function healthOn(kv: Deno.Kv, patienceMs = 60_000) {
  const health = new StoreHealth(kv, { now: () => 1, instance: "one", patienceMs });
  const told: (StoreFault | null)[] = [];
  const end = health.watch((fault) => void told.push(fault), { checkEveryMs: 3600_000 });
  return { health, told, [Symbol.dispose]: end };
}

const full = () => Promise.reject(new TypeError("database or disk is full"));

Deno.test("a store elsewhere that takes nothing is noticed by its sentinel, told once, and told again when it is well", async () => {
  using store = await testStore();
  let isFull = true;
  using watched = healthOn(withWrites(store.kv, () => isFull ? full() : Promise.resolve()));
  await watched.health.look();
  await watched.health.look();
  expect(watched.health.fault).toBe("full");
  isFull = false;
  await watched.health.look();
  expect(watched.told).toEqual(["full", null]);
});

Deno.test("a store that does not answer is silent after a while, and well when the answer comes at last", async () => {
  using store = await testStore();
  const answer = Promise.withResolvers<void>();
  using watched = healthOn(withWrites(store.kv, () => answer.promise), 1);
  const looking = watched.health.look();
  while (watched.health.fault === null) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(watched.told).toEqual(["silent"]);
  answer.resolve();
  await looking;
  expect(watched.told).toEqual(["silent", null]);
});

Deno.test("who is cut off from a store that answers others learns so, and is well when the answer comes after all", async () => {
  using store = await testStore();
  let answersOthers = false;
  let asked = 0;
  const answer = Promise.withResolvers<void>();
  const kv = withWrites(store.kv, () => answer.promise);
  const health = new StoreHealth(kv, {
    now: () => 1,
    instance: "one",
    patienceMs: 1,
    answersOthers() {
      asked++;
      return Promise.resolve(answersOthers);
    },
  });
  const told: (StoreFault | null)[] = [];
  const returned: number[] = [];
  health.onReturn((sinceMs) => void returned.push(sinceMs));
  const end = health.watch((fault) => void told.push(fault), { checkEveryMs: 1, silentMsMax: 20 });
  await until(() => asked >= 2);
  expect([told, health.isSilent]).toEqual([["silent"], true]);

  answersOthers = true;
  await until(() => health.fault === "cut_off");
  expect([told, health.isSilent, returned]).toEqual([["silent", "cut_off"], true, []]);
  await expect(health.asking(() => Promise.resolve(1))).rejects.toMatchObject({ fault: "silent" });

  answer.resolve();
  await until(() => told.includes(null));
  end();
  // With so little patience it is soon silent again.
  expect([told.slice(0, 3), returned[0]]).toEqual([["silent", "cut_off", null], 0]);
});

Deno.test("a server that was overtaken writes no more: a later build has brought the shared store forward", async () => {
  using store = await testStore();
  await store.kv.set(keys.format(), currentFormat + 1);
  await store.health.look();
  expect(store.health.fault).toBe("newer");
  await expect(store.kv.set(keys.user(1), "James")).rejects.toThrow(StoreUnavailable);
  await expect(store.kv.atomic().set(keys.user(1), "James").commit()).rejects.toThrow(StoreUnavailable);
  expect((await store.kv.get(keys.user(1))).value).toBeNull();
});

Deno.test("a commit that finds the disk full is refused as such; what else it throws stays what it was", async () => {
  using store = await testStore();
  using watched = healthOn(store.kv);
  await expect(watched.health.keeping([], full)).rejects.toThrow(StoreUnavailable);
  expect(watched.told).toEqual(["full"]);
  const other = () => Promise.reject(new TypeError("value too large"));
  await expect(watched.health.keeping([], other)).rejects.toThrow("value too large");
  expect(await unlessAway(watched.health.keeping([], full), "left out")).toBe("left out");
  await expect(unlessAway(other(), "left out")).rejects.toThrow("value too large");
});

Deno.test("the sentinels of instances that start in the same moment are no fault of each other", async () => {
  using store = await testStore();
  const way = new Way();
  way.delayMs = 2;
  const kv = overWay(store.kv, way);
  await Promise.all(Array.from({ length: 20 }, (_, at) => keepSentinel(kv, `instance ${at}`, at)));
});

Deno.test("a store that is thrown away is recognised by what a second handle sees of it", async () => {
  using store = await testStore();
  using other = await testStore();
  await keepSentinel(store.kv, "one", 1, { reader: store.kv });
  await expect(keepSentinel(store.kv, "one", 1, { reader: other.kv })).rejects.toThrow("does not keep");
});

Deno.test("of a store elsewhere that is cut off everybody hears so within the patience, and then at once", async () => {
  using store = await testStore();
  await store.kv.set(["user", 1], "James");
  const way = new Way();
  const { kv, health } = asDistantProcess(store, way, "one");
  expect((await kv.get(["user", 1])).value).toBe("James");
  way.cut();
  let asked = 0;
  const pass = way.pass.bind(way);
  way.pass = (ask) => {
    asked++;
    return pass(ask);
  };
  const refused = await Promise.allSettled([
    kv.get(["user", 1]),
    kv.getMany([["user", 1]]),
    Array.fromAsync(kv.list({ prefix: ["user"] })),
    kv.set(["user", 2], "Wei"),
    kv.atomic().set(["user", 3], "Olena").commit(),
  ]);
  expect(refused.map((each) => each.status === "rejected" && each.reason instanceof StoreUnavailable))
    .toEqual([true, true, true, true, true]);
  expect(health.fault).toBe("silent");
  const before = asked;
  for (let at = 0; at < 100; at++) await expect(kv.get(["user", 1])).rejects.toThrow(StoreUnavailable);
  // Only the question whether the store is back waits; no other one joins it.
  expect(asked).toBe(before);
  const isBack = new Promise<void>((resolve) => health.onReturn(() => resolve()));
  way.mend();
  await isBack;
  expect([health.fault, (await kv.get(["user", 1])).value]).toEqual([null, "James"]);
});

Deno.test("a process that stood still waits once more before it calls the store silent", async () => {
  using store = await testStore();
  const way = new Way();
  // The answer is due after the patience is over, and long before anything runs again.
  const patienceMs = patience(0.3);
  way.delayMs = patienceMs + 50;
  const { kv, health } = asDistantProcess(store, way, "one", patienceMs);
  const answer = kv.get(["user", 1]);
  // Nothing runs meanwhile, as in a process that is stopped: the timer comes much too late, before any answer is read.
  for (const until = performance.now() + patienceMs + 1200; performance.now() < until;);
  await answer;
  expect(health.fault).toBe(null);
});
