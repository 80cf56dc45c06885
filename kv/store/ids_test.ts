import { expect } from "expect";
import { testStore } from "../testing/store.ts";
import { IdBlocks } from "./ids.ts";
import { aroundWrites } from "./handles/write_around.ts";

Deno.test("ids never repeat across two processes that share a store", async () => {
  using store = await testStore();
  const [one, other] = [new IdBlocks(store.kv), new IdBlocks(store.kv)];
  const ids = await Promise.all(Array.from({ length: 1000 }, (_, n) => (n % 3 ? one : other).next("letter")));
  expect(new Set(ids).size).toBe(1000);
});

Deno.test("ids never repeat after a restart", async () => {
  using store = await testStore();
  const before = await new IdBlocks(store.kv).next("letter");
  const after = await new IdBlocks(store.kv).next("letter");
  expect(after).toBeGreaterThan(before);
});

Deno.test("letters count from 1 and people from 10001, each for themselves", async () => {
  using store = await testStore();
  expect([await store.ids.next("letter"), await store.ids.next("letter")]).toEqual([1, 2]);
  expect([await store.ids.next("user"), await store.ids.next("user")]).toEqual([10_001, 10_002]);
});

Deno.test("a reserved range belongs to its holder alone", async () => {
  using store = await testStore();
  const first = await store.ids.next("user");
  const start = await store.ids.reserveRange("user", 100);
  const next = await Promise.all(Array.from({ length: 200 }, () => store.ids.next("user")));
  expect(start).toBeGreaterThan(first);
  expect(next.filter((id) => id >= start && id < start + 100)).toEqual([]);
});

Deno.test("who waits until an id is ready is given it without asking the store again", async () => {
  using kv = await Deno.openKv(":memory:");
  let commits = 0;
  const counted = aroundWrites(kv, (_, write) => (commits++, write()));
  const ids = new IdBlocks(counted);
  await Promise.all([ids.ready("letter"), ids.ready("letter")]);
  expect(await ids.next("letter")).toBe(1);
  await ids.ready("letter");
  expect(commits).toBe(1);
});
