import { expect } from "expect";
import { getAll } from "../store/listing/get_all.ts";
import { createJames, createUser, createWei, testPasswordHash, testStore } from "../testing/store.ts";
import { addUser, normaliseEmail, userByEmail, userById, usersByIds } from "./users.ts";

Deno.test("a user is found by id and by address, however the address is written", async () => {
  using store = await testStore();
  const james = await createJames(store);
  expect(await userById(store, james.id)).toEqual(james);
  expect(await userByEmail(store, "  James@Demo.TEST ")).toEqual(james);
  expect(normaliseEmail(" A@B.c\n")).toBe("a@b.c");
  const olga = await createUser(store, { email: "olga@почта.рф" });
  expect(await userByEmail(store, "Olga@XN--80a1acny.xn--p1ai")).toEqual(olga);
});

Deno.test("who does not exist is null, also under nonsense", async () => {
  using store = await testStore();
  for (const id of [77, -1, 0.5, NaN, Infinity]) expect(await userById(store, id)).toBe(null);
  expect(await userByEmail(store, "nobody@demo.test")).toBe(null);
});

Deno.test("an address belongs to one account, also when two are made at once", async () => {
  using store = await testStore();
  const both = await Promise.allSettled([1, 2].map(() => createUser(store, { email: "james@demo.test" })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(createUser(store, { email: "JAMES@demo.test" })).rejects.toThrow("exists already");
});

Deno.test("an id belongs to one account", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const op = store.kv.atomic();
  addUser(op, { ...james, email: "other@demo.test" }, testPasswordHash);
  expect((await op.commit()).ok).toBe(false);
});

Deno.test("several users come in the order asked, null where there is none", async () => {
  using store = await testStore();
  const [james, wei] = [await createJames(store), await createWei(store)];
  expect(await usersByIds(store, [wei.id, 77, james.id])).toEqual([wei, null, james]);
  expect(await usersByIds(store, [])).toEqual([]);
});

Deno.test("more keys than getMany takes are read all the same, in order", async () => {
  using store = await testStore();
  for (let n = 0; n < 25; n++) await store.kv.set(["n", n], n);
  expect(await getAll<number>(store, Array.from({ length: 26 }, (_, n) => ["n", 25 - n])))
    .toEqual([null, ...Array.from({ length: 25 }, (_, n) => 24 - n)]);
});
