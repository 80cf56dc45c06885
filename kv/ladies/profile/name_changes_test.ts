/** A man's first name is no way to write: it changes a few times a day, wherever he changes it. */
import { expect } from "expect";
import { userById } from "../../accounts/users.ts";
import { refuse } from "../../store/refusals.ts";
import { createPeople, testStore } from "../../testing/store.ts";
import { changeOwn, standingFacts } from "../profiles.ts";
import { changeFirstName } from "./first_names.ts";
import { seenOf } from "./seen_facts.ts";

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
    const why = { retryAfterSeconds: 24 * 3600, wording: "names", fields: { firstname: "name_changes" } };
    expect(await change("Hello")).toEqual(refuse("too_many_requests", why));
  }
  expect(await userById(store, james.id)).toMatchObject({ firstname: "Jay" });
  expect((await changeOwn(store, james.id, { account: { city: "York" } })).ok).toBe(true);
  store.clock.advance({ days: 1 });
  expect((await inChat("James")).ok).toBe(true);
});

Deno.test("a page that only shows his old name saves the rest, though he has changed his name five times meanwhile", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const seen = seenOf(standingFacts(james));
  for (const name of ["Jim", "Jimmy", "Jamie", "Jem", "Jay"]) {
    expect((await changeFirstName(store, james.id, name)).ok).toBe(true);
  }
  const account = { firstname: james.firstname, city: "York" };
  expect((await changeOwn(store, james.id, { account }, seen)).ok).toBe(true);
  expect(await userById(store, james.id)).toMatchObject({ firstname: "Jay", city: "York" });
});

Deno.test("saving such a page uses up no change of his name", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const seen = seenOf(standingFacts(james));
  await changeFirstName(store, james.id, "Jim");
  for (const city of ["York", "Leeds", "Hull", "Bath", "Ely"]) {
    const shown = { ...seen, ...seenOf({ city: (await userById(store, james.id))!.city }) };
    expect((await changeOwn(store, james.id, { account: { firstname: james.firstname, city } }, shown)).ok).toBe(true);
  }
  for (const name of ["Jimmy", "Jamie", "Jem", "Jay"]) {
    expect((await changeFirstName(store, james.id, name)).ok).toBe(true);
  }
});

Deno.test("of many changes of his name at once five hold", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const names = ["Jim", "Jimmy", "Jamie", "Jem", "Jay", "Jack", "Jock", "Jago"];
  const changed = await Promise.all(names.map((name) => changeFirstName(store, james.id, name)));
  expect(changed.filter(({ ok }) => ok).length).toBe(5);
});

Deno.test("a lady's wish for a name waits, and is not counted", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  for (let n = 0; n < 8; n++) expect((await changeFirstName(store, olena.id, `Lena${"a".repeat(n)}`)).ok).toBe(true);
});
