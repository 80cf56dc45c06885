import { expect } from "expect";
import { countingStore } from "./counting_store.ts";
import { testStore } from "./store.ts";

const james = ["user", 1], olena = ["user", 2];

Deno.test("what is read side by side is one round, and so is one getMany; what is read after an answer is another", async () => {
  using made = await testStore();
  const { store: { kv }, count } = countingStore(made);
  const together = await count(() => Promise.all([kv.get(james), kv.get(olena), kv.getMany([james, olena])]));
  expect([together.reads, together.writes]).toEqual([1, 0]);
  const apart = await count(async () => {
    await kv.get(james);
    await kv.get(olena);
  });
  expect(apart.reads).toBe(2);
  const twoWays = await count(() =>
    Promise.all([
      kv.get(james).then(() => kv.get(olena)),
      kv.get(olena).then(() => kv.get(james)).then(() => kv.get(james)),
    ])
  );
  expect(twoWays.reads).toBe(3);
});

Deno.test("a list is a round for each of its batches, and a commit is a round of writes", async () => {
  using made = await testStore();
  const { store: { kv }, count } = countingStore(made);
  const written = await count(async () => {
    for (let from = 0; from < 250; from += 50) {
      const op = kv.atomic();
      for (let at = from; at < from + 50; at++) op.set(["row", at], at);
      await op.commit();
    }
  });
  expect([written.reads, written.writes]).toEqual([0, 5]);
  const rounds = async (options?: Deno.KvListOptions) => {
    const { result, reads } = await count(() => Array.fromAsync(kv.list({ prefix: ["row"] }, options)));
    return [result.length, reads];
  };
  expect(await rounds()).toEqual([250, 3]);
  expect(await rounds({ batchSize: 500 })).toEqual([250, 1]);
  expect(await rounds({ limit: 20 })).toEqual([20, 1]);
});
