/** Every row of the contract's table, between real sockets. */
import { expect } from "expect";
import { audit } from "../../kv/audit.ts";
import { chatById } from "../../kv/chats.ts";
import { balanceOf } from "../../kv/ledger.ts";
import { setPublished } from "../../kv/ladies.ts";
import { endSession, hashToken, startSession } from "../../kv/sessions.ts";
import { createMan, createPeople, createUser, testStore } from "../../kv/testing.ts";
import { setSpendingLimit } from "../../kv/spending_limit.ts";
import { connect, talk, TestClient, testInstance } from "./testing.ts";
import type { ChatOptions } from "./room.ts";

async function world(options: Partial<ChatOptions> = {}) {
  const store = await testStore();
  const people = await createPeople(store);
  const instance = await testInstance(store, options);
  const clients: TestClient[] = [];
  const join = async (user: typeof people.james, token?: string) => {
    const client = await connect(instance, user, token);
    clients.push(client);
    return client;
  };
  return {
    ...people,
    store,
    clock: store.clock,
    instance,
    join,
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.leave();
      await instance.stop();
      expect(clients.flatMap(({ misread }) => misread)).toEqual([]);
      expect(await audit(store)).toEqual([]);
      store.close();
    },
  };
}

Deno.test("who is online is told to the other gender alone, and the list is there for the asking", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const wei = await w.join(w.wei);
  const { users } = await james.next(
    "update-user-list",
    ({ users }) => users.some(({ userId }) => userId === w.olena.id),
  );
  expect(users.find(({ userId }) => userId === w.olena.id)).toEqual({
    userId: w.olena.id,
    profileId: w.olena.id,
    userName: "Olena",
    userPhoto: "/no-avatar.webp",
    userGender: "girl",
    birth: 31,
    allowChat: true,
    allowVideoChat: true,
    unread: [],
  });
  await olena.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.wei.id));
  expect((await wei.ask("GetAllConnectedUsers")).data.users.map((user: { userId: number }) => user.userId)).toEqual([
    w.olena.id,
  ]);
  const forOlena = (await olena.ask("GetAllConnectedUsers", { uid: w.olena.id })).data.users;
  expect(forOlena.map((user: { userId: number }) => user.userId).sort()).toEqual([w.james.id, w.wei.id].sort());
  expect(w.store.ladies.isOnline(w.olena.id)).toBe(true);
  expect(james.heard.flatMap(({ data }) => data.users ?? []).map(({ userId }) => userId)).not.toContain(w.wei.id);
});

Deno.test("a leave is told after a moment, and a short break is not told at all", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const first = await w.join(w.olena);
  await james.next("update-user-list", ({ users }) => users.length > 0);
  await first.leave();
  const second = await w.join(w.olena);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(james.heard.some(({ data }) => data.gone?.length > 0)).toBe(false);
  await second.leave();
  expect((await james.next("update-user-list", ({ gone }) => gone.length > 0)).gone).toEqual([w.olena.id]);
  expect(w.store.ladies.isOnline(w.olena.id)).toBe(false);
});

