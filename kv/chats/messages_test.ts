import { expect } from "expect";
import { audit } from "../records/audit.ts";
import { createChat, openChat } from "../testing/chats.ts";
import { asOtherProcess, createPeople, type TestStore, testStore } from "../testing/store.ts";
import { conversationOf, conversationsOf, unreadIn } from "./conversations.ts";
import { history } from "./history.ts";
import { messageIdOf, placeOfMessageId, writeMessage } from "./messages.ts";
import { endChat } from "./minutes.ts";
import { isViewed, markViewed } from "./views.ts";

async function world(store: TestStore) {
  const { james, wei, olena, daria } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  const say = async (authorId: number, body: string, clientId = body) => {
    const written = await writeMessage(store, pair, { authorId, body, clientId });
    if (!written.ok) throw new Error(written.reason);
    return written.message;
  };
  return { james, wei, olena, daria, pair, say };
}

Deno.test("messages are numbered in order, and sending again is no second message", async () => {
  using store = await testStore();
  const { james, olena, pair, say } = await world(store);
  await openChat(store, pair);
  await Promise.all(Array.from({ length: 20 }, (_, at) => say(at % 2 ? james.id : olena.id, `m${at}`)));
  const again = await writeMessage(store, pair, { authorId: olena.id, body: "changed", clientId: "m0" });
  expect(again).toMatchObject({ ok: true, isRepeat: true, message: { body: "m0" } });
  // The same `clientId` from another author is another message.
  expect((await say(james.id, "mine", "m0")).seq).toBe(21);
  const page = await history(store, pair, { limit: 100 });
  expect(page.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  expect(await audit(store)).toEqual([]);
});

Deno.test("two processes give no number twice", async () => {
  using store = await testStore();
  const { james, olena, pair } = await world(store);
  await openChat(store, pair);
  const other = asOtherProcess(store);
  const write = (from: TestStore | ReturnType<typeof asOtherProcess>, authorId: number, clientId: string) =>
    writeMessage(from, pair, { authorId, body: clientId, clientId });
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => [
      write(store, james.id, `a${at}`),
      write(other, olena.id, `b${at}`),
      write(other, james.id, `a${at}`),
    ]).flat(),
  );
  expect((await history(store, pair, { limit: 100 })).messages.length).toBe(20);
  expect(await audit(store)).toEqual([]);
});

Deno.test("without an open and paid chat of these two nothing is written", async () => {
  using store = await testStore();
  const { james, wei, olena, daria, pair } = await world(store);
  const write = (authorId: number, of = pair) => writeMessage(store, of, { authorId, body: "?", clientId: "c" });
  const refused = { ok: false, reason: "chat_not_open" };
  expect(await write(james.id)).toEqual(refused);
  const unpaid = await createChat(store, pair);
  expect(await write(james.id)).toEqual(refused);
  await endChat(store, unpaid.id, { by: "man", reason: "stopped" });
  const chat = await openChat(store, pair);
  expect(await write(james.id, { manId: james.id, ladyId: daria.id })).toEqual(refused);
  expect(await write(wei.id, { manId: wei.id, ladyId: olena.id })).toEqual(refused);
  expect((await write(olena.id)).ok).toBe(true);
  store.clock.advance({ seconds: 60 });
  expect(await writeMessage(store, pair, { authorId: olena.id, body: "?", clientId: "late" })).toEqual(refused);
  await endChat(store, chat.id, { by: "server", reason: "time_over" });
  // A repeat is found by its `clientId` even when the chat is over.
  expect(await write(olena.id)).toMatchObject({ ok: true, isRepeat: true });
  expect(await audit(store)).toEqual([]);
});

