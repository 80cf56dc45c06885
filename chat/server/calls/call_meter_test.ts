/** The minutes of calls between real sockets: not connected, path lost and found again, back to text, and every ending. */
import { expect } from "expect";
import { chatById, startChat } from "../../../kv/chats/chats.ts";
import { answerInvitation } from "../../../kv/chats/invitations.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { answerTo, offer, ring, see, talk, type TestClient } from "../testing/server.ts";
import { world } from "../testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;

async function both(w: World) {
  return { james: await w.join(w.james), olena: await w.join(w.olena) };
}
const ringAt = (w: World, { james, olena }: { james: TestClient; olena: TestClient }) =>
  ring(james, w.james.id, olena, w.olena.id);
const balance = (w: World) => balanceOf(w.store, w.james.id);
/** Waits until all that the clients have sent is answered and has had its effects. */
const settle = async (...clients: TestClient[]) => {
  for (const client of clients) await client.ask("latency-start", { startTimeLatency: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
};

Deno.test("a call in which the two do not see each other within twenty seconds ends and costs nothing", async () => {
  for (const seen of [0, 1]) {
    await using w = await world();
    const tabs = await both(w);
    const id = await ringAt(w, tabs);
    if (seen) await tabs.james.ask("video-connected", { chatID: id });
    w.clock.advance({ seconds: 19 });
    await settle(tabs.james);
    expect(tabs.james.count("chat-session-end")).toBe(0);
    w.clock.advance({ seconds: 2 });
    expect(await tabs.james.next("chat-session-end")).toEqual({
      id,
      minutes: 1,
      kept: 0,
      cost: 5,
      refunded: 5,
      error: { code: "video_not_connected", status: 409, message: "en video_not_connected" },
    });
    expect(await tabs.olena.next("chat-session-end")).toMatchObject({ cost: 0, refunded: 0, error: { status: 409 } });
    expect(await balance(w)).toBe(200);
    expect(await chatById(w.store, id)).toMatchObject({ endedBy: "server", endedReason: "not_connected" });
  }
});

Deno.test("text becomes a call inside the same chat, and its minute goes back", async () => {
  await using w = await world();
  const tabs = await both(w);
  const { james, olena } = tabs;
  const text = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 40 });
  expect(await ringAt(w, tabs)).toBe(text);
  expect(await balance(w)).toBe(195);
  await see(text, james, olena);
  expect(await james.ask("ChatNewMessage", { to: w.olena.id, message: "!", clientId: "c" })).toMatchObject({
    event: "NewMessage",
  });
  w.clock.advance({ seconds: 59 });
  await settle(james);
  w.clock.advance({ seconds: 2 });
  expect(await james.next("chat-session-end")).toMatchObject({ id: text, minutes: 2, kept: 1, cost: 6, refunded: 1 });
});

Deno.test("a call from text that does not connect goes back to text as it stood", async () => {
  await using w = await world();
  const tabs = await both(w);
  const { james, olena } = tabs;
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 40 });
  await ringAt(w, tabs);
  w.clock.advance({ seconds: 21 });
  expect(await james.next("video-end")).toMatchObject({
    id,
    reason: "not_connected",
    refunded: 5,
    error: { code: "video_not_connected" },
  });
  expect(await olena.next("video-end")).toMatchObject({ refunded: 0, error: { code: "video_not_connected" } });
  for (const client of [james, olena]) {
    const open = await client.next("chat-open", ({ video }) => !video);
    expect(open).toMatchObject({ id, paidUntil: w.clock.now + 20_000 });
  }
  expect((await james.next("reserve-time-done")).balance).toBe(199);
  expect(await balance(w)).toBe(199);
  expect(await olena.ask("ChatNewMessage", { to: w.james.id, message: "!", clientId: "c" })).toMatchObject({
    event: "NewMessage",
  });
  expect((await olena.ask("video-signal", { to: w.james.id, signal: {} })).data.code).toBe("chat_not_open");
  await settle(james);
  w.clock.advance({ seconds: 11 });
  await james.next("check-for-reserve-time");
  w.clock.advance({ seconds: 10 });
  expect(await james.next("chat-session-end")).toMatchObject({ minutes: 3, cost: 7, refunded: 6 });
});

