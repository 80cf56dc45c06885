/** The store's answers to writes are lost: what was written is still told, once, and charged once. */
import { expect } from "expect";
import { chatById, chatOfPerson } from "../../kv/chats/chats.ts";
import { messageAt } from "../../kv/chats/messages.ts";
import { reserveMinute } from "../../kv/chats/minutes.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { keys } from "../../kv/store/keys.ts";
import { until } from "../../tests/patience.ts";
import { talk, type TestClient } from "./testing/server.ts";
import { distantInstances, world } from "./testing/world.ts";

/** James on one instance and Olena on another, who have agreed to a text chat. */
async function agreed(w: Awaited<ReturnType<typeof distantInstances>>) {
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await james.ask("text-request", { to: w.olena.id });
  await olena.next("text-request");
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  await james.next("text-request-answer");
  return [james, olena] as const;
}

/** James's instance loses the store just after his message is written, so he is refused. Returns what he sent. */
async function refusedThoughWritten(w: Awaited<ReturnType<typeof distantInstances>>, james: TestClient) {
  const message = { to: w.olena.id, message: "is it there?", clientId: "j1" };
  w.wayOne.cutAfter = async () => await messageAt(w.store, { manId: w.james.id, ladyId: w.olena.id, seq: 1 }) !== null;
  expect((await james.ask("ChatNewMessage", message)).data).toMatchObject({ code: "store_unavailable" });
  return message;
}

/** Longer than a store takes to answer even on a busy machine, and too short for an instance to be taken for dead. */
const patienceMs = 1000;

Deno.test("a chat that was paid elsewhere at the last moment goes on, though the store left when its end was looked at", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 55 });
  await reserveMinute(w.store, w.james.id, id);
  const { kv } = w.store;
  const { get } = kv;
  let reads = 0;
  kv.get = function <T>(key: Deno.KvKey, options?: { consistency?: Deno.KvConsistencyLevel }) {
    const isOfChat = key[0] === keys.chat("")[0];
    // Ending the chat reads it, finds it paid, and reads it again: this second read fails.
    if (isOfChat && ++reads === 2) return Promise.reject(new Error("the store does not answer"));
    return get.call(kv, key, options) as Promise<Deno.KvEntryMaybe<T>>;
  };
  w.clock.advance({ seconds: 5 });
  await until(() => reads >= 2, "the failed look");
  await olena.leave();
  await until(async () => (await chatById(w.store, id))?.resumedAt === null, "the pause");
  expect(await chatById(w.store, id)).toMatchObject({ state: "open", minutes: 2 });
});

Deno.test("a whole chat of which every answer of a write is lost: everything is delivered once, in order, and paid once", async () => {
  await using w = await distantInstances();
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  for (const way of [w.wayOne, w.wayTwo]) way.lostAnswers = Infinity;
  const id = await talk(james, w.james.id, olena, w.olena.id);
  for (let at = 1; at <= 10; at++) {
    const sent = await james.ask("ChatNewMessage", { to: w.olena.id, message: `word ${at}`, clientId: `j${at}` });
    expect(sent.data.message.seq).toBe(at);
    expect((await olena.next("NewMessage")).message).toMatchObject({ seq: at, body: `word ${at}` });
  }
  w.clock.advance({ seconds: 51 });
  await james.next("check-for-reserve-time");
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({ minutes: 2 });
  w.clock.advance({ seconds: 20 });
  expect((await olena.ask("stop-text-chat", { targetId: w.james.id })).data).toMatchObject({ id, minutes: 2 });
  expect(await james.next("chat-session-end")).toMatchObject({ id, minutes: 2, cost: 2, refunded: 1 });
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
  expect(w.wayOne.lost + w.wayTwo.lost).toBeGreaterThan(20);
});

Deno.test("a message that was written when the store went away is refused, and delivered when its author sends it again", async () => {
  await using w = await distantInstances({ patienceMs });
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await talk(james, w.james.id, olena, w.olena.id);
  const message = await refusedThoughWritten(w, james);
  w.wayOne.mend();
  await until(() => w.one.store.health.fault === null, "the store");
  expect((await james.ask("ChatNewMessage", message)).data.message).toMatchObject({ seq: 1 });
  expect((await olena.next("NewMessage")).message).toMatchObject({ seq: 1, body: "is it there?" });
  expect((await james.ask("ChatNewMessage", message)).data.message).toMatchObject({ seq: 1 });
  const other = await james.ask("ChatNewMessage", { ...message, message: "it was", clientId: "j2" });
  expect(other.data.message.seq).toBe(2);
  expect((await olena.next("NewMessage")).message.seq).toBe(2);
  expect(olena.count("NewMessage")).toBe(2);
});