Deno.test("a whole chat: asked, accepted, started, paid, written, read, ended", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  expect((await james.ask("check-balance", { video: false })).data).toEqual({ balance: 200, error: null });
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({
    event: "text-request-sent",
    data: { to: w.olena.id },
  });
  expect((await olena.next("text-request")).from).toMatchObject({ userId: w.james.id, userName: "James" });
  expect(await olena.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true })).toMatchObject({
    event: "text-request-answer",
    data: { ev: "accept", status: true },
  });
  expect(await james.next("text-request-answer")).toMatchObject({
    status: true,
    ev: "accept",
    answer: { name: "Olena" },
  });
  const created = await james.ask("do-start-chat-session", { targetID: w.olena.id, video: false });
  expect(created).toMatchObject({ event: "chat-session-create", data: { id: expect.any(String), error: null } });
  const { id } = created.data;
  expect(await olena.next("chat-session-create")).toEqual({ id, error: null, partnerId: w.james.id });
  expect((await olena.ask("do-start-chat-session", { targetID: w.james.id })).data).toEqual({ id, error: null });
  expect(await james.ask("ChatNewMessage", { to: w.olena.id, message: "too early", clientId: "c0" })).toMatchObject({
    event: "error-event",
    data: { code: "chat_not_open", status: 409, message: "en chat_not_open" },
  });
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toEqual({
    minutes: 1,
    cost: 1,
    balance: 199,
    paidUntil: w.clock.now + 60_000,
    error: null,
  });
  for (const client of [james, olena]) {
    expect(await client.next("chat-open")).toMatchObject({ id, paidUntil: w.clock.now + 60_000 });
  }
  const sent = await james.ask("ChatNewMessage", {
    to: w.olena.id,
    message: "Good evening.\r\n<b>It rains.</b>",
    clientId: "c1",
  });
  expect(sent).toMatchObject({
    event: "NewMessage",
    data: { message: { seq: 1, clientId: "c1", from: w.james.id, to: w.olena.id, fromName: "James", viewed: false } },
  });
  const { message } = await olena.next("NewMessage");
  expect(message).toMatchObject({ seq: 1, body: "Good evening.\n<b>It rains.</b>", _id: sent.data.message._id });
  expect(james.count("NewMessage")).toBe(0);
  const repeated = await james.ask("ChatNewMessage", { to: w.olena.id, message: "again", clientId: "c1" });
  expect(repeated.data.message).toEqual(sent.data.message);
  expect((await olena.ask("GetAllUnreadMessagesForOnlineUsers")).data.users).toMatchObject([
    { userId: w.james.id, unread: [{ _id: w.olena.id, count: 1 }] },
  ]);
  expect(await olena.ask("message-set-viewed", { message: { id: message._id } })).toMatchObject({ data: { count: 1 } });
  expect(await james.next("your-message-viewed")).toEqual({ ids: [message._id] });
  expect(await olena.ask("setAllUnreadMsgToViewed", { from: w.james.id })).toMatchObject({ data: { count: 0 } });
  expect((await james.ask("getChatHistory", { to: w.olena.id, afterSeq: 0 })).data).toMatchObject({
    messages: [{ seq: 1, viewed: true }],
    more: false,
  });
  w.clock.advance({ seconds: 40 });
  expect(await james.ask("stop-text-chat", { targetId: w.olena.id, myId: w.james.id })).toMatchObject({
    event: "chat-session-end",
    data: { id, minutes: 1, cost: 1, refunded: 0 },
  });
  expect(await olena.next("stop-text-chat")).toEqual({ targetId: w.olena.id, myId: w.james.id });
  expect(await olena.next("chat-session-end")).toEqual({ id, minutes: 1, cost: 0, refunded: 0 });
  expect(await james.ask("ChatNewMessage", { to: w.olena.id, message: "late", clientId: "c2" })).toMatchObject({
    data: { code: "chat_not_open" },
  });
  expect((await olena.ask("getDialogsHistory")).data.dialogs).toMatchObject([{
    userId: w.james.id,
    userName: "James",
  }]);
  expect(w.instance.chat.counters).toMatchObject({
    messages: 1,
    chatsStarted: 1,
    chatsEnded: 1,
    minutesCharged: 1,
    chatsOpen: 0,
  });
});

Deno.test("an invitation is refused at once where it cannot be", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const ask = async (to: number) => (await james.ask("text-request", { to })).data;
  expect(await ask(w.olena.id)).toMatchObject({ code: "partner_offline", message: "en partner_offline Olena" });
  const olena = await w.join(w.olena);
  expect(await ask(w.wei.id)).toMatchObject({ code: "forbidden" });
  expect(await ask(w.james.id)).toMatchObject({ code: "forbidden" });
  expect(await ask(4711)).toMatchObject({ code: "not_found" });
  expect(await olena.ask("change-allow-chat", { flag: false })).toMatchObject({
    event: "change-allow-chat-result",
    data: { flag: false },
  });
  await james.next("update-user-list", ({ users }) => users.some(({ allowChat }) => !allowChat));
  expect(await ask(w.olena.id)).toMatchObject({ code: "partner_not_accepting" });
  await olena.ask("change-allow-chat", { flag: true });
  const poor = await createMan(w.store, { credits: 1 });
  const poorTab = await w.join(poor);
  expect((await poorTab.ask("text-request", { to: w.olena.id })).data).toMatchObject({
    code: "insufficient_credits",
    status: 402,
  });
  expect((await poorTab.ask("check-balance")).data).toEqual({ balance: 1, error: 402 });
  expect((await olena.ask("check-balance")).data).toEqual({ balance: 0, error: null });
});

