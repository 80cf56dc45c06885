/** The directory by which staff find people, beside other instances. */
import { expect } from "expect";
import { asOtherProcess, createMan, testStore } from "../testing/store.ts";

Deno.test("however often all are read again, it listens once, and finds whoever came meanwhile elsewhere", async () => {
  using store = await testStore();
  const here = asOtherProcess(store);
  const { hear } = here.memory;
  const heard: string[] = [];
  here.memory.hear = function (...args: Parameters<typeof hear>) {
    heard.push(args[0]);
    hear.apply(this, args);
  };
  const found: number[] = [];
  for (let times = 0; times < 4; times++) {
    await createMan(store, { firstname: "James", email: `james-${times}@demo.test` });
    found.push((await here.directory.idsOf({ text: "james" })).length);
    store.clock.advance({ minutes: 6 });
  }
  expect(found).toEqual([1, 2, 3, 4]);
  expect(heard).toEqual(["user", "lady"]);
});
