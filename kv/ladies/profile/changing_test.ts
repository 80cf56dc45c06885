/** The index of the ladies whom men find follows what was committed of a lady's changes, and nothing else. */
import { expect } from "expect";
import { keys } from "../../store/keys.ts";
import { createPeople, type TestStore, testStore } from "../../testing/store.ts";
import { changeLady, transactLady } from "./changing.ts";
import type { LadyRecord } from "../record.ts";

const found = (store: TestStore) => store.ladies.search({ sort: "new" }, store.now()).ids;

Deno.test("the index follows a change, and stays where nothing was changed", async () => {
  using store = await testStore();
  const { olena, daria } = await createPeople(store);
  const before = found(store);
  expect(before).toContain(olena.id);
  expect(await changeLady(store, olena.id, (lady) => lady)).toMatchObject({ ok: true, isChanged: false });
  expect(found(store)).toEqual(before);
  expect(await changeLady(store, olena.id, (lady) => ({ ...lady, isPublished: false }))).toMatchObject({ ok: true });
  expect(found(store)).toEqual(before.filter((id) => id !== olena.id));
  expect(await changeLady(store, 999, (lady) => lady)).toMatchObject({ ok: false, reason: "not_found" });
  expect(found(store)).toContain(daria.id);
});

Deno.test("an attempt that was not committed leaves no trace in the index", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  const told: string[] = [];
  store.pubsub.listen(`published:${olena.id}`, () => told.push("published"));
  const before = found(store);
  const result = await transactLady<string>(store, olena.id, async (tries) => {
    if (tries > 0) return { done: "somebody else did" };
    const entry = await store.kv.get<LadyRecord>(keys.lady(olena.id));
    const lady = { ...entry.value!, isPublished: false };
    await store.kv.set(entry.key, entry.value);
    return {
      commit: store.kv.atomic().check(entry).set(entry.key, lady),
      result: "done",
      lady,
      isVisibilityChanged: true,
    };
  });
  expect([result, found(store), told]).toEqual(["somebody else did", before, []]);
});