Deno.test("a lost path stops the time, and found again costs nothing anew", async () => {
  await using w = await world();
  const tabs = await both(w);
  const { james, olena } = tabs;
  const id = await ringAt(w, tabs);
  await see(id, james, olena);
  w.clock.advance({ seconds: 30 });
  const until = w.clock.now + 20_000;
  expect((await james.ask("video-lost", { chatID: id })).data).toEqual({ id, from: w.james.id, until });
  expect(await olena.next("video-lost")).toEqual({ id, from: w.james.id, until });
  await olena.next("chat-open", ({ running }) => running === false);
  w.clock.advance({ seconds: 12 });
  olena.say("video-signal", { to: w.james.id, signal: { type: "renegotiate", renegotiate: true } });
  expect(await james.next("video-signal")).toEqual({
    from: w.olena.id,
    signal: { type: "renegotiate", renegotiate: true },
  });
  await settle(james, olena);
  expect((await james.ask("video-connected", { chatID: id })).data).toMatchObject({ bothConnected: true });
  const open = await olena.next("chat-open", ({ running }) => running === true);
  expect(open.paidUntil).toBe(w.clock.now + 30_000);
  expect(await balance(w)).toBe(195);
  w.clock.advance({ seconds: 25 });
  await james.next("check-for-reserve-time");
});

Deno.test("a path that is lost for longer ends the call, and what was not delivered goes back", async () => {
  for (const [served, refunded] of [[29, 5], [31, 0]] as const) {
    await using w = await world();
    const tabs = await both(w);
    const id = await ringAt(w, tabs);
    await see(id, tabs.james, tabs.olena);
    w.clock.advance({ seconds: served });
    await Promise.all([tabs.james, tabs.olena].map((tab) => tab.ask("video-lost", { chatID: id })));
    await settle(tabs.james);
    w.clock.advance({ seconds: 21 });
    expect(await tabs.james.next("chat-session-end")).toMatchObject({
      id,
      refunded,
      error: { code: "video_lost", message: "en video_lost" },
    });
    expect(await balance(w)).toBe(195 + refunded);
  }
});

/** A path that is lost and found again, each time for so many seconds, until the call ends or this was done `times`. */
async function losses(w: World, times: number, { lostSeconds, seenSeconds }: Record<string, number>) {
  const tabs = await both(w);
  const { james, olena } = tabs;
  const chatID = await ringAt(w, tabs);
  await see(chatID, james, olena);
  for (let done = 0; done < times && (await chatById(w.store, chatID))!.state === "open"; done++) {
    await james.ask("video-lost", { chatID });
    await settle(james, olena);
    w.clock.advance({ seconds: lostSeconds });
    await settle(james, olena);
    await james.ask("video-connected", { chatID });
    await settle(james, olena);
    w.clock.advance({ seconds: seenSeconds });
    await settle(james, olena);
    await james.ask("do-reserve-chat-time", { chatID, minutes: 1 });
  }
  return { james, chat: (await chatById(w.store, chatID))! };
}

Deno.test("nobody is in a call for nothing by saying again and again that the path is lost", async () => {
  await using w = await world();
  const { james, chat } = await losses(w, 10, { lostSeconds: 19, seenSeconds: 1 });
  expect(chat).toMatchObject({ state: "ended", servedMs: 3000 });
  expect(await james.next("chat-session-end")).toMatchObject({ error: { code: "video_lost" } });
});

Deno.test("a bad line that is found again each time keeps its call", async () => {
  await using w = await world();
  const { chat } = await losses(w, 5, { lostSeconds: 19, seenSeconds: 58 });
  expect(chat).toMatchObject({ state: "open", minutes: 6 });
});

