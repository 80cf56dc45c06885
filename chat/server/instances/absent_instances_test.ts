/**
 * Instances that sleep or lose the store are taken for dead only by those that have the store themselves, come back
 * without a restart, and leave nobody in a chat that is over.
 */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { endChat } from "../../../kv/chats/minutes.ts";
import { keys } from "../../../kv/store/keys.ts";
import { patience, until } from "../../../tests/patience.ts";
import { talk, type TestClient } from "../testing/server.ts";
import { distantInstances } from "../testing/world.ts";

type World = Awaited<ReturnType<typeof distantInstances>>;

const deadAfterMs = patience(2);
/** Long enough that a busy machine is not taken for a store that is away. */
const patienceMs = patience(1);

/** James on one instance and Olena on the other, each in the other's list. */
async function bothThere(w: World): Promise<{ james: TestClient; olena: TestClient }> {
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await seesOther(james, w.olena.id);
  await seesOther(olena, w.james.id);
  return { james, olena };
}

const seesOther = (client: TestClient, otherId: number) =>
  until(async () => {
    // A connection may ask for the list 60 times a minute; with this pause a short wait stays within that.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { users } = (await client.ask("GetAllConnectedUsers")).data as { users: { userId: number }[] };
    return users.some(({ userId }) => userId === otherId);
  }, "the other in the list");

const deathsIn = async ({ store }: World): Promise<number> =>
  (await Array.fromAsync(store.kv.list({ prefix: keys.chatInstanceDeath("").slice(0, 1) }))).length;

/** Waits until `client` has heard that the other is gone, before or after the end of their chat. */
const isGoneFor = (client: TestClient, otherId: number) =>
  client.until(
    () => client.heard.some(({ event, data }) => event === "update-user-list" && data.gone.includes(otherId)),
    "the other's leaving",
  );

/** The end of a chat as `client` hears it, with her or his own figures. */
const endOf = (client: TestClient, id: string) => client.next("chat-session-end", (end) => end.id === id);

for (const [what, waitsMs] of [["slept", 60_000], ["its store had left", patienceMs]] as const) {
  Deno.test(`an instance that ${what} and was taken for dead: both hear the same end, its connections close with 1012, and all is as before`, async () => {
    await using w = await distantInstances({ deadAfterMs, patienceMs: waitsMs });
    const { james, olena } = await bothThere(w);
    const id = await talk(james, w.james.id, olena, w.olena.id);
    w.clock.advance({ seconds: 8 });
    w.wayOne.cut();
    const hers = await endOf(olena, id);
    await isGoneFor(olena, w.james.id);
    expect(await deathsIn(w)).toBe(1);
    w.wayOne.mend();
    const his = await endOf(james, id);
    expect(his).toMatchObject({ id, minutes: hers.minutes, refunded: 1 });
    expect((await james.closing()).code).toBe(1012);
    expect(await chatById(w.store, id)).toMatchObject({ endedReason: "crash", endedBy: "server", refundedCredits: 1 });
    expect([james.count("chat-session-end"), olena.count("chat-session-end")]).toEqual([1, 1]);

    const again = await w.join(w.one, w.james);
    await seesOther(again, w.olena.id);
    await seesOther(olena, w.james.id);
    const next = await talk(again, w.james.id, olena, w.olena.id);
    await olena.ask("ChatNewMessage", { to: w.james.id, message: "you are back", clientId: "o1" });
    expect((await again.next("NewMessage")).message.body).toBe("you are back");
    await olena.ask("stop-text-chat", { targetId: w.james.id });
    await endOf(again, next);
    expect(await deathsIn(w)).toBe(1);
  });
}

Deno.test("where the other one holds the chat, who slept hears how it ended as soon as the instance wakes", async () => {
  await using w = await distantInstances({ deadAfterMs });
  const { james, olena } = await bothThere(w);
  await olena.ask("text-request", { to: w.james.id });
  await james.next("text-request");
  await james.ask("text-request-answer", { to: w.olena.id, ev: "accept" });
  await olena.next("text-request-answer");
  const { id } = (await olena.ask("do-start-chat-session", { targetID: w.james.id })).data;
  await james.next("chat-session-create");
  await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  await Promise.all([james.next("chat-open"), olena.next("chat-open")]);
  w.wayOne.cut();
  // For her instance he is gone: it holds the chat until his grace is over, and then ends it because he left.
  await olena.next("chat-meter", ({ running }) => !running);
  w.clock.advance({ seconds: 11 });
  const hers = await endOf(olena, id);
  w.wayOne.mend();
  expect(await endOf(james, id)).toMatchObject({ minutes: hers.minutes });
  expect((await james.closing()).code).toBe(1012);
});

Deno.test("of a chat that an instance ended before it died, and told nobody of, who is elsewhere hears all the same", async () => {
  await using w = await distantInstances({ deadAfterMs });
  const { james, olena } = await bothThere(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.wayOne.cut();
  await endChat(w.store, id, { by: "man", reason: "stopped" });
  expect(await endOf(olena, id)).toMatchObject({ id, minutes: 1 });
  w.wayOne.mend();
  expect(await endOf(james, id)).toMatchObject({ id, minutes: 1 });
  expect([james.count("chat-session-end"), olena.count("chat-session-end")]).toEqual([1, 1]);
});

Deno.test("an instance that ends while its store does not answer lets its people go; who lives ends their chats", async () => {
  await using w = await distantInstances({ deadAfterMs, patienceMs });
  const { james, olena } = await bothThere(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 8 });
  w.wayOne.cut();
  await w.one.stop();
  expect((await james.closing()).code).toBe(1012);
  expect(await endOf(olena, id)).toMatchObject({ id, minutes: 1 });
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "crash", refundedCredits: 1 });
});