Deno.test("one waits for one answer, which may be no, or come too late", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await james.ask("text-request", { to: w.olena.id });
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "already-request" });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "decline", status: false });
  expect(await james.next("text-request-answer")).toMatchObject({
    status: false,
    ev: "decline",
    answer: { name: "Olena" },
  });
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "busy", status: false });
  expect(await james.next("text-request-answer")).toMatchObject({ status: false, ev: "busy" });
  await james.ask("text-request", { to: w.olena.id });
  w.clock.advance({ seconds: 61 });
  for (const client of [james, olena]) expect(await client.next("request-timeout")).toEqual({ senderId: w.james.id });
  expect((await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" })).data).toMatchObject({
    code: "request_over",
  });
  expect((await james.ask("do-start-chat-session", { targetID: w.olena.id })).data).toMatchObject({
    id: null,
    error: { code: "chat_not_accepted" },
  });
  expect(james.count("request-timeout")).toBe(1);
});

Deno.test("two who ask each other at once are in one chat", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const asked = await Promise.all([
    james.ask("text-request", { to: w.olena.id }),
    olena.ask("text-request", { to: w.james.id }),
  ]);
  expect(asked.map(({ event }) => event)).toEqual(["text-request-sent", "text-request-sent"]);
  for (const client of [james, olena]) expect(await client.next("text-request-answer")).toMatchObject({ status: true });
  const started = await Promise.all([
    james.ask("do-start-chat-session", { targetID: w.olena.id }),
    olena.ask("do-start-chat-session", { targetID: w.james.id }),
  ]);
  expect(started[0]!.data.id).toBe(started[1]!.data.id);
  w.clock.advance({ seconds: 61 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(james.count("request-timeout")).toBe(0);
});

Deno.test("whoever is in a chat is busy for others and asks nobody", async () => {
  await using w = await world();
  const [james, olena, wei, daria] = [
    await w.join(w.james),
    await w.join(w.olena),
    await w.join(w.wei),
    await w.join(w.daria),
  ];
  await talk(james, w.james.id, olena, w.olena.id);
  expect(await wei.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "text-request-sent" });
  expect(await wei.next("text-request-answer")).toMatchObject({ ev: "busy", status: false });
  expect((await james.ask("text-request", { to: w.daria.id })).data).toMatchObject({ code: "chat_busy" });
  expect(olena.count("text-request")).toBe(1);
  expect(daria.count("text-request")).toBe(0);
});

Deno.test("a lady invites, and the man who accepts must be able to pay", async () => {
  await using w = await world();
  const poor = await createMan(w.store, { credits: 1, firstname: "Tom" });
  const tom = await w.join(poor);
  const olena = await w.join(w.olena);
  await olena.ask("text-request", { to: poor.id });
  expect((await tom.ask("text-request-answer", { to: w.olena.id, ev: "accept" })).data).toMatchObject({ status: 402 });
  await tom.ask("text-request-answer", { to: w.olena.id, ev: "decline" });
  expect(await olena.next("text-request-answer")).toMatchObject({ status: false });
});

Deno.test("both tabs of a person hear everything, once", async () => {
  await using w = await world();
  const [one, two] = [await w.join(w.james), await w.join(w.james)];
  const olena = await w.join(w.olena);
  await talk(one, w.james.id, olena, w.olena.id);
  await two.next("chat-open");
  await one.ask("ChatNewMessage", { to: w.olena.id, message: "a", clientId: "a" });
  await olena.ask("ChatNewMessage", { to: w.james.id, message: "b", clientId: "b" });
  await two.next("NewMessage", ({ message }) => message.body === "a");
  await two.next("NewMessage", ({ message }) => message.body === "b");
  await one.next("NewMessage", ({ message }) => message.body === "b");
  expect([one.count("NewMessage"), two.count("NewMessage"), olena.count("NewMessage")]).toEqual([1, 2, 1]);
  await two.leave();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await one.ask("ChatNewMessage", { to: w.olena.id, message: "c", clientId: "c" })).event).toBe("NewMessage");
  const third = await w.join(w.james);
  expect(await third.next("chat-open")).toMatchObject({ paidUntil: expect.any(Number) });
});

Deno.test("the man is asked before the paid time ends, and the chat ends when he does not answer", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({
    minutes: 1,
    balance: 199,
  });
  w.clock.advance({ seconds: 50 });
  expect(await james.next("check-for-reserve-time")).toEqual({ chatId: id });
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({
    minutes: 2,
    balance: 198,
    error: null,
  });
  w.clock.advance({ seconds: 60 });
  await james.next("check-for-reserve-time");
  w.clock.advance({ seconds: 10 });
  expect(await james.next("chat-session-end")).toEqual({ id, minutes: 2, cost: 2, refunded: 0 });
  await olena.next("chat-session-end");
  expect(olena.count("check-for-reserve-time")).toBe(0);
  expect(await balanceOf(w.store, w.james.id)).toBe(198);
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "time_over" });
});

