/** People are found by any part of what they are called, by id and address, in every state, also just after a change. */
import { expect } from "expect";
import { keys } from "./keys.ts";
import { setPublished } from "./ladies.ts";
import { changeFirstName } from "./first_names.ts";
import { loadLadyIndex } from "./ladies.ts";
import type { LadyRecord } from "./lady_record.ts";
import type { Store } from "./open.ts";
import { createLady, createMan, createPeople, createUser, testStore } from "./testing.ts";
import { findUsers, type WantedUsers } from "./user_directory.ts";
import { admin, lady, man, type User } from "./users.ts";

async function names(store: Store, wanted: WantedUsers, page = 1, limit = 20): Promise<string[]> {
  const { users } = await findUsers(store, wanted, { page, limit });
  return users.map(({ firstname }) => firstname);
}

Deno.test("somebody is found by id, address, and any part of either name, whatever the accents", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await createMan(store, { firstname: "José", lastname: "Muñoz García" });
  for (const text of [String(james.id), `#${james.id}`, " JAMES@demo.test ", "whit", "james whit", "field jam"]) {
    expect([text, await names(store, { text })]).toEqual([text, ["James"]]);
  }
  expect(await names(store, { text: "munoz jose" })).toEqual(["José"]);
  expect(await names(store, { text: "demo.test" })).toEqual(["Daria", "Olena", "Wei", "James"]);
  expect(await names(store, { text: "nobody" })).toEqual([]);
  expect(await names(store, { text: "james olena" })).toEqual([]);
  // In the spelling of another language.
  const record = (await store.kv.get<LadyRecord>(keys.lady(olena.id))).value!;
  const { firstname: _, ...words } = { ...record, firstname: "" };
  await store.kv.set(keys.lady(olena.id), { ...record, localized: { "zh-Hant": { ...words, firstname: "奧蓮娜" } } });
  expect(await names(store, { text: "奧蓮" })).toEqual(["Olena"]);
});

Deno.test("groups and states narrow what is found, an exact address too", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await createLady(store, { firstname: "Nova", isPublished: false });
  await createUser(store, { firstname: "Ada", email: "ada@demo.test", groupId: admin });
  await store.kv.set(keys.user(james.id), { ...james, suspension: { at: 1, kind: "fraud", reason: "x", by: 2 } });
  expect(await names(store, { groupId: lady })).toEqual(["Nova", "Daria", "Olena"]);
  expect(await names(store, { groupId: lady, state: "unpublished" })).toEqual(["Nova"]);
  expect(await names(store, { state: "suspended" })).toEqual(["James"]);
  expect(await names(store, { state: "active" })).toEqual(["Ada", "Daria", "Olena", "Wei"]);
  expect(await names(store, { text: olena.email, groupId: man })).toEqual([]);
  expect(await names(store, { text: olena.email, state: "active" })).toEqual(["Olena"]);
  expect(await names(store, { text: james.email, state: "active" })).toEqual([]);
});

Deno.test("what changed since the last search is found as it is now", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  expect(await names(store, { text: "jam" })).toEqual(["James"]);
  await changeFirstName(store, james.id, "Jacob");
  await createMan(store, { firstname: "Jamal" });
  expect([await names(store, { text: "jam" }), await names(store, { text: "jac" })])
    // His address is still the old one.
    .toEqual([["Jamal", "Jacob"], ["Jacob"]]);
  await setPublished(store, olena.id, false);
  expect(await names(store, { state: "unpublished" })).toEqual(["Olena"]);
  await store.kv.delete(keys.user(olena.id));
  expect(await names(store, { text: "olena" })).toEqual([]);
});

Deno.test("pages follow each other, the newest first", async () => {
  using store = await testStore();
  for (let n = 1; n <= 5; n++) await createMan(store, { firstname: `Man${n}` });
  expect(await names(store, { text: "man" }, 1, 2)).toEqual(["Man5", "Man4"]);
  expect(await names(store, { text: "man" }, 3, 2)).toEqual(["Man1"]);
  expect((await findUsers(store, { text: "man" }, { page: 9, limit: 2 })).totalCount).toBe(5);
});

Deno.test("among a hundred thousand a search takes no time that is felt", {
  ignore: Deno.env.get("DIRECTORY_BENCH") === undefined,
}, async () => {
  using store = await testStore();
  const james: User = await createMan(store, { firstname: "James" });
  const olena = await createLady(store);
  const record = (await store.kv.get<LadyRecord>(keys.lady(olena.id))).value!;
  for (let from = 0; from < 100_000; from += 200) {
    const op = store.kv.atomic();
    for (let id = 1_000_000 + from; id < 1_000_200 + from; id++) {
      op.set(keys.user(id), { ...james, id, groupId: id % 2 ? lady : man, email: `p${id}@x.test`, lastname: `L${id}` });
      if (id % 2) op.set(keys.lady(id), { ...record, id, about: "x".repeat(1500) });
    }
    await op.commit();
  }
  await loadLadyIndex(store);
  for (const text of ["first time", "l1000777", "l1000777", "james", "", "p1099999@x.test"]) {
    const begun = performance.now();
    const { totalCount } = await findUsers(store, { text }, { page: 1, limit: 50 });
    console.log(text.padEnd(20), totalCount, `${(performance.now() - begun).toFixed(1)} ms`);
  }
  await changeFirstName(store, james.id, "Jacob");
  const begun = performance.now();
  expect(await names(store, { text: "jacob" })).toEqual(["Jacob"]);
  console.log("after a change", `${(performance.now() - begun).toFixed(1)} ms`);
});
