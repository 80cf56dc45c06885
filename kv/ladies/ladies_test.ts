import { expect } from "expect";
import type { Store } from "../open.ts";
import { endGrace, publish, takeDown } from "../testing/publication.ts";
import { createDaria, createLady, createOlena, testStore, withAtomics } from "../testing/store.ts";
import { stepVerification } from "../vetting/verification_steps.ts";
import { ladiesByIds, ladyById, loadLadyIndex, publishedLadyById } from "./ladies.ts";
import { setPutForward } from "./listing.ts";

Deno.test("a new lady is there for herself and for nobody else until she is published", async () => {
  using store = await testStore();
  const olena = await createLady(store, { firstname: "Olena", isPublished: false });
  expect(await ladyById(store, olena.id)).toMatchObject({ firstname: "Olena", isPublished: false });
  expect(await publishedLadyById(store, olena.id)).toBe(null);
  expect(store.ladies.has(olena.id)).toBe(false);
  await publish(store, olena.id);
  expect(await publishedLadyById(store, olena.id)).toMatchObject({ firstname: "Olena" });
  expect(store.ladies.has(olena.id)).toBe(true);
});

Deno.test("a lady who is taken out of sight is out of the index too", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await takeDown(store, olena.id);
  expect(await publishedLadyById(store, olena.id)).toBe(null);
  expect(store.ladies.has(olena.id)).toBe(false);
});

Deno.test("only the first publication counts for being new", async () => {
  using store = await testStore();
  const firstAt = store.clock.now;
  const olena = await createOlena(store);
  for (const change of [takeDown, publish, takeDown, publish]) {
    store.clock.advance({ days: 1 });
    await change(store, olena.id);
  }
  expect((await ladyById(store, olena.id))!.firstTimeActivatedAt).toBe(firstAt);
});

Deno.test("of two changes at once the index ends with the one that the store ends with", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await setPutForward(store, olena.id, false);
  await endGrace(store, olena.id);
  const slow = withFirstCommitAnsweredLate(store);
  await Promise.all([setPutForward(slow, olena.id, true), stepVerification(slow, olena.id)]);
  expect((await ladyById(store, olena.id))!.isPublished).toBe(false);
  expect(store.ladies.has(olena.id)).toBe(false);
});

/** The first commit holds at once, but is answered only after the second one. */
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

Deno.test("nobody has a profile who is not a lady", async () => {
  using store = await testStore();
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
