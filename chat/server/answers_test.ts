/** Each event is answered by the event that the contract names for it, whatever else an older client sends along. */
import { expect } from "expect";
import { prices } from "../../kv/credits/prices/prices.ts";
import { planTariff } from "../../kv/credits/prices/tariffs.ts";
import { createMan } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { talk } from "./testing/server.ts";
import { world } from "./testing/world.ts";

Deno.test("each question is answered by the event that is named for it, whatever a client sends along", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const [his, hers] = [w.james.id, w.olena.id];
  expect(james.heard[0]).toMatchObject({
    event: "conn-good",
    data: { uid: his, socketId: expect.any(String), at: w.clock.now },
  });

  const answerTo = async (...asked: Parameters<typeof james.ask>) => (await james.ask(...asked)).event;
  expect(await answerTo("GetAllConnectedUsers", { uid: his })).toBe("AllConnectedUsers");
  expect(await answerTo("GetAllUnreadMessagesForOnlineUsers", { uid: his })).toBe("update-user-list");
  expect(await answerTo("check-balance", { uid: his, userId: his, video: true })).toBe("balance-is");
  expect(await answerTo("getChatHistory", { from: his, to: hers, section: "online" })).toBe("chatHistory");
  expect(await answerTo("getAllRequests", { to: his })).toBe("allRequests");
  expect(await answerTo("getDialogsHistory", { uid: `${his}-tab` })).toBe("dialogsHistoryData");
  expect(await answerTo("fetch-user-data", { uid: hers })).toBe("fetchUserData");
  expect(await answerTo("setUserName", { uid: his, name: "Jim" })).toBe("fetchUserData");
  expect(await answerTo("latency-start", { uid: his, name: "Jim", startTimeLatency: 1 })).toBe("latency-back");
  expect(await james.ask("latency", { uid: his, name: "Jim", latency: 12 }))
    .toMatchObject({ event: "latency-back", data: { startTimeLatency: 1 } });
  for (const flag of [false, true]) {
    expect(await james.ask("change-allow-chat", { flag, uid: his }))
      .toMatchObject({ event: "change-allow-chat-result", data: { flag } });
    expect(await james.ask("change-allow-video-chat", { flag, uid: his }))
      .toMatchObject({ event: "change-allow-video-chat-result", data: { flag } });
  }

  await james.ask("text-request", { to: hers, from: his, firstname: "Somebody", lastname: "Else" });
  await olena.ask("text-request-answer", { to: his, answer: { name: "Nobody" }, ev: "accept", status: true });
  const created = await james.ask("do-start-chat-session", {
    uid: his,
    userId: his,
    targetID: hers,
    manInit: true,
    video: false,
  });
  expect(created).toMatchObject({ event: "chat-session-create", data: { id: expect.any(String), error: null } });
  const chatID = created.data.id;
  const asked = { uid: his, userId: his, chatID, partnerId: hers, minutes: 1, video: false };
  expect(await james.ask("do-reserve-chat-time", asked))
    .toMatchObject({ event: "reserve-time-done", data: { minutes: 1, cost: 1, error: null } });
  expect(await james.ask("typing", { to: hers })).toMatchObject({ event: "heard", data: { event: "typing" } });
  const words = {
    message: "Good evening.",
    chat: chatID,
    type: 0,
    to: hers,
    partnerId: hers,
    from: his,
    clientId: "c",
  };
  expect(await james.ask("ChatNewMessage", words))
    .toMatchObject({ event: "NewMessage", data: { message: { fromName: "Jim", to: hers } } });
  expect(await james.ask("do-end-chat-session", { manId: his, girlId: hers }))
    .toMatchObject({ event: "chat-session-end", data: { id: chatID, minutes: 1 } });
  expect(await olena.next("stop-text-chat")).toEqual({ targetId: hers, myId: his });
  // `latency` without an id only reports how long the way took: nothing comes back.
  const pulses = () => james.heard.filter(({ event }) => event === "latency-back").length;
  const before = pulses();
  james.sendRaw(JSON.stringify({ event: "latency", data: { latency: 12 } }));
  await james.ask("latency-start", { startTimeLatency: 2 });
  expect(pulses()).toBe(before + 1);
  expect(james.heard.filter(({ event }) => event === "error-event")).toEqual([]);
});

Deno.test("a chat ends by naming its two people, and not by naming another man", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await talk(james, w.james.id, olena, w.olena.id);
  expect(await james.ask("do-end-chat-session", { manId: w.wei.id, girlId: w.olena.id }))
    .toMatchObject({ event: "error-event", data: { code: "forbidden" } });
  expect(await olena.ask("do-end-chat-session", { manId: w.james.id, girlId: w.olena.id }))
    .toMatchObject({ event: "chat-session-end" });
  expect(await james.next("chat-session-end")).toMatchObject({ minutes: 1 });
});

const tariff = (textMinute: number, videoMinute: number) => ({ ...prices, textMinute, videoMinute });

Deno.test("a chat that he cannot pay any more begins for neither, and of his credits she hears nothing", async () => {
  await using w = await world();
  const poor = await createMan(w.store, { credits: 2 });
  const [his, hers] = [await w.join(poor), await w.join(w.olena)];
  await his.ask("text-request", { to: w.olena.id });
  await hers.ask("text-request-answer", { to: poor.id, ev: "accept" });
  await planTariff(w.store, { validFrom: null, prices: tariff(3, 15), actorId: 1 });
  const start = async (client: typeof his, targetID: number) =>
    (await client.ask("do-start-chat-session", { targetID })).data.error;
  expect(await start(his, w.olena.id)).toMatchObject({ code: "insufficient_credits" });
  expect(await start(hers, poor.id)).toMatchObject({ code: "chat_unpaid" });
});

Deno.test("who may ask, and for what, follows from what a minute costs now", async () => {
  await using w = await world();
  const poor = await createMan(w.store, { credits: 4 });
  const [his, olena] = [await w.join(poor), await w.join(w.olena)];
  const error = async (video: boolean) => (await his.ask("check-balance", { video })).data.error;
  expect([await error(false), await error(true)]).toEqual([null, 402]);
  await planTariff(w.store, { validFrom: null, prices: tariff(4, 3), actorId: 1 });
  expect([await error(false), await error(true)]).toEqual([402, null]);
  expect((await his.ask("text-request", { to: w.olena.id })).data.code).toBe("insufficient_credits");
  expect((await his.ask("video-prepare", { to: w.olena.id })).event).toBe("video-prepared");
  await olena.ask("text-request", { to: poor.id });
  const accepted = await his.ask("text-request-answer", { to: w.olena.id, ev: "accept" });
  expect(accepted.data.code).toBe("insufficient_credits");
});

Deno.test("a first minute that cannot be paid because she is gone says who is gone", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  const { data: { id } } = await james.ask("do-start-chat-session", { targetID: w.olena.id });
  await olena.leave();
  await until(() => w.instance.chat.counters.connections === 1, "her leaving");
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data.error).toMatchObject({
    code: "partner_offline",
    message: "en partner_offline Olena",
  });
});
