/** Calls between two instances of one store: offer, answer, signals, minutes and losses as if there were one. */
import { expect } from "expect";
import { chatById } from "../../kv/chats.ts";
import { balanceOf } from "../../kv/ledger.ts";
import { answerTo, offer, ring, see, talk } from "./testing.ts";
import { twoInstances } from "./testing_world.ts";

async function apart(w: Awaited<ReturnType<typeof twoInstances>>) {
  const james = await w.join(w.one, w.james);
  const olena = await w.join(w.two, w.olena);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await olena.until(() => true, "a moment");
  expect((await olena.ask("GetAllConnectedUsers")).data.users).toMatchObject([{ userId: w.james.id }]);
  return { james, olena };
}
const moment = () => new Promise((resolve) => setTimeout(resolve, 150));

Deno.test("a call between two instances: signals in their order, time when both see each other", async () => {
  await using w = await twoInstances();
  const { james, olena } = await apart(w);
  await james.ask("video-request", { to: w.olena.id, offer });
  for (let at = 0; at < 20; at++) james.say("video-signal", { to: w.olena.id, signal: { at } });
  await olena.next("video-request");
  // A tab of hers elsewhere hears of it as well.
  const second = await w.join(w.one, w.olena);
  expect(await second.next("video-request")).toMatchObject({ offer });
  olena.say("video-request-accept", { to: w.james.id, answer: answerTo });
  for (let at = 100; at < 103; at++) olena.say("video-signal", { to: w.james.id, signal: { at } });
  for (let at = 20; at < 30; at++) james.say("video-signal", { to: w.olena.id, signal: { at } });
  const { id, answer } = await james.next("video-request-accept");
  expect(answer).toEqual(answerTo);
  const heard = (client: typeof james) =>
    client.heard.filter(({ event }) => event === "video-signal").map(({ data }) => data.signal.at);
  await olena.until(() => heard(olena).length >= 30 ? true : undefined, "his signals");
  await james.until(() => heard(james).length >= 3 ? true : undefined, "hers");
  await moment();
  expect(heard(olena)).toEqual(Array.from({ length: 30 }, (_, at) => at));
  expect(heard(james)).toEqual([100, 101, 102]);
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
  // As text it asks for nobody to see anybody.
  w.clock.advance({ seconds: 29 });
  await moment();
  expect(await chatById(w.store, id!)).toMatchObject({ kind: "text", state: "open" });
  await james.ask("stop-text-chat", { targetId: w.olena.id });
  expect(await olena.next("chat-session-end")).toMatchObject({ id });
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
});

Deno.test("text held by one instance becomes a call that the other accepts, and falls back", async () => {
  await using w = await twoInstances();
  const { james, olena } = await apart(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 30 });
  expect(await ring(james, w.james.id, olena, w.olena.id)).toBe(id);
  await moment();
  w.clock.advance({ seconds: 21 });
  for (const client of [james, olena]) {
    expect(await client.next("video-end")).toMatchObject({ id, reason: "not_connected" });
  }
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("two on two instances who ask each other at once are in one call", async () => {
  await using w = await twoInstances();
  const { james, olena } = await apart(w);
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
  const { james, olena } = await apart(w);
  const id = await ring(james, w.james.id, olena, w.olena.id);
  await w.two.stop();
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 5 });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("signals of many calls at once go between instances, however long they are", async () => {
  await using w = await twoInstances();
  const { james, olena } = await apart(w);
  await ring(james, w.james.id, olena, w.olena.id);
  const sdp = "x".repeat(23_000);
  for (let at = 0; at < 40; at++) james.say("video-signal", { to: w.olena.id, signal: { at, sdp } });
  const last = await olena.until(
    () => olena.heard.findLast(({ event, data }) => event === "video-signal" && data.signal.at === 39),
    "the last signal",
    20_000,
  );
  expect(last.data.signal.sdp).toHaveLength(23_000);
  expect(olena.count("video-signal")).toBe(40);
});