Deno.test("a closed tab is a lost path, and whoever stays away ends the call", async () => {
  for (const [who, refunded] of [["olena", 5], ["james", 0]] as const) {
    await using w = await world();
    const tabs = await both(w);
    const id = await ringAt(w, tabs);
    await see(id, tabs.james, tabs.olena);
    w.clock.advance({ seconds: 20 });
    await settle(tabs.james, tabs.olena);
    await tabs[who].leave();
    const stays = tabs[who === "olena" ? "james" : "olena"];
    expect(await stays.next("video-lost")).toMatchObject({ from: w[who].id });
    await settle(stays);
    w.clock.advance({ seconds: 21 });
    expect(await stays.next("chat-session-end")).toMatchObject({ id });
    expect(await chatById(w.store, id)).toMatchObject({
      endedReason: "left",
      servedMs: 20_000,
      refundedCredits: refunded,
    });
    expect(await balance(w)).toBe(195 + refunded);
  }
});

Deno.test("whoever comes back within the grace and sees the other again goes on", async () => {
  await using w = await world();
  const tabs = await both(w);
  const id = await ringAt(w, tabs);
  await see(id, tabs.james, tabs.olena);
  w.clock.advance({ seconds: 20 });
  await settle(tabs.james, tabs.olena);
  await tabs.olena.leave();
  await tabs.james.next("video-lost");
  await settle(tabs.james);
  w.clock.advance({ seconds: 15 });
  const back = await w.join(w.olena);
  expect(await back.next("chat-open")).toMatchObject({ id, video: true, running: false, partnerId: w.james.id });
  await settle(back);
  expect(await chatById(w.store, id)).toMatchObject({ resumedAt: null, servedMs: 20_000 });
  expect((await back.ask("video-connected", { chatID: id })).data).toMatchObject({ bothConnected: true });
  expect((await tabs.james.next("chat-open", ({ running }) => running === true)).paidUntil).toBe(w.clock.now + 40_000);
});

Deno.test("back to text by him: the video minute covers text until it is used up", async () => {
  await using w = await world();
  const tabs = await both(w);
  const { james, olena } = tabs;
  const id = await ringAt(w, tabs);
  await see(id, james, olena);
  w.clock.advance({ seconds: 20 });
  expect((await james.ask("video-end", { chatID: id })).data).toEqual({
    id,
    reason: "stopped",
    by: w.james.id,
    refunded: 0,
  });
  expect(await olena.next("video-end")).toMatchObject({ by: w.james.id });
  expect(await olena.next("chat-open", ({ video }) => !video)).toMatchObject({ paidUntil: w.clock.now + 40_000 });
  expect((await james.ask("video-end", { chatID: id })).data).toMatchObject({ code: "chat_not_open" });
  // As a text chat it goes on although nobody sees anybody.
  w.clock.advance({ seconds: 31 });
  await james.next("check-for-reserve-time");
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({ balance: 194 });
  expect(await ringAt(w, tabs)).toBe(id);
  expect(await balance(w)).toBe(190);
  await see(id, james, olena);
  w.clock.advance({ seconds: 9 });
  expect((await olena.ask("stop-text-chat", { targetId: w.james.id })).data).toMatchObject({ id });
  expect(await balance(w)).toBe(195);
});

Deno.test("back to text by her, early: the video minute goes back for one of text", async () => {
  await using w = await world();
  const tabs = await both(w);
  const { james, olena } = tabs;
  const id = await ringAt(w, tabs);
  await see(id, james, olena);
  w.clock.advance({ seconds: 20 });
  expect((await olena.ask("video-end", { chatID: id })).data).toMatchObject({ by: w.olena.id, refunded: 0 });
  expect(await james.next("video-end")).toMatchObject({ by: w.olena.id, refunded: 5 });
  expect(await james.next("chat-open", ({ video }) => !video)).toMatchObject({ paidUntil: w.clock.now + 60_000 });
  expect(await james.next("reserve-time-done", ({ minutes }) => minutes === 2)).toMatchObject({
    balance: 199,
    cost: 6,
  });
});

