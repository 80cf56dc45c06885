import { expect } from "expect";
import { reinstate, suspend } from "../../../kv/safety/suspensions.ts";
import { keys } from "../../../kv/store/keys.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { createVera } from "../../../kv/testing/safety.ts";
import { countedHandle } from "../../../kv/testing/counting_store.ts";
import { createLady, withKv } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import { talk } from "../testing/server.ts";
import { twoInstances, world } from "../testing/world.ts";

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
  // The list comes in several frames, and leaves nobody out.
  await w.join(w.wei);
  for (const lady of theirs) {
    await lady.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.wei.id));
  }
});

Deno.test("who has any page of the site open is online and can be asked, and is gone with the last one", async () => {
  await using w = await world({ lingerMs: 50, presenceEveryMs: 10 });
  const { chat } = w.instance;
  const james = await w.join(w.james);
  const hasLeft = () =>
    james.heard.some(({ event, data }) => event === "update-user-list" && data.gone.includes(w.olena.id));
  const first = chat.pageOpened(w.olena.id);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  expect(w.store.ladies.isOnline(w.olena.id)).toBe(true);
  const second = chat.pageOpened(w.olena.id);
  first();
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "text-request-sent" });
  // She opens the chat, where the same invitation waits.
  const olena = await w.join(w.olena);
  await olena.next("text-request");
  second();
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  expect((await james.next("text-request-answer")).ev).toBe("accept");
  const third = chat.pageOpened(w.olena.id);
  await olena.leave();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(hasLeft()).toBe(false);
  third();
  await james.until(hasLeft, "her leaving");
  expect(w.store.ladies.isOnline(w.olena.id)).toBe(false);
});

Deno.test("whom nobody may see is not online with an open page, nor who left before she was looked up", async () => {
  await using w = await world({ lingerMs: 0, presenceEveryMs: 10 });
  const james = await w.join(w.james);
  const hidden = await createLady(w.store, { firstname: "Hanna", isPublished: false });
  w.instance.chat.pageOpened(hidden.id);
  w.instance.chat.pageOpened(w.daria.id)();
  w.instance.chat.pageOpened(w.olena.id);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  expect([hidden, w.daria].map(({ id }) => w.store.ladies.isOnline(id))).toEqual([false, false]);
  expect((await james.ask("text-request", { to: w.daria.id })).data).toMatchObject({ code: "partner_offline" });
});

Deno.test("a lady who is taken down is gone from every list at once, whatever page she reads, and back when she is shown again", async () => {
  await using w = await twoInstances(6000, { lingerMs: 0, presenceEveryMs: 10 });
  const { one, two } = w;
  const [james, wei] = [await w.join(one, w.james), await w.join(two, w.wei)];
  const told = (client: typeof james) =>
    client.heard.filter(({ event }) => event === "update-user-list").flatMap(({ data }) => [
      ...data.users.filter(({ userId }: { userId: number }) => userId === w.olena.id).map(() => "came"),
      ...data.gone.filter((id: number) => id === w.olena.id).map(() => "gone"),
    ]).join(" ");
  const bothHear = async (all: string) => {
    for (const client of [james, wei]) await client.until(() => told(client) === all, all);
  };
  const vera = await createVera(w.store);
  const hide = () =>
    suspend(one.store, { userId: w.olena.id, kind: "conduct", reason: "Asked for money", actorId: vera.id });
  const showAnew = () => reinstate(one.store, { userId: w.olena.id, reason: "It was not so", actorId: vera.id });
  const close = one.chat.pageOpened(w.olena.id);
  await bothHear("came");
  await hide();
  await bothHear("came gone");
  expect(one.store.ladies.isOnline(w.olena.id)).toBe(false);
  expect((await james.ask("text-request", { to: w.olena.id })).event).toBe("error-event");
  await showAnew();
  await bothHear("came gone came");
  close();
  await bothHear("came gone came gone");
  // Publishing her profile again does not make her online: she has no page open.
  await hide();
  await showAnew();
  one.chat.pageOpened(w.daria.id);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.daria.id));
  expect(told(james)).toBe("came gone came gone");
  one.chat.pageOpened(w.olena.id);
  await bothHear("came gone came gone came");
  await takeDown(one.store, w.olena.id);
  await bothHear("came gone came gone came gone");
});

