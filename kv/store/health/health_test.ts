import { expect } from "expect";
import { testStore } from "../../testing/store.ts";
import { currentFormat } from "../format/format.ts";
import { keys } from "../keys.ts";
import { keepSentinel, type StoreFault, StoreHealth, StoreUnavailable, unlessAway } from "./health.ts";

/** A handle whose `set` does what the test says before anything is written. */
function withSet(
  kv: Deno.Kv,
  set: (write: () => Promise<Deno.KvCommitResult>) => Promise<Deno.KvCommitResult>,
): Deno.Kv {
  return new Proxy(kv, {
    get(target, name) {
      if (name === "set") return (key: Deno.KvKey, value: unknown) => set(() => target.set(key, value));
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The health of a store elsewhere, and what it told. */
function healthOn(kv: Deno.Kv) {
  const health = new StoreHealth(kv, () => 1, []);
  const told: (StoreFault | null)[] = [];
  const end = health.watch((fault) => void told.push(fault), { checkEveryMs: 3600_000 });
  return { health, told, [Symbol.dispose]: end };
}

const full = () => Promise.reject(new TypeError("database or disk is full"));

Deno.test("a store elsewhere that takes nothing is noticed by its sentinel, told once, and told again when it is well", async () => {
  using store = await testStore();
  let isFull = true;
  using watched = healthOn(withSet(store.kv, (write) => isFull ? full() : write()));
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
  using watched = healthOn(withSet(store.kv, (write) => answer.promise.then(write)));
  const looking = watched.health.look(1);
  while (watched.health.fault === null) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(watched.told).toEqual(["silent"]);
  answer.resolve();
  await looking;
  expect(watched.told).toEqual(["silent", null]);
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

Deno.test("the sentinel of another instance, written a moment after, is no fault", async () => {
  using store = await testStore();
  await keepSentinel(
    withSet(store.kv, async (write) => {
      const written = await write();
      await store.kv.set(keys.sentinel(), "another's");
      return written;
    }),
    1,
  );
  await expect(keepSentinel(withSet(store.kv, async () => ({ ok: true, versionstamp: "f".repeat(20) })), 1))
    .rejects.toThrow("does not keep");
});