Deno.test("a minute that cannot be paid is told to both, and the chat that was never paid is over", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await setSpendingLimit(w.store, w.james.id, 1);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 55 });
  const refused = await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  expect(refused).toMatchObject({
    event: "reserve-time-done",
    data: { error: { code: "spending_limit_reached", status: 402 } },
  });
  expect((await james.next("reserve-time-error")).error.message).toBe("en spending_limit_reached");
  expect((await olena.next("reserve-time-error")).error.message).toBe("en chat_unpaid");
  expect(james.count("chat-session-end")).toBe(0);
  w.clock.advance({ seconds: 5 });
  await james.next("chat-session-end");

  await james.ask("text-request", { to: w.olena.id });
  await olena.next("text-request");
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  const { data } = await james.ask("do-start-chat-session", { targetID: w.olena.id });
  await james.ask("do-reserve-chat-time", { chatID: data.id, minutes: 1 });
  expect(await james.next("chat-session-end")).toEqual({ id: data.id, minutes: 0, cost: 0, refunded: 0 });
});

Deno.test("a chat that nobody pays ends by itself", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await olena.ask("text-request", { to: w.james.id });
  await james.ask("text-request-answer", { to: w.olena.id, ev: "accept" });
  const { data } = await olena.ask("do-start-chat-session", { targetID: w.james.id });
  expect((await olena.ask("do-reserve-chat-time", { chatID: data.id, minutes: 1 })).data).toMatchObject({
    code: "forbidden",
  });
  w.clock.advance({ seconds: 60 });
  expect(await james.next("chat-session-end")).toMatchObject({ id: data.id, minutes: 0 });
});

Deno.test("whoever comes back within the grace goes on, and the break costs nothing", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 20 });
  await olena.leave();
  await james.until(() => w.instance.chat.counters.connections === 1 ? true : undefined, "her leave");
  await new Promise((resolve) => setTimeout(resolve, 50));
  w.clock.advance({ seconds: 9 });
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "still there?", clientId: "c" });
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(james.heard.some(({ data }) => data.gone?.includes(w.olena.id))).toBe(false);
  const back = await w.join(w.olena);
  const { paidUntil } = await james.next("chat-open");
  expect(paidUntil).toBe(w.clock.now + 40_000);
  expect((await back.ask("getChatHistory", { to: w.james.id, afterSeq: 0 })).data.messages).toMatchObject([{
    body: "still there?",
  }]);
  expect(await chatById(w.store, id)).toMatchObject({ servedMs: 20_000, state: "open" });
});

Deno.test("whoever stays away ends the chat, and what she did not deliver goes back", async () => {
  for (const [who, refunded] of [["olena", 1], ["james", 0]] as const) {
    await using w = await world();
    const tabs = { james: await w.join(w.james), olena: await w.join(w.olena) };
    const id = await talk(tabs.james, w.james.id, tabs.olena, w.olena.id);
    w.clock.advance({ seconds: 29 });
    const stays = who === "olena" ? "james" : "olena";
    await tabs[who].leave();
    await new Promise((resolve) => setTimeout(resolve, 50));
    w.clock.advance({ seconds: 11 });
    expect(await tabs[stays].next("stop-text-chat")).toEqual({ targetId: w[stays].id, myId: w[who].id });
    expect(await tabs[stays].next("chat-session-end")).toMatchObject({ id, minutes: 1 });
    expect(await balanceOf(w.store, w.james.id)).toBe(199 + refunded);
    await tabs[stays].next("update-user-list", ({ gone }) => gone.includes(w[who].id));
  }
});

Deno.test("no minute begins while one is away", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 55 });
  await olena.leave();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data.minutes).toBeLessThan(2);
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("a restart tells everybody, ends the chats and gives back what is due", async () => {
  const store = await testStore();
  const { james, olena } = await createPeople(store);
  const instance = await testInstance(store);
  const [man, lady] = [await connect(instance, james), await connect(instance, olena)];
  const id = await talk(man, james.id, lady, olena.id);
  store.clock.advance({ seconds: 10 });
  await instance.stop();
  for (const client of [man, lady]) {
    expect(await client.next("chat-session-end")).toMatchObject({ id });
    expect((await client.closing()).code).toBe(1012);
  }
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await audit(store)).toEqual([]);
  store.close();
});

