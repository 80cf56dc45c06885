/** What was done a moment ago is known for a minute, also by a clock that was put back. */
import { expect } from "expect";
import { type TestStore, testStore } from "../testing/store.ts";
import { type Act, noteDone, wasJustDone } from "./just_done.ts";

const act: Act = ["unblock", 1, 2];

async function done(store: TestStore): Promise<void> {
  const op = store.kv.atomic();
  noteDone(store, op, { act, told: { userId: 1 } });
  await op.commit();
}

Deno.test("an act is known for a minute, and no other one with it", async () => {
  using store = await testStore();
  await done(store);
  store.clock.advance({ seconds: 60, ms: -1 });
  expect([await wasJustDone(store, act), await wasJustDone(store, ["unblock", 1, 3])]).toEqual([true, false]);
  store.clock.advance({ ms: 1 });
  expect(await wasJustDone(store, act)).toBe(false);
});

Deno.test("what a clock that was ahead noted is not just done for as long as it was ahead; a few seconds change nothing", async () => {
  using store = await testStore();
  await done(store);
  store.clock.advance({ seconds: -5 });
  expect(await wasJustDone(store, act)).toBe(true);
  store.clock.advance({ hours: -12 });
  expect(await wasJustDone(store, act)).toBe(false);
});
