/** Whoever is blocked at the moment in which the other's page connects is hidden from it all the same. */
import { blockedWith, setBlocked } from "../../kv/safety/blocks.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { until } from "../../tests/patience.ts";
import type { TestClient } from "./testing/server.ts";
import { world } from "./testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;

/** James's page connects, and after his blocks and while his conversations are read, `meanwhile` happens. */
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
  // The same reading as the one for his page, or one after it.
  await blockedWith(store, james.id);
  await meanwhile();
  done.resolve();
  return await joined;
}

/** Asks a few times, because a page that has come in may still be told of a change; seldom, because of the pace. */
const comesToSee = (tab: TestClient, userId: number, isSeen: boolean) =>
  until(async () => {
    const { users } = (await tab.ask("GetAllConnectedUsers")).data;
    if (users.some((user: { userId: number }) => user.userId === userId) === isSeen) return true;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }, isSeen ? "her on his page" : "her place empty");

for (const had of ["no page", "a page open already"]) {
  Deno.test(`she blocks him while a page of his connects, who had ${had}: he does not see her`, async () => {
    await using w = await world();
    await w.join(w.olena);
    const tabs = had === "no page" ? [] : [await w.join(w.james)];
    tabs.push(
      await arriving(w, async () => {
        await setBlocked(w.store, w.olena.id, w.james.id, true);
        await w.instance.chat.blockChanged(w.olena.id, w.james.id, true);
      }),
    );
    for (const tab of tabs) await comesToSee(tab, w.olena.id, false);
  });
}

Deno.test("a block that she takes back while his page connects hides her no longer", async () => {
  await using w = await world();
  await w.join(w.olena);
  await setBlocked(w.store, w.olena.id, w.james.id, true);
  const james = await arriving(w, async () => {
    await setBlocked(w.store, w.olena.id, w.james.id, false);
    await w.instance.chat.blockChanged(w.olena.id, w.james.id, false);
  });
  await comesToSee(james, w.olena.id, true);
});
