/** Calls between two instances of one store: offer, answer, signals, minutes and losses as if there were one. */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { setSpendingLimit } from "../../../kv/credits/ledger/spending_limit.ts";
import { until } from "../../../tests/patience.ts";
import { answerTo, offer, ring, see, talk, type TestClient } from "../testing/server.ts";
import { twoInstances } from "../testing/world.ts";

async function blockedIds(w: Awaited<ReturnType<typeof twoInstances>>) {
  const james = await w.join(w.one, w.james);
  const olena = await w.join(w.two, w.olena);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await olena.until(() => true, "a moment");
  expect((await olena.ask("GetAllConnectedUsers")).data.users).toMatchObject([{ userId: w.james.id }]);
  return { james, olena };
}
/** Waits until James's instance has heard all that Olena's told: news come in order, and the last is that Daria came. */
async function newsHeard(w: Awaited<ReturnType<typeof twoInstances>>, james: TestClient): Promise<void> {
  await w.join(w.two, w.daria);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.daria.id));
}
const signalsHeard = (client: TestClient) =>
  client.heard.filter(({ event }) => event === "video-signal").map(({ data }) => data.signal.at);
const moment = () => new Promise((resolve) => setTimeout(resolve, 150));

Deno.test("a call between two instances: signals in their order, time when both see each other", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  await james.ask("video-request", { to: w.olena.id, offer });
  for (let at = 0; at < 20; at++) james.say("video-signal", { to: w.olena.id, signal: { at } });
  await olena.next("video-request");
  // A tab of hers on the other instance hears of the call as well.
  const second = await w.join(w.one, w.olena);
  expect(await second.next("video-request")).toMatchObject({ offer });
  olena.say("video-request-accept", { to: w.james.id, answer: answerTo });
  for (let at = 100; at < 103; at++) olena.say("video-signal", { to: w.james.id, signal: { at } });
  for (let at = 20; at < 30; at++) james.say("video-signal", { to: w.olena.id, signal: { at } });
  const { id, answer } = await james.next("video-request-accept");
  expect(answer).toEqual(answerTo);
  await olena.until(() => signalsHeard(olena).length >= 30 ? true : undefined, "his signals");
  await james.until(() => signalsHeard(james).length >= 3 ? true : undefined, "hers");
  await moment();
  expect(signalsHeard(olena)).toEqual(Array.from({ length: 30 }, (_, at) => at));
  expect(signalsHeard(james)).toEqual([100, 101, 102]);
  await second.next("video-request-accept", ({ to }) => to === w.james.id);

  await see(id!, james, olena);
  w.clock.advance({ seconds: 20 });
  await james.ask("video-lost", { chatID: id });
  await olena.next("video-lost");
  await olena.next("chat-open", ({ running }) => running === false);
  w.clock.advance({ seconds: 10 });
  await james.ask("video-connected", { chatID: id });
  await olena.next("chat-open", ({ running }) => running === true);
  expect((await james.ask("video-end", { chatID: id })).data).toMatchObject({ reason: "stopped", by: w.james.id });
  await olena.next("video-end");
  await moment();
  // A text chat does not end because the two do not see each other.
  w.clock.advance({ seconds: 29 });
  await moment();
  expect(await chatById(w.store, id!)).toMatchObject({ kind: "text", state: "open" });
  await james.ask("stop-text-chat", { targetId: w.olena.id });
  expect(await olena.next("chat-session-end")).toMatchObject({ id });
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
});

