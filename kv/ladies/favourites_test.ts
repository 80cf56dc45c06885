/** Favourites: kept once, let go for good, in order, with filters; and what the lady hears of it. */
import { expect } from "expect";
import { whoToWriteTo } from "../letters/introductions.ts";
import { audit } from "../records/audit.ts";
import { setBlocked } from "../safety/blocks.ts";
import { keys } from "../store/keys.ts";
import { takeDown } from "../testing/publication.ts";
import { asOtherProcess, createLady, createPeople, type TestStore, testStore } from "../testing/store.ts";
import {
  admirersOf,
  dropFavourite,
  favouritePage,
  favouritesAtMost,
  favouritesOf,
  keepFavourite,
} from "./favourites.ts";
import { noteVisit } from "./visits.ts";

const kept = async (store: TestStore, manId: number) => [...(await favouritesOf(store, manId)).keys()];
const told = async (store: TestStore, ladyId: number) =>
  (await Array.fromAsync(admirersOf(store, ladyId))).map(({ manId }) => manId);

Deno.test("a man keeps ladies, the latest first, each once, and lets them go", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const first = await keepFavourite(store, james.id, olena.id);
  store.clock.advance({ hours: 1 });
  await keepFavourite(store, james.id, daria.id);
  expect(await keepFavourite(store, james.id, olena.id)).toEqual(first);
  expect(await kept(store, james.id)).toEqual([daria.id, olena.id]);
  expect(await kept(store, wei.id)).toEqual([]);
  expect(await audit(store)).toEqual([]);
  await dropFavourite(store, james.id, daria.id);
  await dropFavourite(store, james.id, daria.id);
  expect(await kept(store, james.id)).toEqual([olena.id]);
  expect([await told(store, olena.id), await told(store, daria.id)]).toEqual([[james.id], []]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("twenty presses at once, from two processes, keep her once", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const stores = Array.from({ length: 20 }, (_, n) => n % 2 ? store : asOtherProcess(store));
  await Promise.all(stores.map((each) => keepFavourite(each, james.id, olena.id)));
  expect([await kept(store, james.id), await told(store, olena.id)]).toEqual([[olena.id], [james.id]]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("nobody keeps who is not shown, who blocked him, or more than a thousand", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const hidden = await createLady(store, { isPublished: false });
  const reasonOf = async (manId: number, ladyId: number) => {
    const result = await keepFavourite(store, manId, ladyId);
    return result.ok ? "ok" : result.reason;
  };
  expect(await reasonOf(james.id, hidden.id)).toBe("not_found");
  expect(await reasonOf(james.id, wei.id)).toBe("not_found");
  expect(await reasonOf(james.id, 0.5)).toBe("not_found");
  await setBlocked(store, olena.id, james.id, true);
  expect(await reasonOf(james.id, olena.id)).toBe("blocked");
  for (let from = 0; from < favouritesAtMost; from += 100) {
    const op = store.kv.atomic();
    for (let n = from; n < from + 100; n++) op.set(keys.favourite(james.id, 1_000_000 + n), n);
    await op.commit();
  }
  expect(await reasonOf(james.id, daria.id)).toBe("too_many_favourites");
  await dropFavourite(store, james.id, 1_000_000);
  expect(await reasonOf(james.id, daria.id)).toBe("ok");
});

Deno.test("pages hold who is still published, as they were kept or in an order of the search", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const others = [await createLady(store, { countryId: 112 }), await createLady(store, { countryId: 112 })];
  for (const { id } of [others[0]!, olena, daria, others[1]!]) {
    store.clock.advance({ minutes: 1 });
    await keepFavourite(store, james.id, id);
  }
  const all = [others[1]!.id, daria.id, olena.id, others[0]!.id];
  expect(await favouritePage(store, james.id, {})).toEqual({ ids: all, total: 4 });
  expect(await favouritePage(store, james.id, { limit: 3, page: 2 })).toEqual({ ids: [others[0]!.id], total: 4 });
  expect(await favouritePage(store, james.id, { countryId: [112] })).toEqual({
    ids: [others[1]!.id, others[0]!.id],
    total: 2,
  });
  await takeDown(store, daria.id);
  expect((await favouritePage(store, james.id, {})).ids).toEqual(all.filter((id) => id !== daria.id));
  store.ladies.setOnline(olena.id, true);
  expect((await favouritePage(store, james.id, { sort: "online" })).ids[0]).toBe(olena.id);
  expect((await favouritePage(store, olena.id, {})).total).toBe(0);
  // A lady who is hidden can still be let go.
  await dropFavourite(store, james.id, daria.id);
  expect(await audit(store)).toEqual([]);
});

Deno.test("she may write first to who kept her, for thirty days, and to nobody who let her go", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  await noteVisit(store, james.id, olena.id);
  await keepFavourite(store, james.id, olena.id);
  store.clock.advance({ hours: 1 });
  await keepFavourite(store, wei.id, olena.id);
  const suggested = async () =>
    (await whoToWriteTo(store, olena.id, 20)).map(({ user, reason }) => [user.firstname, reason]);
  expect(await suggested()).toEqual([["Wei", "favoured"], ["James", "favoured"]]);
  await dropFavourite(store, wei.id, olena.id);
  expect(await suggested()).toEqual([["James", "favoured"]]);
  store.clock.advance({ days: 30 });
  expect(await suggested()).toEqual([]);
});

Deno.test("the audit finds favourites that only one side knows of, and those of nobody", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const { at } = await keepFavourite(store, james.id, olena.id) as { at: number };
  await store.kv.set(keys.favourite(james.id, daria.id), 5);
  await store.kv.set(keys.admirer(olena.id, at + 1, james.id), null);
  await store.kv.set(keys.favourite(olena.id, james.id), at);
  await store.kv.set(keys.admirer(james.id, at, olena.id), null);
  expect((await audit(store)).sort()).toEqual([
    `lady ${olena.id} is told that user ${james.id} kept her at ${at + 1}, which he did not`,
    `the favourite ${james.id} of user ${olena.id} is not a man's of a lady`,
    `the favourite ${daria.id} of user ${james.id} does not know of it`,
  ]);
});
