/** Two instances of one store: people on different ones meet, write and are charged as if there were one. */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { showAlive } from "../../../kv/chats/instances.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { keys } from "../../../kv/store/keys.ts";
import { openChat } from "../../../kv/testing/chats.ts";
import { asOtherProcess } from "../../../kv/testing/store.ts";
import { talk, type TestClient } from "../testing/server.ts";
import { twoInstances } from "../testing/world.ts";

/** James on the first instance and Olena on the second, each seen by the other. */
async function blockedIds(w: Awaited<ReturnType<typeof twoInstances>>) {
  const james = await w.join(w.one, w.james);
  const olena = await w.join(w.two, w.olena);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  // He was there before her: she hears of him only when she asks.
  expect((await olena.ask("GetAllConnectedUsers")).data.users).toMatchObject([{ userId: w.james.id }]);
  return { james, olena };
}

Deno.test("two on different instances see each other come and go", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  expect((await james.ask("GetAllConnectedUsers")).data.users).toMatchObject([{ userId: w.olena.id }]);
  await olena.ask("change-allow-chat", { flag: false });
  await james.next("update-user-list", ({ users }) => users.some(({ allowChat }) => !allowChat));
  await olena.leave();
  expect((await james.next("update-user-list", ({ gone }) => gone.length > 0)).gone).toEqual([w.olena.id]);
});

Deno.test("a whole chat between two instances, in order and once for every tab", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const second = await w.join(w.two, w.james);
  await olena.until(() => w.two.chat.counters.connections === 2 ? true : undefined, "his second tab");
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await second.next("chat-open");
  const texts = Array.from({ length: 30 }, (_, at) => at);
  await Promise.all([
    ...texts.map((at) => james.ask("ChatNewMessage", { to: w.olena.id, message: `j${at}`, clientId: `j${at}` })),
    ...texts.filter((at) => at < 15).map((at) =>
      olena.ask("ChatNewMessage", { to: w.james.id, message: `o${at}`, clientId: `o${at}` })
    ),
  ]);
  const seqs = (client: TestClient) =>
    client.heard.filter(({ event }) => event === "NewMessage").map(({ data }) => data.message.seq);
  for (const client of [james, olena, second]) {
    await client.until(() => seqs(client).length >= 45 ? true : undefined, "all messages");
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(seqs(second)).toEqual(Array.from({ length: 45 }, (_, at) => at + 1));
  for (const client of [james, olena]) {
    expect(seqs(client).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, at) => at + 1));
    const others = client.heard.filter(({ event, id }) => event === "NewMessage" && id === undefined);
    expect(others.map(({ data }) => data.message.seq)).toEqual(
      others.map(({ data }) => data.message.seq).toSorted((a, b) => a - b),
    );
  }
  await olena.ask("setAllUnreadMsgToViewed", { from: w.james.id });
  expect((await james.next("your-message-viewed")).ids.length).toBe(30);
  w.clock.advance({ seconds: 51 });
  await james.next("check-for-reserve-time");
  await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  w.clock.advance({ seconds: 20 });
  expect((await olena.ask("stop-text-chat", { targetId: w.james.id })).data).toMatchObject({ id, minutes: 2 });
  expect(await james.next("chat-session-end")).toMatchObject({ minutes: 2, cost: 2, refunded: 1 });
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("a chat held by one instance ends when the connection to the other is gone for too long", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 5 });
  await olena.leave();
  // His instance, which holds the chat, has heard that she left.
  await james.next("chat-meter", ({ running }) => !running);
  w.clock.advance({ seconds: 11 });
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 1 });
});

Deno.test("he may pay from the instance that does not hold the chat", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  await olena.ask("text-request", { to: w.james.id });
  await james.next("text-request");
  await james.ask("text-request-answer", { to: w.olena.id, ev: "accept" });
  await olena.next("text-request-answer");
  const { data } = await olena.ask("do-start-chat-session", { targetID: w.james.id });
  await james.next("chat-session-create");
  expect((await james.ask("do-reserve-chat-time", { chatID: data.id, minutes: 1 })).data).toMatchObject({ minutes: 1 });
  await Promise.all([james.next("chat-open"), olena.next("chat-open")]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  w.clock.advance({ seconds: 51 });
  await james.next("check-for-reserve-time");
  w.clock.advance({ seconds: 10 });
  await james.next("chat-session-end");
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("an instance that says goodbye leaves no chat open and nobody online", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await w.one.stop();
  expect(await olena.next("chat-session-end")).toMatchObject({ id });
  expect((await james.closing()).code).toBe(1012);
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "restart" });
  await olena.hearsGone(w.james.id);
  expect((await w.store.kv.get(keys.chatOf(w.olena.id))).value).toBe(null);
});

