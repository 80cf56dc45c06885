/** The directory by which staff find people follows what other instances change. */
import { expect } from "expect";
import { withMethods } from "../store/handles/handle.ts";
import { asOtherProcess, createMan, testStore } from "../testing/store.ts";
import { Directory } from "./directory.ts";

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

Deno.test("what changed is found by the next search where the store gave no answer to this one", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  let isAway = false;
  const answer = store.kv.getMany.bind(store.kv);
  const getMany = (keys: readonly Deno.KvKey[]) => isAway ? Promise.reject(new Error("no answer")) : answer(keys as []);
  const directory = new Directory({ ...store, kv: withMethods(store.kv, { getMany: getMany as Deno.Kv["getMany"] }) });
  expect(await directory.idsOf({ text: "james" })).toEqual([james.id]);
  const wei = await createMan(store, { firstname: "Wei" });
  const petro = await createMan(store, { firstname: "Petro" });
  isAway = true;
  await expect(directory.idsOf({ text: "wei" })).rejects.toThrow("no answer");
  isAway = false;
  expect(await directory.idsOf({ text: "wei" })).toEqual([wei.id]);
  expect(await directory.idsOf({ text: "petro" })).toEqual([petro.id]);
});