Deno.test("text held by one instance becomes a call that the other accepts, and falls back", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 30 });
  expect(await ring(james, w.james.id, olena, w.olena.id)).toBe(id);
  await newsHeard(w, james);
  w.clock.advance({ seconds: 21 });
  for (const client of [james, olena]) {
    expect(await client.next("video-end")).toMatchObject({ id, reason: "not_connected" });
  }
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("two on two instances who ask each other at once are in one call", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const asked = await Promise.all([
    james.ask("video-request", { to: w.olena.id, offer }),
    olena.ask("video-request", { to: w.james.id, offer }),
  ]);
  expect(asked.map(({ event }) => event)).toEqual(["video-request-sent", "video-request-sent"]);
  const heard = () => [james, olena].find((client) => client.count("video-request") > 0);
  const later = await james.until(heard, "the first offer");
  const [earlier, askerId] = later === olena ? [james, w.james.id] : [olena, w.olena.id];
  await later.ask("video-request-accept", { to: askerId, answer: answerTo });
  await earlier.next("video-request-accept");
  expect(earlier.count("video-request")).toBe(0);
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
});

Deno.test("an instance that dies takes its calls with it, and what nobody saw goes back", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const id = await ring(james, w.james.id, olena, w.olena.id);
  await w.two.stop();
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 5 });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("a call that is taken over by another instance is over in the page of the first one", async () => {
  await using w = await twoInstances();
  const { james: laptop, olena } = await blockedIds(w);
  const id = await ring(laptop, w.james.id, olena, w.olena.id);
  await see(id, laptop, olena);
  const phone = await w.join(w.two, w.james);
  phone.say("video-signal", { to: w.olena.id, signal: { ...offer, isFresh: true } });
  expect(await laptop.next("video-request-accept", ({ answer }) => !answer)).toEqual({ id, to: w.olena.id });
  expect(await olena.next("video-lost")).toMatchObject({ from: w.james.id });
  await olena.next("chat-open", ({ running }) => running === false);
  await phone.ask("video-connected", { chatID: id });
  await olena.next("chat-open", ({ running }) => running === true);
  // The next call of the same chat begins on the laptop again, and the phone's instance hears of it.
  await phone.ask("video-end", { chatID: id });
  await olena.next("video-end");
  await olena.ask("video-request", { to: w.james.id, offer });
  await laptop.next("video-request");
  await laptop.ask("video-request-accept", { to: w.olena.id, answer: answerTo });
  await phone.next("video-request-accept");
  const second = await w.join(w.two, w.james);
  await second.ask("GetAllConnectedUsers");
  expect(second.count("video-request-accept")).toBe(0);
});

Deno.test("signals of many calls at once go between instances, however long they are", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  await ring(james, w.james.id, olena, w.olena.id);
  const sdp = "x".repeat(23_000);
  for (let at = 0; at < 40; at++) james.say("video-signal", { to: w.olena.id, signal: { at, sdp } });
  const last = await olena.until(
    () => olena.heard.findLast(({ event, data }) => event === "video-signal" && data.signal.at === 39),
    "the last signal",
  );
  expect(last.data.signal.sdp).toHaveLength(23_000);
  expect(olena.count("video-signal")).toBe(40);
});

/**
 * Olena accepts, and his instance has heard her answer, but hers cannot yet charge the first minute. Returns a function
 * that lets it charge.
 */
async function acceptUnpaid(w: Awaited<ReturnType<typeof twoInstances>>, james: TestClient, olena: TestClient) {
  const mayCharge = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const charging = w.two.store.mutexes.run(`ledger:${w.james.id}`, () => {
    isHeld.resolve();
    return mayCharge.promise;
  });
  await isHeld.promise;
  olena.say("video-request-accept", { to: w.james.id, answer: answerTo });
  await until(async () => {
    const news = w.store.kv.list<{ kind: string }>({ prefix: ["chat_news"] });
    return (await Array.fromAsync(news)).some(({ value }) => value.kind === "answered");
  });
  await newsHeard(w, james);
  return async () => {
    mayCharge.resolve();
    await charging;
  };
}
const number = (count: number) => Array.from({ length: count }, (_, at) => at);

