import { expect } from "expect";
import { createLady } from "../../kv/testing/store.ts";
import { world } from "./testing/world.ts";

Deno.test("many who come at once are told in one small frame a second, and nobody is left out", async () => {
  await using w = await world({ presenceEveryMs: 1000 });
  const james = await w.join(w.james);
  await w.join(w.olena);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  const ladies = [];
  for (let n = 0; n < 40; n++) ladies.push(await createLady(w.store, { firstname: `Lady ${n}` }));
  const before = james.count("update-user-list");
  const startedAt = performance.now();
  const theirs = await Promise.all(ladies.map((lady) => w.join(lady)));
  const frames = () => james.heard.filter(({ event }) => event === "update-user-list").slice(before);
  const told = () => new Set(frames().flatMap(({ data }) => data.users as { userId: number }[]).map((u) => u.userId));
  await james.until(() => told().size === ladies.length, "all of them");
  expect([...told()].toSorted()).toEqual(ladies.map(({ id }) => id).toSorted());
  expect(Math.max(...frames().map(({ data }) => data.users.length))).toBeLessThanOrEqual(18);
  expect(frames().length).toBeGreaterThan(1);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(frames().length).toBeLessThanOrEqual(seconds + 1);
  // They are told in several goes, and all of them are.
  await w.join(w.wei);
  for (const lady of theirs) {
    await lady.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.wei.id));
  }
});