Deno.test("a second tab that takes the call over is the one that counts", async () => {
  await using w = await world();
  const tabs = await both(w);
  const id = await ringAt(w, tabs);
  const second = await w.join(w.olena);
  await see(id, tabs.james, tabs.olena);
  await second.ask("video-connected", { chatID: id });
  await tabs.olena.leave();
  await settle(tabs.james, second);
  expect(tabs.james.count("video-lost")).toBe(0);
  w.clock.advance({ seconds: 5 });
  await second.leave();
  await tabs.james.next("video-lost");
});

Deno.test("what a connection that was cut off says late of the path is told to the new one, which contradicts", async () => {
  await using w = await world();
  const tabs = await both(w);
  const { james, olena } = tabs;
  const id = await ringAt(w, tabs);
  await see(id, james, olena);
  const back = await w.join(w.olena);
  await back.ask("video-connected", { chatID: id });
  await settle(james);
  // Her first connection's frame was held up in the network and arrives late.
  await olena.ask("video-lost", { chatID: id });
  expect(await james.next("video-lost")).toMatchObject({ id, from: w.olena.id });
  expect(await back.next("video-lost")).toMatchObject({ id, from: w.olena.id });
  expect((await back.ask("video-connected", { chatID: id })).data).toEqual({ bothConnected: true, id });
  expect(await james.next("video-connected", ({ bothConnected }) => bothConnected)).toEqual({
    bothConnected: true,
    id,
  });
  await olena.leave();
  w.clock.advance({ seconds: 30 });
  await settle(james);
  expect(james.count("chat-session-end")).toBe(0);
});

Deno.test("strangers report nothing of a call", async () => {
  await using w = await world();
  const tabs = await both(w);
  const [wei, daria] = [await w.join(w.wei), await w.join(w.daria)];
  const id = await ringAt(w, tabs);
  const other = await talk(wei, w.wei.id, daria, w.daria.id);
  for (const event of ["video-connected", "video-lost", "video-end"] as const) {
    expect((await wei.ask(event, { chatID: id })).data).toMatchObject({ code: "chat_not_open" });
    expect((await wei.ask(event, { chatID: other })).data).toMatchObject({ code: "chat_not_open" });
  }
  expect((await wei.ask("video-signal", { to: w.olena.id, signal: {} })).data).toMatchObject({ code: "chat_not_open" });
  expect((await wei.ask("video-request-accept", { to: w.olena.id, answer: answerTo })).data.code).toBe("request_over");
  expect(tabs.olena.count("video-signal")).toBe(0);
  expect((await wei.ask("video-request", { to: w.daria.id, offer })).event).toBe("video-request-sent");
});

Deno.test("a restart ends calls and gives back what nobody saw", async () => {
  await using w = await world();
  const tabs = await both(w);
  const id = await ringAt(w, tabs);
  await w.instance.stop();
  expect(await tabs.james.next("chat-session-end")).toMatchObject({ id, refunded: 5 });
  expect(await balance(w)).toBe(200);
});

Deno.test("a page that comes before a call is paid hears nothing of it: it may come to nothing", async () => {
  await using w = await world();
  const { james } = await both(w);
  const pair = { manId: w.james.id, ladyId: w.olena.id };
  await james.ask("video-request", { to: w.olena.id, offer });
  const agreed = { askerId: w.james.id, answererId: w.olena.id, kind: "video", accepts: true } as const;
  expect(await answerInvitation(w.store, pair, agreed)).toMatchObject({ ok: true });
  const call = { directAgreed: { man: true, lady: true } };
  const started = await startChat(w.store, pair, { starterId: w.olena.id, kind: "video", call, instanceId: "another" });
  expect(started).toMatchObject({ ok: true });
  const page = await w.join(w.james);
  await page.ask("getAllRequests", {});
  expect(page.count("chat-session-create")).toBe(0);
});
