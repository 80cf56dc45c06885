import { expect } from "expect";
import { forgetting, Memory } from "../../kv/store/memory.ts";
import { aroundWrites } from "../../kv/store/handles/write_around.ts";
import { KeptModels } from "./kept_models.ts";

async function world(isTrusted = true) {
  const raw = await Deno.openKv(":memory:");
  const memory = new Memory(isTrusted);
  const kv = aroundWrites(raw, forgetting(memory));
  const models = new KeptModels(memory);
  const count = { works: 0 };
  const recallName = (id: number) =>
    memory.recall(["user", id], async () => (await kv.get<string>(["user", id])).value);
  /** A model that is made of the names of James and of a lady who writes to him. */
  const desk = (of: unknown[] = [], meanwhile?: () => Promise<unknown>) =>
    models.recall({
      key: "desk of James",
      of,
      work: async () => {
        count.works++;
        const names = [await recallName(1), await recallName(2)];
        await meanwhile?.();
        return names.join(" and ");
      },
    });
  return { memory, kv, models, count, desk, recallName, [Symbol.dispose]: () => raw.close() };
}

Deno.test("a model is worked out once, and anew when any record that it is made of is written", async () => {
  using it = await world();
  await it.kv.set(["user", 1], "James");
  expect((await it.desk()).model).toBe("James and ");
  expect((await it.desk()).about).toEqual([["user", 1], ["user", 2]]);
  expect(it.count.works).toBe(1);
  await it.kv.set(["user", 3], "Wei");
  await it.desk();
  expect(it.count.works).toBe(1);
  await it.kv.set(["user", 2], "Olena");
  expect((await it.desk()).model).toBe("James and Olena");
  expect(it.count.works).toBe(2);
});

Deno.test("what it depends on besides is compared, and the last of it is kept", async () => {
  using it = await world();
  const minutes = [1, 1, 2, 2, 1];
  for (const minute of minutes) await it.desk([minute, "Kyiv"]);
  expect(it.count.works).toBe(3);
  expect(it.models.size).toBe(1);
});

Deno.test("nothing stays of what was written, before anybody asks again", async () => {
  using it = await world();
  await it.desk();
  expect(it.models.size).toBe(1);
  await it.kv.delete(["user", 2]);
  expect(it.models.size).toBe(0);
});

Deno.test("a model during whose work a record changed is answered and not kept", async () => {
  using it = await world();
  await it.desk([], () => it.kv.set(["user", 1], "Jim"));
  expect(it.models.size).toBe(0);
  // Not even if the work reads the record again: what it read before was the old record.
  await it.desk([], async () => {
    await it.kv.set(["user", 1], "James");
    await it.recallName(1);
  });
  expect(it.models.size).toBe(0);
  expect((await it.desk()).model).toBe("James and ");
  expect(it.models.size).toBe(1);
});

Deno.test("a model that depends on more than records is not kept, nor is any of a shared store", async () => {
  using it = await world();
  const ladies = { key: "desk", of: [], work: () => Promise.resolve(["Olena"]) };
  await it.models.recall({ ...ladies, isKept: (online: string[]) => online.length === 0 });
  expect(it.models.size).toBe(0);
  using shared = await world(false);
  await shared.desk();
  await shared.desk();
  expect([shared.count.works, shared.models.size]).toEqual([2, 0]);
});