Deno.test("history answers what comes after a number, before one, or last", async () => {
  using store = await testStore();
  const { james, pair, say } = await world(store);
  await openChat(store, pair);
  for (let at = 1; at <= 10; at++) await say(james.id, `m${at}`);
  const seqs = async (wanted: Parameters<typeof history>[2]) => {
    const { messages, more } = await history(store, pair, wanted);
    return [messages.map(({ seq }) => seq), more];
  };
  expect(await seqs({ limit: 3 })).toEqual([[8, 9, 10], true]);
  expect(await seqs({ beforeSeq: 8, limit: 3 })).toEqual([[5, 6, 7], true]);
  expect(await seqs({ beforeSeq: 3, limit: 3 })).toEqual([[1, 2], false]);
  expect(await seqs({ afterSeq: 8, limit: 3 })).toEqual([[9, 10], false]);
  expect(await seqs({ afterSeq: 2, limit: 3 })).toEqual([[3, 4, 5], true]);
  expect(await seqs({ afterSeq: 2, beforeSeq: 4, limit: 3 })).toEqual([[3], false]);
  expect(await seqs({ afterSeq: 10, limit: 3 })).toEqual([[], false]);
  expect(await seqs({ afterSeq: 9, beforeSeq: 3, limit: 3 })).toEqual([[], false]);
});

Deno.test("a page of long messages is shorter, and goes on without a gap", async () => {
  using store = await testStore();
  const { james, pair, say } = await world(store);
  await openChat(store, pair);
  for (let at = 0; at < 12; at++) await say(james.id, "信".repeat(4096), `c${at}`);
  const first = await history(store, pair, { afterSeq: 0, limit: 100 });
  expect(first).toMatchObject({ more: true });
  expect(JSON.stringify(first.messages).length).toBeLessThan(64 * 1024);
  const next = await history(store, pair, { afterSeq: first.messages.at(-1)!.seq, limit: 1 });
  expect(next.messages[0]!.seq).toBe(first.messages.length + 1);
});

Deno.test("unread follows from what was written and seen, for each of the two", async () => {
  using store = await testStore();
  const { james, olena, pair, say } = await world(store);
  await openChat(store, pair);
  const sent = [];
  for (const body of ["a", "b", "c"]) sent.push(await say(james.id, body));
  await say(olena.id, "d");
  const unread = async () => {
    const conversation = (await conversationOf(store, pair)).value!;
    return [unreadIn(conversation, james.id), unreadIn(conversation, olena.id)];
  };
  expect(await unread()).toEqual([1, 3]);
  expect(await markViewed(store, pair, olena.id, sent[1]!.seq)).toMatchObject({ count: 2, seqs: [1, 2] });
  expect(await markViewed(store, pair, olena.id, sent[0]!.seq)).toMatchObject({ count: 0, seqs: [] });
  expect(await unread()).toEqual([1, 1]);
  const { messages, conversation } = await history(store, pair, { limit: 10 });
  expect(messages.map((message) => isViewed(message, conversation!))).toEqual([true, true, false, false]);
  expect(await markViewed(store, pair, olena.id)).toMatchObject({ count: 1, seqs: [3] });
  expect(await markViewed(store, pair, james.id)).toMatchObject({ count: 1, seqs: [4] });
  expect(await unread()).toEqual([0, 0]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("one's own message is not seen by oneself, nor one that is not there", async () => {
  using store = await testStore();
  const { james, wei, pair, say } = await world(store);
  await openChat(store, pair);
  const { seq } = await say(james.id, "a");
  expect(await markViewed(store, pair, james.id, seq)).toMatchObject({ reason: "forbidden" });
  expect(await markViewed(store, pair, wei.id)).toMatchObject({ reason: "forbidden" });
  expect(await markViewed(store, pair, pair.ladyId, 99)).toMatchObject({ reason: "not_found" });
});

Deno.test("conversations are listed for both, latest first", async () => {
  using store = await testStore();
  const { james, daria, pair, say } = await world(store);
  const chat = await openChat(store, { manId: james.id, ladyId: daria.id });
  await endChat(store, chat.id, { by: "man", reason: "stopped" });
  store.clock.advance({ minutes: 1 });
  await openChat(store, pair);
  await say(james.id, "a");
  expect((await conversationsOf(store, james.id, true)).map(({ ladyId }) => ladyId)).toEqual([pair.ladyId, daria.id]);
  expect((await conversationsOf(store, pair.ladyId, false)).map(({ manId }) => manId)).toEqual([james.id]);
});

Deno.test("a message id leads back to its message, and nothing else does", () => {
  expect(placeOfMessageId(messageIdOf({ manId: 4, ladyId: 5, seq: 6 }))).toEqual({ manId: 4, ladyId: 5, seq: 6 });
  for (const id of ["", "4-5", "4-5-6-7", "a-b-c", "4-5--6"]) expect(placeOfMessageId(id)).toBe(null);
});
