/** People are found by any part of what they are called, by id and address, in every state, also just after a change. */
import { expect } from "expect";
import { changeFirstName } from "../ladies/profile/first_names.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { takeDown } from "../testing/publication.ts";
import { createLady, createMan, createPeople, createUser, testStore } from "../testing/store.ts";
import type { WantedUsers } from "./directory.ts";
import { findUsers } from "./finding.ts";
import { admin, lady, man } from "./users.ts";

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
  await createLady(store, { firstname: "Юлія" });
  expect(await names(store, { text: "yulii" })).toEqual(["Юлія"]);
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
    // Jacob's e-mail address still begins with "james".
    .toEqual([["Jamal", "Jacob"], ["Jacob"]]);
  await takeDown(store, olena.id);
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