Deno.test("while the store was away for everybody nobody is taken for dead, and the chat goes on", async () => {
  await using w = await distantInstances({ deadAfterMs, patienceMs });
  const { james, olena } = await bothThere(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  for (const way of [w.wayOne, w.wayTwo]) way.cut();
  await new Promise((resolve) => setTimeout(resolve, 2 * deadAfterMs));
  w.wayTwo.mend();
  // Her instance has the store back first. It has seen no sign of his for twice as long as would make an instance dead.
  await until(() => w.two.store.health.fault === null, "her store");
  await new Promise((resolve) => setTimeout(resolve, deadAfterMs / 2));
  w.wayOne.mend();
  await until(() => w.one.store.health.fault === null, "his store");
  await until(async () => {
    const sent = await james.ask("ChatNewMessage", { to: w.olena.id, message: "still here", clientId: "j1" });
    return sent.event !== "error-event";
  }, "his message");
  expect((await olena.next("NewMessage")).message.body).toBe("still here");
  await new Promise((resolve) => setTimeout(resolve, deadAfterMs));
  expect([await deathsIn(w), james.closed, olena.closed]).toEqual([0, null, null]);
  expect(await chatById(w.store, id)).toMatchObject({ state: "open" });
});

Deno.test("what an instance has to tell at the moment when it learns that it was taken for dead is told under its new name", async () => {
  await using w = await distantInstances({ deadAfterMs });
  const { james, olena } = await bothThere(w);
  w.wayOne.cut();
  await olena.next("update-user-list", ({ gone }) => gone.includes(w.james.id));
  // He asks her while his instance is cut off: it has received his frame, and waits for the store.
  const { counters } = w.one.chat;
  const { framesReceived } = counters;
  james.say("text-request", { to: w.olena.id });
  await until(() => counters.framesReceived > framesReceived, "the instance that has heard him");
  w.wayOne.mend();
  // On a slow machine his connection may be closed before she is asked; then she hears that the invitation is over.
  const isTold = ({ event, data }: (typeof olena.heard)[number]) =>
    (event === "text-request" && data.from.userId === w.james.id) ||
    (event === "request-timeout" && data.senderId === w.james.id);
  await until(() => olena.heard.some(isTold), "his invitation, or its end");
  expect((await james.closing()).code).toBe(1012);
});

for (const times of ["once", "and again before that was written"]) {
  Deno.test(`the time in which the store was away is no time of a text chat: away ${times}`, async () => {
    await using w = await distantInstances({ deadAfterMs: 4 * patienceMs, patienceMs });
    const { james, olena } = await bothThere(w);
    const id = await talk(james, w.james.id, olena, w.olena.id);
    const servedMs = 20_000;
    w.clock.advance({ ms: servedMs + patienceMs });
    for (const way of [w.wayOne, w.wayTwo]) way.cut();
    const hello = { to: w.olena.id, message: "hello?", clientId: "j1" };
    expect((await james.ask("ChatNewMessage", hello)).data).toMatchObject({ code: "store_unavailable" });
    w.clock.advance({ minutes: 5 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { health } = w.one.store;
    let returns = 0;
    if (times !== "once") health.onReturn(() => ++returns === 1 && w.wayOne.cut());
    for (const way of [w.wayOne, w.wayTwo]) way.mend();
    if (times !== "once") {
      await until(() => returns === 1 && health.fault !== null, "the store's leaving again");
      w.wayOne.mend();
    }
    await until(async () => (await chatById(w.store, id))?.servedMs === servedMs, "the time that was served");
    await until(async () => (await james.ask("ChatNewMessage", hello)).event === "NewMessage", "his message");
    w.clock.advance({ ms: 60_001 - servedMs });
    expect(await endOf(olena, id)).toMatchObject({ minutes: 1 });
    expect(await chatById(w.store, id)).toMatchObject({ endedReason: "time_over", refundedCredits: 0 });
  });
}

Deno.test("a question for the next minute whose answer met a store that was away is asked again, and the chat goes on", async () => {
  await using w = await distantInstances({ deadAfterMs: 4 * patienceMs, patienceMs });
  const { james, olena } = await bothThere(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  // With half a second of paid time left there is no time to wait for the next regular question.
  w.clock.advance({ ms: 59_500 });
  await james.next("check-for-reserve-time");
  w.wayOne.cut();
  const refused = await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  expect(refused.data).toMatchObject({ code: "store_unavailable" });
  w.wayOne.mend();
  expect(await james.next("check-for-reserve-time")).toEqual({ chatId: id });
  const paid = await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  expect(paid.data).toMatchObject({ minutes: 2, error: null });
  w.clock.advance({ seconds: 20 });
  const hello = { to: w.olena.id, message: "hello?", clientId: "j1" };
  expect((await james.ask("ChatNewMessage", hello)).event).toBe("NewMessage");
  expect(await chatById(w.store, id)).toMatchObject({ state: "open", minutes: 2 });
});
