/** Between real sockets: presence, a whole chat with its messages, names, and who may connect. */
import { expect } from "expect";
import { withTimers } from "../../islands/chat/testing/timers.ts";
import { endSession, hashToken, startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { takeDown } from "../../kv/testing/publication.ts";
import { createUser } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { talk, TestClient } from "./testing/server.ts";
import { world } from "./testing/world.ts";

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
    languages: ["en"],
    companion: false,
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
  const lingerMs = 4321;
  await withTimers("setTimeout", (ms) => ms === lingerMs, async (put) => {
    await using w = await world({ lingerMs });
    const isOver = async (count: number) => {
      await until(() => put.length === count, "a leave");
      put.at(-1)!.run();
    };
    const james = await w.join(w.james);
    const first = await w.join(w.olena);
    await james.next("update-user-list", ({ users }) => users.length > 0);
    await first.leave();
    await until(() => put.length === 1, "her leave");
    const second = await w.join(w.olena);
    await isOver(1);
    // If her leave were told, it would be told before Daria's coming.
    await w.join(w.daria);
    await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.daria.id));
    expect(james.heard.some(({ data }) => data.gone?.length > 0)).toBe(false);
    await second.leave();
    await isOver(2);
    expect((await james.next("update-user-list", ({ gone }) => gone.length > 0)).gone).toEqual([w.olena.id]);
    expect(w.store.ladies.isOnline(w.olena.id)).toBe(false);
  });
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
    data: { id, minutes: 1, kept: 1, cost: 1, refunded: 0 },
  });
  expect(await olena.next("stop-text-chat")).toEqual({ targetId: w.olena.id, myId: w.james.id });
  expect(await olena.next("chat-session-end")).toEqual({ id, minutes: 1, kept: 1, cost: 0, refunded: 0 });
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
  await until(() => w.instance.chat.counters.connections === 2, "the leave of one tab");
  expect((await one.ask("ChatNewMessage", { to: w.olena.id, message: "c", clientId: "c" })).event).toBe("NewMessage");
  const third = await w.join(w.james);
  expect(await third.next("chat-open")).toMatchObject({ paidUntil: expect.any(Number) });
});

Deno.test("a man's new name is seen at once, a lady's waits", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  expect((await james.ask("setUserName", { name: " Jim " })).data.user).toMatchObject({ userName: "Jim" });
  // The same rule as for PATCH /api/users: no marks that turn the writing direction, no names without a visible character.
  for (const name of ["semaJ\u202e", "\u200b"]) {
    expect(await james.ask("setUserName", { name })).toMatchObject({ event: "error-event", data: { code: "invalid" } });
  }
  await olena.next("update-user-list", ({ users }) => users.some(({ userName }) => userName === "Jim"));
  // What every lady sees at once is no way to write to them.
  for (const name of ["My", "number", "is", "five"]) await james.ask("setUserName", { name });
  expect((await james.ask("setUserName", { name: "Six" })).data).toMatchObject({
    code: "too_many_requests",
    status: 429,
  });
  expect((await olena.ask("setUserName", { name: "Lena" })).data.user).toMatchObject({ userName: "Olena" });
  expect((await olena.ask("fetch-user-data", { uid: w.james.id })).data.user).toMatchObject({ userName: "five" });
  expect((await james.ask("fetch-user-data", { uid: w.wei.id })).data.user).toBe(null);
  expect((await james.ask("latency-start", { startTimeLatency: 5 })).data).toEqual({ startTimeLatency: 5 });
});

Deno.test("who may not chat is told so and let go", async () => {
  await using w = await world();
  const { id } = w.daria;
  await takeDown(w.store, id);
  const staff = [];
  for (const groupId of [3, 4, 5] as const) {
    staff.push(await createUser(w.store, { email: `group-${groupId}@demo.test`, groupId }));
  }
  for (const { id, groupId } of [w.daria, ...staff]) {
    const client = new TestClient(`${w.instance.url}?token=${(await startSession(w.store, id, false)).token}`);
    expect([groupId, (await client.closing()).code]).toEqual([groupId, 4403]);
  }
});

Deno.test("the end of a session is the end of its connection", async () => {
  await using w = await world();
  const { token } = await startSession(w.store, w.james.id, false);
  const james = await w.join(w.james, token);
  await endSession(w.store, { userId: w.james.id, tokenHash: hashToken(token) });
  expect((await james.closing()).code).toBe(4401);
});

Deno.test("a leave is told within five seconds, however much else there is to tell", async () => {
  await using w = await world({ lingerMs: 490, presenceEveryMs: 100 });
  const james = await w.join(w.james);
  const daria = await w.join(w.daria);
  const olena = await w.join(w.olena);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  let isOver = false;
  const busy = (async () => {
    for (let at = 0; !isOver; at++) {
      await daria.ask("change-allow-chat", { flag: at % 2 === 0 });
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  })();
  const [left, before] = [performance.now(), james.count("update-user-list")];
  await olena.leave();
  await james.next("update-user-list", ({ gone }) => gone.includes(w.olena.id));
  const [tookMs, news] = [performance.now() - left, james.count("update-user-list") - before];
  isOver = true;
  await busy;
  // All times are a tenth of the real ones. A busy machine may be late, but timers are never early: she stays in the list
  // for as long as she may come back, and news go out at most every tenth of a second.
  expect(tookMs).toBeGreaterThan(380);
  expect(news).toBeLessThanOrEqual(tookMs / 100 + 2);
});

Deno.test("two who end their chat at once hear of its end once each, beside their answers", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  for (let chat = 1; chat <= 5; chat++) {
    const id = await talk(james, w.james.id, olena, w.olena.id);
    const stops = [[james, w.olena], [olena, w.james]] as const;
    const answers = await Promise.all(stops.map(([one, other]) => one.ask("stop-text-chat", { targetId: other.id })));
    expect(answers.map(({ data }) => data.id ?? data.code)).toContain(id);
    for (const client of [james, olena]) {
      await client.ask("GetAllConnectedUsers");
      const told = client.heard.filter(({ event, data, id: asked }) =>
        event === "chat-session-end" && data.id === id && asked === undefined
      );
      expect(told.length).toBeLessThanOrEqual(1);
    }
    w.clock.advance({ seconds: 10 });
  }
});
