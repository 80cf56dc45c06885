import { expect } from "expect";
import { asOtherProcess, type TestStore, testStore, withAtomics } from "../../testing/store.ts";
import { DailyParts } from "./daily_parts.ts";
import { dayMs } from "../days.ts";

/** The parts of one process, of which one holds at most ten. */
const partsOf = (store: TestStore) => new DailyParts(asOtherProcess(store), "test");

Deno.test("three processes use no more in a day than one may, and a start anew leaves no more", async () => {
  using store = await testStore();
  const processes = [partsOf(store), partsOf(store), partsOf(store)];
  const use = async (rounds: number) => {
    let used = 0;
    for (let round = 0; round < rounds; round++) {
      for (const parts of processes) if (await parts.take("site", 1, 0, { most: 100, part: 10 })) used++;
    }
    return used;
  };
  // Together as well as by turns.
  expect((await Promise.all([use(5), use(5)])).reduce((sum, each) => sum + each)).toBe(30);
  expect(await use(100)).toBe(70);
  expect(await partsOf(store).take("site", 1, 0, { most: 100, part: 10 })).toBe(false);
  expect(await partsOf(store).take("site", 1, dayMs, { most: 100, part: 10 })).toBe(true);
  // A clock that is put back gives no day twice.
  expect(await partsOf(store).take("site", 1, dayMs - 1, { most: 100, part: 10 })).toBe(false);
});

Deno.test("only each part is written, and once all is used up nothing is read", async () => {
  using store = await testStore();
  let commits = 0;
  const parts = new DailyParts(withAtomics(store, () => commits++), "test");
  for (let use = 0; use < 100; use++) expect(await parts.take("1", 1, 0, { most: 100, part: 10 })).toBe(true);
  expect(commits).toBe(10);
  for (let use = 0; use < 100; use++) expect(await parts.take("1", 1, 0, { most: 100, part: 10 })).toBe(false);
  expect(commits).toBe(10);
});

Deno.test("what is larger than a part is taken at once, what is left at the end as well, and nothing of what is too much", async () => {
  using store = await testStore();
  const parts = partsOf(store);
  const take = (amount: number, most = 100) => parts.take("1", amount, 0, { most, part: 10 });
  expect([await take(45), await take(50), await take(6), await take(5), await take(1)])
    .toEqual([true, true, false, true, false]);
  parts.giveBack("1", 45, 0);
  parts.giveBack("1", 45, dayMs);
  // Half is all that is left to those who may wait, whoever took it.
  expect(await take(1, 50)).toBe(false);
  expect([await take(45), await take(1)]).toEqual([true, false]);
});
