/** A man's first name is no way to write: it changes a few times a day, wherever he changes it. */
import { expect } from "expect";
import { userById } from "../../accounts/users.ts";
import { createPeople, testStore } from "../../testing/store.ts";
import { changeOwn } from "../profiles.ts";
import { changeFirstName } from "./first_names.ts";

Deno.test("a man changes his name five times a day, in the chat and on his page together, and again the day after", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const onPage = (firstname: string) => changeOwn(store, james.id, { account: { firstname, city: "Leeds" } });
  const inChat = (firstname: string) => changeFirstName(store, james.id, firstname);
  for (const [change, name] of [[inChat, "Jim"], [onPage, "Jimmy"], [inChat, "Jamie"], [onPage, "Jem"]] as const) {
    expect((await change(name)).ok).toBe(true);
    // The name that he has is no other one, and a refused one does not count.
    for (const same of [onPage, inChat]) expect((await same(name)).ok).toBe(true);
    expect(await inChat("")).toMatchObject({ reason: "invalid" });
  }
  expect(await changeOwn(store, james.id, { account: { firstname: "J", birthdate: "2020-01-01" } }))
    .toMatchObject({ reason: "invalid" });
  expect((await inChat("Jay")).ok).toBe(true);
  for (const change of [inChat, onPage]) {
    expect(await change("Hello")).toMatchObject({ reason: "too_many_requests", retryAfterSeconds: 24 * 3600 });
  }
  expect(await userById(store, james.id)).toMatchObject({ firstname: "Jay" });
  expect((await changeOwn(store, james.id, { account: { city: "York" } })).ok).toBe(true);
  store.clock.advance({ days: 1 });
  expect((await inChat("James")).ok).toBe(true);
});

Deno.test("a lady's wish for a name waits, and is not counted", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  for (let n = 0; n < 8; n++) expect((await changeFirstName(store, olena.id, `Lena${"a".repeat(n)}`)).ok).toBe(true);
});
