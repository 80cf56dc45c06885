import { expect } from "expect";
import { audit } from "../records/audit.ts";
import { keys } from "../store/keys.ts";
import { createChat, openChat } from "../testing/chats.ts";
import { createPeople, testStore } from "../testing/store.ts";
import { chatMarks } from "./marks.ts";
import { writeMessage } from "./messages.ts";
import { endChat } from "./minutes.ts";

/** James and Olena: a chat of two messages, one of none, one that nobody paid, one of three, and one that goes on. */
async function talked() {
  const store = await testStore();
  const { james, olena, wei, daria } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  let written = 0;
  const write = (authorId: number) =>
    writeMessage(store, pair, { authorId, body: "Good evening", clientId: `c${++written}` });
  const chats: string[] = [];
  for (const messages of [2, 0, 3]) {
    const chat = await openChat(store, pair);
    for (let count = 0; count < messages; count++) await write(count % 2 ? james.id : olena.id);
    store.clock.advance({ seconds: 40 });
    await endChat(store, chat.id, { by: "man", reason: "stopped" });
    chats.push(chat.id);
    if (messages > 0) continue;
    await endChat(store, (await createChat(store, pair)).id, { by: "server", reason: "not_paid" });
  }
  chats.push((await openChat(store, pair)).id);
  await openChat(store, { manId: wei.id, ladyId: daria.id });
  const marks = async (fromSeq: number, beforeSeq = Infinity) =>
    (await chatMarks(store, pair, { fromSeq, beforeSeq })).map(({ chat, untilSeq }) => [
      chats.indexOf(chat.id),
      chat.firstSeq,
      untilSeq,
    ]);
  return { store, pair, marks, chats, [Symbol.dispose]: () => store.close() };
}

Deno.test("each paid chat stands between the last message before it and the first of the next", async () => {
  using w = await talked();
  expect(await w.marks(1)).toEqual([[0, 0, 2], [1, 2, 2], [2, 2, 5], [3, 5, 5]]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("about a page stand the chats of its messages, and the one in which its first was written", async () => {
  using w = await talked();
  expect(await w.marks(4)).toEqual([[1, 2, 2], [2, 2, 5], [3, 5, 5]]);
  expect(await w.marks(1, 3)).toEqual([[0, 0, 2], [1, 2, 2], [2, 2, 5]]);
  expect(await w.marks(1, 2)).toEqual([[0, 0, 2]]);
  expect(await w.marks(6)).toEqual([[3, 5, 5]]);
});

Deno.test("the audit finds a chat without its place, and a place without its chat", async () => {
  using w = await talked();
  const { manId, ladyId } = w.pair;
  await w.store.kv.delete(keys.chatMark(manId, ladyId, 0, w.chats[0]!));
  await w.store.kv.set(keys.chatMark(manId, ladyId, 4, w.chats[2]!), null);
  expect((await audit(w.store)).sort()).toEqual([
    `chat ${w.chats[0]} is not marked after message 0 of ${manId} and ${ladyId}`,
    `chat ${w.chats[2]} is marked after message 4 of ${manId} and ${ladyId}, where it does not stand`,
  ]);
});
