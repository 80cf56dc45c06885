import { expect } from "expect";
import { offeredWishes } from "../kv/ladies/attributes.ts";
import { favouritesOf } from "../kv/ladies/favourites.ts";
import { visitsOf } from "../kv/ladies/visits.ts";
import { paymentsOf } from "../kv/credits/payments/payments.ts";
import { audit } from "../kv/records/audit.ts";
import { testStore } from "../kv/testing/store.ts";
import { demoLadies } from "./ladies/ladies.ts";
import { userOf } from "./people.ts";
import { seedDemoWorld } from "./world.ts";

const timeOfDay = (atMs: number): string => new Date(atMs).toISOString().slice(11, 16);

Deno.test("in the demo nobody pays, keeps or visits at the hour of another day, and the audit finds nothing", async () => {
  using store = await testStore();
  await seedDemoWorld(store);
  const [james, wei] = [await userOf(store, "james"), await userOf(store, "wei")];
  const paid = [
    ...(await paymentsOf(store, james.id, { page: 1, limit: 10 })).payments,
    ...(await paymentsOf(store, wei.id, { page: 1, limit: 10 })).payments,
  ].map(({ createdAt }) => createdAt);
  const kept = [...(await favouritesOf(store, james.id)).values(), ...(await favouritesOf(store, wei.id)).values()];
  const visits: number[] = [];
  for (const key of ["olena", "daria", "halyna"]) {
    for await (const { at } of visitsOf(store, (await userOf(store, key)).id)) visits.push(at);
  }
  for (const [what, times, atLeast] of [["paid", paid, 5], ["kept", kept, 4], ["visited", visits, 4]] as const) {
    expect([what, times.length >= atLeast]).toEqual([what, true]);
    expect([what, new Set(times.map(timeOfDay)).size]).toEqual([what, times.length]);
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("no lady of the demo wishes for what no form offers", () => {
  const offered = offeredWishes([]);
  for (const { key, lookingFor } of demoLadies) {
    expect([key, lookingFor.filter((wish) => !offered.includes(wish))]).toEqual([key, []]);
    expect(lookingFor.length).toBeGreaterThan(0);
  }
});
