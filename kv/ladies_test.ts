import { expect } from "expect";
import { ladiesByIds, ladyById, loadLadyIndex, publishedLadyById, setPublished } from "./ladies.ts";
import type { Store } from "./open.ts";
import { refuse } from "./refusals.ts";
import { createDaria, createLady, createOlena, testStore, withAtomics } from "./testing.ts";

Deno.test("a new lady is there for herself and for nobody else until she is published", async () => {
  using store = await testStore();
  const olena = await createLady(store, { firstname: "Olena", isPublished: false });
  expect(await ladyById(store, olena.id)).toMatchObject({ firstname: "Olena", isPublished: false });
  expect(await publishedLadyById(store, olena.id)).toBe(null);
  expect(store.ladies.has(olena.id)).toBe(false);
  expect((await setPublished(store, olena.id, true)).ok).toBe(true);
  expect(await publishedLadyById(store, olena.id)).toMatchObject({ firstname: "Olena" });
  expect(store.ladies.has(olena.id)).toBe(true);
});

Deno.test("a lady who is taken out of sight is out of the index too", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await setPublished(store, olena.id, false);
  expect(await publishedLadyById(store, olena.id)).toBe(null);
  expect(store.ladies.has(olena.id)).toBe(false);
});

Deno.test("only the first publication counts for being new", async () => {
  using store = await testStore();
  const firstAt = store.clock.now;
  const olena = await createOlena(store);
  for (const isPublished of [false, true, false, true]) {
    store.clock.advance({ days: 1 });
    await setPublished(store, olena.id, isPublished);
  }
  expect((await ladyById(store, olena.id))!.firstTimeActivatedAt).toBe(firstAt);
});

Deno.test("of two changes at once the index ends with the one that the store ends with", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const slow = withFirstCommitAnsweredLate(store);
  await Promise.all([setPublished(slow, olena.id, true), setPublished(slow, olena.id, false)]);
  expect((await ladyById(store, olena.id))!.isPublished).toBe(false);
  expect(store.ladies.has(olena.id)).toBe(false);
});

/** The first commit holds at once, but who made it learns so only after the second one. */
function withFirstCommitAnsweredLate(store: Store): Store {
  let commits = 0;
  return withAtomics(store, (op) => {
    const commit = op.commit.bind(op);
    op.commit = async () => {
      const result = await commit();
      if (commits++ === 0) await new Promise((resolve) => setTimeout(resolve, 30));
      return result;
    };
  });
}

Deno.test("nobody can be published who is not a lady", async () => {
  using store = await testStore();
  expect(await setPublished(store, 77, true)).toEqual(refuse("not_found"));
  for (const id of [77, NaN, 0.5]) expect(await ladyById(store, id)).toBe(null);
});

Deno.test("after a restart the index holds the published ladies, and only those", async () => {
  using store = await testStore();
  const [olena, daria] = [await createOlena(store), await createDaria(store)];
  const hidden = await createLady(store, { isPublished: false });
  for (const { id } of [olena, daria]) store.ladies.remove(id);
  expect(await loadLadyIndex(store)).toBe(2);
  expect([olena, daria, hidden].map(({ id }) => store.ladies.has(id))).toEqual([true, true, false]);
});

Deno.test("records come in the order of the ids, without those who are gone", async () => {
  using store = await testStore();
  const [olena, daria] = [await createOlena(store), await createDaria(store)];
  const found = await ladiesByIds(store, [daria.id, 77, olena.id]);
  expect(found.map(({ firstname }) => firstname)).toEqual(["Daria", "Olena"]);
});