Deno.test("what he says between her answer and the open call comes in its order", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const say = (from: number, upTo: number) => {
    for (let at = from; at < upTo; at++) james.say("video-signal", { to: w.olena.id, signal: { at } });
  };
  await james.ask("video-request", { to: w.olena.id, offer });
  await olena.next("video-request");
  say(0, 5);
  const charge = await acceptUnpaid(w, james, olena);
  say(5, 10);
  await james.ask("latency-start", { startTimeLatency: 1 });
  await charge();
  await james.next("video-request-accept");
  say(10, 15);
  await olena.until(() => signalsHeard(olena).length >= 15 ? true : undefined, "his signals");
  expect(signalsHeard(olena)).toEqual(number(15));
  expect(james.count("error-event")).toBe(0);
});

Deno.test("a tab of hers that opens beside his while her answer is under way asks nothing, and what it says comes", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  await james.ask("video-request", { to: w.olena.id, offer });
  await olena.next("video-request");
  const charge = await acceptUnpaid(w, james, olena);
  const second = await w.join(w.one, w.olena);
  for (const at of number(3)) second.say("video-signal", { to: w.james.id, signal: { at } });
  await second.ask("latency-start", { startTimeLatency: 1 });
  expect(second.count("video-request")).toBe(0);
  await charge();
  await james.until(() => signalsHeard(james).length >= 3 ? true : undefined, "her signals");
  expect(signalsHeard(james)).toEqual(number(3));
  expect(second.count("error-event")).toBe(0);
});

Deno.test("an answer that cannot be paid keeps nothing of what he says afterwards", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  await setSpendingLimit(w.store, w.james.id, 4);
  await james.ask("video-request", { to: w.olena.id, offer });
  await olena.next("video-request");
  const charge = await acceptUnpaid(w, james, olena);
  await charge();
  await james.next("reserve-time-error");
  // News come in order: once he hears her next request, his instance has heard how her answer ended.
  await olena.ask("conversation-request", { to: w.james.id });
  await james.next("allRequests");
  expect((await james.ask("video-signal", { to: w.olena.id, signal: {} })).data).toMatchObject({
    code: "chat_not_open",
  });
});

Deno.test("a tab of hers that opens on a third instance while he calls rings as well, and may answer", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const three = await w.another("instance-2");
  await james.ask("video-request", { to: w.olena.id, offer });
  for (const at of number(3)) await james.ask("video-signal", { to: w.olena.id, signal: { at } });
  await olena.next("video-request");
  const second = await w.join(three, w.olena);
  expect(await second.next("video-request")).toMatchObject({ offer });
  await second.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  await second.until(() => signalsHeard(second).length >= 3 ? true : undefined, "his signals");
  expect(signalsHeard(second)).toEqual(number(3));
  await james.next("video-request-accept");
  expect([olena.count("video-request"), second.count("video-request")]).toEqual([1, 1]);
});

Deno.test("a tab that opens at the moment of a call rings once, whichever of it comes first", async () => {
  for (let round = 0; round < 12; round++) {
    await using w = await twoInstances();
    const { james, olena } = await blockedIds(w);
    const [second] = await Promise.all([w.join(w.two, w.olena), james.ask("video-request", { to: w.olena.id, offer })]);
    await olena.next("video-request");
    await second.next("video-request");
    // Answers come in order: a second ring would have come before this one.
    await second.ask("latency-start", { startTimeLatency: 1 });
    expect(second.count("video-request")).toBe(1);
  }
});

Deno.test("a call rings on where she is when his instance goes, and he hears her answer on another", async () => {
  await using w = await twoInstances(6000, { lingerMs: 5000 });
  const { james, olena } = await blockedIds(w);
  const three = await w.another("instance-2");
  await james.ask("video-request", { to: w.olena.id, offer });
  await olena.next("video-request");
  await w.one.stop();
  const back = await w.join(three, w.james);
  await back.ask("latency-start", { startTimeLatency: 1 });
  expect([back.count("request-timeout"), olena.count("request-timeout")]).toEqual([0, 0]);
  const accept = () => olena.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  // He is offline until her instance has heard where he is now.
  await until(async () => (await accept()).event === "video-request-accept", "her yes");
  expect(await back.next("video-request-accept")).toMatchObject({ answer: answerTo });
});
