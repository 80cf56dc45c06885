import { expect } from "expect";
import { dayMs } from "../store/days.ts";
import { createMan, testStore } from "../testing/store.ts";
import {
  changeSearch,
  dropSearch,
  savedSearchesOf,
  saveSearch,
  searchesAtMost,
  tellSearches,
} from "./saved_searches.ts";

const ukraine = { name: "Ukraine", query: "countryId=804", alert: "none" } as const;

Deno.test("James keeps a search, names it anew by keeping it again, and lets it go", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const saved = await saveSearch(store, james.id, ukraine);
  if (!saved.ok) throw new Error(saved.reason);
  const again = await saveSearch(store, james.id, { ...ukraine, name: "Near the Dnipro", alert: "mail" });
  expect(again).toMatchObject({ search: { id: saved.search.id, name: "Near the Dnipro", alert: "mail" } });
  expect((await savedSearchesOf(store, james.id)).length).toBe(1);
  await dropSearch(store, james.id, "another");
  await dropSearch(store, james.id, saved.search.id);
  await dropSearch(store, james.id, saved.search.id);
  expect(await savedSearchesOf(store, james.id)).toEqual([]);
});

Deno.test("there is room for twenty, also where forty are kept at once", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) => saveSearch(store, james.id, { ...ukraine, query: `ageFrom=${20 + n}` })),
  );
  expect(all.filter(({ ok }) => ok).length).toBe(searchesAtMost);
  expect(all.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "too_many_searches" });
  expect((await savedSearchesOf(store, james.id)).length).toBe(searchesAtMost);
});

Deno.test("nobody changes what is another's, or is not there", async () => {
  using store = await testStore();
  const [james, wei] = [
    await createMan(store, { firstname: "James" }),
    await createMan(store, { firstname: "Wei", email: "wei@demo.test" }),
  ];
  const saved = await saveSearch(store, james.id, ukraine);
  if (!saved.ok) throw new Error(saved.reason);
  const { id } = saved.search;
  expect(await changeSearch(store, wei.id, id, { name: "Mine" })).toEqual({ ok: false, reason: "not_found" });
  expect(await changeSearch(store, wei.id, id, { isSeen: true })).toEqual({ ok: false, reason: "not_found" });
  await dropSearch(store, wei.id, id);
  expect(await savedSearchesOf(store, james.id)).toEqual([saved.search]);
});

Deno.test("each moment is told of once, and what came before he wished to be told is no news", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const begun = store.now();
  const saved = await saveSearch(store, james.id, ukraine);
  if (!saved.ok) throw new Error(saved.reason);
  const told: [from: number, name: string][] = [];
  const tell = () =>
    tellSearches(store, james.id, store.now(), (due) => {
      for (const { toldUntil, name } of due) told.push([toldUntil - begun, name]);
    });
  store.clock.advance({ seconds: 10 });
  await tell();
  expect(told).toEqual([]);

  await changeSearch(store, james.id, saved.search.id, { alert: "mail" });
  store.clock.advance({ seconds: 10 });
  await tell();
  await tell();
  await changeSearch(store, james.id, saved.search.id, { alert: "push" });
  store.clock.advance({ seconds: 10 });
  await tell();
  expect(told).toEqual([[10_000, "Ukraine"], [20_000, "Ukraine"]]);
});

Deno.test("what a clock that was ahead has told of keeps no search silent: one day is told of again", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const begun = store.now();
  await saveSearch(store, james.id, { ...ukraine, alert: "mail" });
  const tell = async (untilMs: number) => {
    const told: number[] = [];
    await tellSearches(store, james.id, untilMs, (due) => told.push(...due.map(({ toldUntil }) => toldUntil - begun)));
    return told;
  };
  store.clock.advance({ days: 40 });
  expect(await tell(store.now() - 1)).toEqual([0]);
  store.clock.now = begun + 2 * dayMs;
  expect(await tell(store.now())).toEqual([dayMs]);
  expect(await tell(store.now())).toEqual([]);
  // A search that another instance has just saved by a clock that is a little ahead begins now.
  store.clock.advance({ seconds: 2 });
  await saveSearch(store, james.id, { ...ukraine, query: "", alert: "mail" });
  store.clock.advance({ seconds: -2 });
  expect(await tell(store.now() - 1)).toEqual([]);
});