Deno.test("a message that is sent again after its chat is over stands once before both, also when they talk again", async () => {
  await using w = await distantInstances({ patienceMs });
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await talk(james, w.james.id, olena, w.olena.id);
  const message = await refusedThoughWritten(w, james);
  await olena.ask("stop-text-chat", { targetId: w.james.id });
  w.wayOne.mend();
  await james.next("chat-session-end");
  expect((await james.ask("ChatNewMessage", message)).data.message).toMatchObject({ seq: 1 });
  await olena.next("NewMessage");
  await talk(james, w.james.id, olena, w.olena.id);
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "once more", clientId: "j2" });
  await olena.next("NewMessage", ({ message }) => message.seq === 2);
  for (const { heard } of [james, olena]) {
    const seqs = heard.filter(({ event }) => event === "NewMessage").map(({ data }) => data.message.seq);
    expect(seqs).toEqual([1, 2]);
  }
});

Deno.test("who learns of a chat when it is open already hears its first message too, of which only a repeat is told", async () => {
  await using w = await distantInstances({ patienceMs });
  const [james, olena] = await agreed(w);
  w.wayTwo.cut();
  const { id } = (await james.ask("do-start-chat-session", { targetID: w.olena.id })).data;
  await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  w.wayTwo.mend();
  await olena.next("chat-open", (open) => open.id === id);
  const message = await refusedThoughWritten(w, james);
  w.wayOne.mend();
  await until(() => w.one.store.health.fault === null, "the store");
  expect((await james.ask("ChatNewMessage", message)).data.message).toMatchObject({ seq: 1 });
  expect((await olena.next("NewMessage")).message).toMatchObject({ seq: 1, body: "is it there?" });
});

Deno.test("a chat that was begun when the store went away goes on when it is back, or ends as what nobody pays", async () => {
  for (const isPaid of [true, false]) {
    await using w = await distantInstances({ patienceMs });
    const [james, olena] = await agreed(w);
    w.wayOne.cutAfter = async () => await chatOfPerson(w.store, w.james.id) !== null;
    const refused = await james.ask("do-start-chat-session", { targetID: w.olena.id });
    expect(refused.data).toMatchObject({ code: "store_unavailable" });
    w.wayOne.mend();
    const { id } = await james.next("chat-session-create", (created) => created.id !== null);
    await olena.next("chat-session-create", (created) => created.id === id);
    if (isPaid) {
      expect((await james.ask("do-reserve-chat-time", { chatID: id!, minutes: 1 })).data).toMatchObject({ minutes: 1 });
      await Promise.all([james, olena].map((each) => each.next("chat-open", (open) => open.id === id)));
    } else {
      w.clock.advance({ seconds: 61 });
      await Promise.all([james, olena].map((each) => each.next("chat-session-end", (end) => end.id === id)));
      expect(await chatById(w.store, id!)).toMatchObject({ state: "ended", endedReason: "not_paid" });
    }
  }
});

Deno.test("a first minute that was paid when the store went away is announced to both when it is back", async () => {
  await using w = await distantInstances({ patienceMs });
  const [james, olena] = await agreed(w);
  const { id } = (await james.ask("do-start-chat-session", { targetID: w.olena.id })).data;
  await olena.next("chat-session-create");
  const before = await balanceOf(w.store, w.james.id);
  w.wayOne.cutAfter = async () => await balanceOf(w.store, w.james.id) < before;
  const refused = await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  expect(refused.data).toMatchObject({ code: "store_unavailable" });
  expect(await chatById(w.store, id)).toMatchObject({ state: "open" });
  w.wayOne.mend();
  await Promise.all([
    james.next("chat-open", (open) => open.id === id),
    olena.next("chat-open", (open) => open.id === id),
  ]);
  expect(await balanceOf(w.store, w.james.id)).toBe(before - 1);
});

Deno.test("a chat whose end was written when the store went away: who is on another instance hears of it when it is back", async () => {
  await using w = await distantInstances({ patienceMs });
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.wayOne.cutAfter = async () => (await chatById(w.store, id))?.state === "ended";
  const refused = await james.ask("stop-text-chat", { targetId: w.olena.id });
  expect(refused.data).toMatchObject({ code: "store_unavailable" });
  expect(await chatById(w.store, id)).toMatchObject({ state: "ended" });
  w.wayOne.mend();
  await Promise.all([james, olena].map((each) => each.next("chat-session-end", (end) => end.id === id)));
});