Deno.test("a lady who is taken down while the store is away for a moment is gone when it is back", async () => {
  let isAway = false;
  const refused = Promise.withResolvers<void>();
  await using w = await world({ presenceEveryMs: 10 }, (store) =>
    withKv(
      store,
      countedHandle(store.kv, (ask) => {
        if (!isAway) return ask();
        refused.resolve();
        return Promise.reject(new Error("the store is away"));
      }),
    ));
  const james = await w.join(w.james);
  const close = w.instance.chat.pageOpened(w.olena.id);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  isAway = true;
  await takeDown(w.store, w.olena.id);
  await refused.promise;
  isAway = false;
  await until(() => {
    w.clock.advance({ seconds: 1 });
    return james.heard.some(({ event, data }) => event === "update-user-list" && data.gone.includes(w.olena.id));
  }, "her leaving");
  close();
});

Deno.test("a page open at one instance makes its person online at the other, until the last is closed or the instance ends", async () => {
  await using w = await twoInstances(6000, { lingerMs: 60, presenceEveryMs: 10 });
  const { one, two } = w;
  const james = await w.join(two, w.james);
  const told = (userId: number) =>
    james.heard.filter(({ event }) => event === "update-user-list").flatMap(({ data }) => [
      ...data.users.filter((user: { userId: number }) => user.userId === userId).map(() => "came"),
      ...data.gone.filter((id: number) => id === userId).map(() => "gone"),
    ]).join(" ");
  let close = one.chat.pageOpened(w.olena.id);
  await james.until(() => told(w.olena.id) === "came", "her coming");
  // She goes from page to page.
  for (let pages = 0; pages < 5; pages++) {
    close();
    close = one.chat.pageOpened(w.olena.id);
  }
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "text-request-sent" });
  close();
  await james.until(() => told(w.olena.id) === "came gone", "her leaving");

  one.chat.pageOpened(w.daria.id);
  await james.until(() => told(w.daria.id) === "came", "another coming");
  await one.stop();
  await james.until(() => told(w.daria.id) === "came gone", "what the end of the instance means");
});

Deno.test("who lost the connection amid a chat, and then closes a page at another instance, stays shown as long as the grace lasts", async () => {
  await using w = await twoInstances(6000, { lingerMs: 0, presenceEveryMs: 10 });
  const { one, two } = w;
  const [james, olena, wei] = [await w.join(two, w.james), await w.join(two, w.olena), await w.join(two, w.wei)];
  await talk(james, w.james.id, olena, w.olena.id);
  const lines = async () =>
    (await Array.fromAsync(w.store.kv.list({ prefix: keys.chatOpenPage("", 0).slice(0, 1) })))
      .filter(({ key }) => key[2] === w.olena.id).map(({ key }) => key[3] ?? "chat").join(" ");
  const close = one.chat.pageOpened(w.olena.id);
  await until(async () => (await lines()).includes("page"), "her page");
  await olena.leave();
  await until(async () => await lines() === "page", "the end of her connection");
  close();
  await until(async () => await lines() === "", "the end of her page");
  // News come in order: once Wei hears of Daria, he has heard all before it.
  one.chat.pageOpened(w.daria.id);
  await wei.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.daria.id));
  const hasLeft = () =>
    wei.heard.some(({ event, data }) => event === "update-user-list" && data.gone.includes(w.olena.id));
  expect(hasLeft()).toBe(false);
  w.clock.advance({ seconds: 11 });
  await wei.until(hasLeft, "her leaving with the grace");
});
