import { expect } from "expect";
import { testStore } from "../testing/store.ts";
import { changeRecord, commitNow, transact } from "./commit.ts";
import { refuse } from "./refusals.ts";

Deno.test("an attempt whose check fails is made again from fresh reads", async () => {
  using store = await testStore();
  await store.kv.set(["count"], 1);
  let attempts = 0;
  const result = await transact(async () => {
    const entry = await store.kv.get<number>(["count"]);
    // Somebody else is quicker, the first time.
    if (++attempts === 1) await store.kv.set(["count"], 10);
    const next = entry.value! + 1;
    return { commit: store.kv.atomic().check(entry).set(["count"], next), result: next };
  });
  expect([result, attempts, (await store.kv.get(["count"])).value]).toEqual([11, 2, 11]);
});

Deno.test("each attempt is told how many came before it", async () => {
  using store = await testStore();
  const told: number[] = [];
  await transact<null>((tries) => {
    told.push(tries);
    const stale = { key: ["never"], versionstamp: "00000000000000000001" };
    return Promise.resolve(tries < 3 ? { commit: store.kv.atomic().check(stale), result: null } : { done: null });
  });
  expect(told).toEqual([0, 1, 2, 3]);
});

Deno.test("an attempt that needs no writing is done", async () => {
  expect(await transact(() => Promise.resolve({ done: "nothing to do" }))).toBe("nothing to do");
});

Deno.test("a locked file is tried again, and any other fault is passed on", async () => {
  let attempts = 0;
  const done = await transact(() => {
    if (++attempts < 3) throw new Error("database is locked");
    return Promise.resolve({ done: attempts });
  });
  expect(done).toBe(3);
  await expect(transact(() => Promise.reject(new Error("disk is full")))).rejects.toThrow("disk is full");
});

Deno.test("a commit that never holds ends with an error instead of trying for ever", async () => {
  using store = await testStore();
  const stale = { key: ["never"], versionstamp: "00000000000000000001" };
  const attempt = () => Promise.resolve({ commit: store.kv.atomic().check(stale).set(["never"], 1), result: null });
  const realSetTimeout = globalThis.setTimeout;
  // Its pauses grow to seconds in all; here they are skipped.
  globalThis.setTimeout = ((work: () => void) => realSetTimeout(work, 0)) as typeof setTimeout;
  try {
    await expect(transact(attempt)).rejects.toThrow("a commit failed 40 times");
  } finally {
    globalThis.setTimeout = realSetTimeout;
  }
  expect((await store.kv.get(["never"])).value).toBe(null);
});

Deno.test("what depends on nothing is committed once, and a failed check is told, not repeated", async () => {
  using store = await testStore();
  expect(await commitNow(store.kv.atomic().set(["a"], 1))).toBe(true);
  expect(await commitNow(store.kv.atomic().check({ key: ["a"], versionstamp: null }).set(["a"], 2))).toBe(false);
  expect((await store.kv.get(["a"])).value).toBe(1);
});

Deno.test("a record is changed with what goes along, and anew where somebody else was quicker", async () => {
  using store = await testStore();
  const key = ["votes"];
  await store.kv.set(key, { count: 1 });
  let tries = 0;
  const changed = await changeRecord<{ count: number }>(store, key, async ({ count }, op) => {
    if (++tries === 1) await store.kv.set(key, { count: 10 });
    op.set(["note"], count);
    return { count: count + 1 };
  });
  expect(changed).toEqual({ ok: true, record: { count: 11 }, isChanged: true });
  expect([(await store.kv.get(key)).value, (await store.kv.get(["note"])).value]).toEqual([{ count: 11 }, 10]);
});

Deno.test("a record that is refused, or stays the same, is not written; null takes it away", async () => {
  using store = await testStore();
  const key = ["votes"];
  const record = { count: 1 };
  expect(await changeRecord(store, key, () => record)).toMatchObject({ ok: false, reason: "not_found" });
  await store.kv.set(key, record);
  const { versionstamp } = await store.kv.get(key);
  const refused = await changeRecord(store, key, (_value, op) => {
    op.set(["note"], 1);
    return refuse("conflict");
  });
  expect(refused).toEqual(refuse("conflict"));
  expect(await changeRecord<object>(store, key, (value) => value)).toEqual({ ok: true, record, isChanged: false });
  expect([(await store.kv.get(key)).versionstamp, (await store.kv.get(["note"])).value]).toEqual([versionstamp, null]);
  expect(await changeRecord(store, key, () => null)).toEqual({ ok: true, record, isChanged: true });
  expect((await store.kv.get(key)).value).toBeNull();
});