Deno.test("whichever instance ends the chat of a dead one, people hear of it on theirs", async () => {
  await using w = await twoInstances();
  const daria = await w.join(w.two, w.daria);
  const { id } = await openChat(asOtherProcess(w.store), { manId: w.wei.id, ladyId: w.daria.id }, "ghost");
  // The two have never seen a sign of "ghost". The new instance, on which nobody is, ends the chat that "ghost" held.
  await w.another("instance-2");
  expect(await daria.next("chat-session-end")).toMatchObject({ id });
  expect(daria.count("chat-session-end")).toBe(1);
});

Deno.test("chats of an instance that died without a word are ended by those that live", async () => {
  await using w = await twoInstances(2000);
  const daria = await w.join(w.two, w.daria);
  const pair = { manId: w.wei.id, ladyId: w.daria.id };
  const ghost = asOtherProcess(w.store);
  await showAlive(ghost, "ghost");
  const { id } = await openChat(ghost, pair, "ghost");
  w.clock.advance({ seconds: 12 });
  expect(await daria.next("chat-session-end")).toMatchObject({ id });
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "crash", refundedCredits: 1 });
});

Deno.test("whoever comes back hears what is written from then on, once, and what was written meanwhile is unread", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  await talk(james, w.james.id, olena, w.olena.id);
  const write = (at: number) =>
    james.ask("ChatNewMessage", { to: w.olena.id, message: `word ${at}`, clientId: `j${at}` });
  await write(1);
  await olena.next("NewMessage");
  await olena.leave();
  await james.next("chat-meter", ({ running }) => !running);
  for (const at of [2, 3]) await write(at);
  const again = await w.join(w.two, w.olena);
  await james.next("chat-meter", ({ running }) => running);
  await write(4);
  expect((await again.next("NewMessage")).message.seq).toBe(4);
  expect(again.count("NewMessage")).toBe(1);
  await james.ask("change-allow-video-chat", { flag: false });
  const { users } = await again.next("update-user-list", ({ users }) => users.some((user) => !user.allowVideoChat));
  expect(users).toMatchObject([{ userId: w.james.id, unread: [{ _id: w.olena.id, count: 4 }] }]);
});

Deno.test("an answer is heard where it was asked for, though the asker has gone to another instance", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const three = await w.another("instance-2");
  await james.ask("text-request", { to: w.olena.id });
  await olena.next("text-request");
  const moved = await w.join(three, w.james);
  // News come in order: an instance that has heard of Wei and Daria has heard before that James is there.
  await w.join(three, w.wei);
  await w.join(three, w.daria);
  await olena.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.wei.id));
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.daria.id));
  await james.leave();
  await olena.ask("text-request-answer", { to: w.james.id, ev: "decline" });
  await moved.next("text-request-answer");
  w.clock.advance({ seconds: 61 });
  await moved.ask("latency-start", { startTimeLatency: 1 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([moved.count("request-timeout"), olena.count("request-timeout")]).toEqual([0, 0]);
});

Deno.test("what was read on one device is no longer unread on the other, at another instance", async () => {
  await using w = await twoInstances();
  const { james, olena } = await blockedIds(w);
  const telephone = await w.join(w.one, w.olena);
  await talk(james, w.james.id, olena, w.olena.id);
  for (const at of [1, 2]) {
    await james.ask("ChatNewMessage", { to: w.olena.id, message: `word ${at}`, clientId: `j${at}` });
  }
  for (const device of [olena, telephone]) await device.next("NewMessage", ({ message }) => message.seq === 2);
  await olena.ask("setAllUnreadMsgToViewed", { from: w.james.id });
  const isRead = (user: { userId: number; unread: unknown[] }) =>
    user.userId === w.james.id && user.unread.length === 0;
  await telephone.next("update-user-list", ({ users }) => users.some(isRead));
});