Deno.test("conversation requests are asked, listed, accepted and declined", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const ask = () => james.ask("conversation-request", { to: w.olena.id, section: "online" });
  expect(await ask()).toMatchObject({ event: "conversation", data: { name: "Olena", to: w.olena.id } });
  const { requests } = await olena.next("allRequests");
  expect(requests).toMatchObject([{ from: { userId: w.james.id }, req: { from: w.james.id, accepted: false } }]);
  expect(await ask()).toMatchObject({ event: "conversation-exists" });
  expect(await olena.ask("conversation-request", { to: w.james.id })).toMatchObject({
    event: "conversation-need-accept",
  });
  expect(await olena.ask("accept-request", { to: w.james.id })).toMatchObject({
    event: "request-accept-answer",
    data: { answer: true },
  });
  expect(await james.next("your-request-accept")).toEqual({ uid: w.olena.id, name: "Olena" });
  expect(await ask()).toMatchObject({ event: "conversation-exists-accepted" });
  expect((await olena.ask("getAllRequests")).data.requests).toMatchObject([{ req: { accepted: true } }]);
  expect((await james.ask("do-start-chat-session", { targetID: w.olena.id })).data.error).toBe(null);
  await james.ask("do-end-chat-session", { manId: w.james.id, girlId: w.olena.id });
  expect(await olena.ask("decline-request", { to: w.james.id })).toMatchObject({ data: { answer: false } });
  expect(await james.next("your-request-decline")).toEqual({ uid: w.olena.id, name: "Olena" });
  expect(await james.ask("conversation-request", { to: w.wei.id })).toMatchObject({
    event: "conversation-error",
    data: { code: "forbidden" },
  });
});

Deno.test("a man's new name is seen at once, a lady's waits", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  expect((await james.ask("setUserName", { name: " Jim " })).data.user).toMatchObject({ userName: "Jim" });
  await olena.next("update-user-list", ({ users }) => users.some(({ userName }) => userName === "Jim"));
  expect((await olena.ask("setUserName", { name: "Lena" })).data.user).toMatchObject({ userName: "Olena" });
  expect((await olena.ask("fetch-user-data", { uid: w.james.id })).data.user).toMatchObject({ userName: "Jim" });
  expect((await james.ask("fetch-user-data", { uid: w.wei.id })).data.user).toBe(null);
  expect((await james.ask("latency-start", { startTimeLatency: 5 })).data).toEqual({ startTimeLatency: 5 });
});

Deno.test("who may not chat is told so and let go", async () => {
  await using w = await world();
  const { id } = w.daria;
  await setPublished(w.store, id, false);
  const admin = await createUser(w.store, { email: "admin@demo.test", groupId: 3 });
  for (const [user, code] of [[w.daria, 4403], [admin, 4403]] as const) {
    const client = new TestClient(`${w.instance.url}?token=${(await startSession(w.store, user.id, false)).token}`);
    expect((await client.closing()).code).toBe(code);
  }
  const stranger = new TestClient(`${w.instance.url}?token=nobody`);
  expect((await stranger.closing()).code).toBe(4401);
});

Deno.test("the end of a session is the end of its line", async () => {
  await using w = await world();
  const { token } = await startSession(w.store, w.james.id, false);
  const james = await w.join(w.james, token);
  await endSession(w.store, { userId: w.james.id, tokenHash: hashToken(token) });
  expect((await james.closing()).code).toBe(4401);
});

Deno.test("who was blocked cannot ask, and an open chat ends", async () => {
  const blocked = new Set<number>();
  await using w = await world({ isBlocked: (one, other) => Promise.resolve(blocked.has(one) || blocked.has(other)) });
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await w.instance.chat.endBetween(w.olena.id, w.james.id);
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 1 });
  blocked.add(w.james.id);
  expect((await james.ask("text-request", { to: w.olena.id })).data).toMatchObject({ code: "blocked", status: 403 });
});

Deno.test("a chat left open by a server that was killed is ended at the next start", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await using next = await testInstance(w.store);
  expect(await chatById(w.store, id)).toMatchObject({ state: "ended", endedReason: "crash" });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  expect(next.chat.counters.minutesRefunded).toBe(1);
});

Deno.test("a clock that jumps back serves no minute twice, and one that jumps ahead ends what is over", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 40 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  w.clock.advance({ hours: -1 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  w.clock.advance({ seconds: 12 });
  await james.next("check-for-reserve-time");
  w.clock.advance({ seconds: 9 });
  expect(await james.next("chat-session-end")).toMatchObject({ id, minutes: 1, refunded: 0 });
});
