/** Whoever is blocked in the moment in which the other's page connects is hidden from it all the same. */
import { setBlocked } from "../../kv/safety/blocks.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { until } from "../../tests/patience.ts";
import type { TestClient } from "./testing/server.ts";
import { world } from "./testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;

/** James's page connects, and while his conversations are read, `meanwhile` happens. */
async function arriving({ store, join, james }: World, meanwhile: () => Promise<void>): Promise<TestClient> {
  const { kv } = store;
  const { list } = kv;
  const [reading, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  kv.list = function <T>(selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
    const found = list.call(kv, selector, options) as Deno.KvListIterator<T>;
    const isHis = "prefix" in selector && String(selector.prefix) === String(prefixes.conversationsOf(james.id));
    if (!isHis) return found;
    kv.list = list;
    const next = found.next.bind(found);
    found.next = async () => {
      reading.resolve();
      await done.promise;
      return await next();
    };
    return found;
  };
  const joined = join(james);
  await reading.promise;
  await meanwhile();
  done.resolve();
  return await joined;
}

const idsOnline = async (tab: TestClient): Promise<number[]> =>
  (await tab.ask("GetAllConnectedUsers")).data.users.map(({ userId }: { userId: number }) => userId);

for (const had of ["no page", "a page open already"]) {
  Deno.test(`she blocks him while a page of his connects, who had ${had}: he does not see her`, async () => {
    await using w = await world();
    await w.join(w.olena);
    const tabs = had === "no page" ? [] : [await w.join(w.james)];
    tabs.push(
      await arriving(w, async () => {
        // As other readings of his, his blocks are read in the meantime.
        await new Promise((resolve) => setTimeout(resolve, 20));
        await setBlocked(w.store, w.olena.id, w.james.id, true);
        await w.instance.chat.blockChanged(w.olena.id, w.james.id, true);
      }),
    );
    for (const tab of tabs) await until(async () => !(await idsOnline(tab)).includes(w.olena.id), "her place is empty");
  });
}

Deno.test("a block that she takes back while his page connects hides her no longer", async () => {
  await using w = await world();
  await w.join(w.olena);
  await setBlocked(w.store, w.olena.id, w.james.id, true);
  const james = await arriving(w, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await setBlocked(w.store, w.olena.id, w.james.id, false);
    await w.instance.chat.blockChanged(w.olena.id, w.james.id, false);
  });
  await until(async () => (await idsOnline(james)).includes(w.olena.id), "Olena is online");
});
