/**
 * News may overtake each other, between three instances and on the way from the store. Everybody who listens still hears
 * every message, in order, and of a chat that is over only its end.
 */
import { expect } from "expect";
import { type Chat, chatById } from "../../kv/chats/chats.ts";
import { waitingOf } from "../../kv/chats/invitations.ts";
import { messageAt } from "../../kv/chats/messages.ts";
import type { Store } from "../../kv/open.ts";
import { keys } from "../../kv/store/keys.ts";
import { withAtomics } from "../../kv/testing/store.ts";
import { answerTo, offer, talk, type TestClient } from "./testing/server.ts";
import { distantInstances, world } from "./testing/world.ts";

/** Messages by number, in the order of first hearing: authors may hear their own twice, as news and then as the answer. */
const numbers = (client: TestClient): number[] => [
  ...new Set(client.heard.filter(({ event }) => event === "NewMessage").map(({ data }) => data.message.seq)),
];

for (const when of ["before", "amid"] as const) {
  Deno.test(`a tab at a third instance, opened ${when} the chat, hears what was written first also where the news of it comes last`, async () => {
    await using w = await distantInstances();
    const third = await w.another("instance-2");
    const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
    await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
    const early = when === "before" ? await w.join(third, w.james) : null;
    await talk(james, w.james.id, olena, w.olena.id);
    const second = early ?? await w.join(third, w.james);
    await second.next("chat-open");
    // The message is written, and his instance is cut off before it tells the others.
    w.wayOne.cutAfter = async () =>
      await messageAt(w.store, { manId: w.james.id, ladyId: w.olena.id, seq: 1 }) !== null;
    james.say("ChatNewMessage", { to: w.olena.id, message: "first", clientId: "j1" });
    await james.until(() => w.wayOne.waiting > 0, "the cut");
    await olena.ask("ChatNewMessage", { to: w.james.id, message: "second", clientId: "o1" });
    await second.next("NewMessage", ({ message }) => message.seq === 2);
    w.wayOne.mend();
    await james.next("NewMessage", ({ message }) => message.seq === 2);
    expect([numbers(second), numbers(james), numbers(olena)]).toEqual([[1, 2], [1, 2], [1, 2]]);
  });
}

Deno.test("an invitation whose news comes after its answer rings nowhere any more", async () => {
  await using w = await distantInstances();
  const third = await w.another("instance-2");
  const [james, herOther] = [await w.join(w.one, w.james), await w.join(third, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  // The invitation is written, and his instance is cut off before it tells the others.
  w.wayOne.cutAfter = async () => await waitingOf(w.store, w.james.id) !== null;
  james.say("text-request", { to: w.olena.id });
  await james.until(() => w.wayOne.waiting > 0, "the cut");
  const olena = await w.join(w.two, w.olena);
  await olena.next("text-request");
  await olena.ask("text-request-answer", { to: w.james.id, ev: "decline", status: false });
  await herOther.next("text-request-answer");
  w.wayOne.mend();
  await james.next("text-request-answer");
  // News come in order: once this request is heard, so is all before it.
  await james.ask("conversation-request", { to: w.olena.id });
  await herOther.next("allRequests");
  expect([olena.count("text-request"), herOther.count("text-request")]).toEqual([1, 0]);
});

Deno.test("a chat whose end was heard opens on no page any more, though the news of its beginning comes last", async () => {
  await using w = await distantInstances();
  const third = await w.another("instance-2");
  const [james, second, olena] = [
    await w.join(w.one, w.james),
    await w.join(third, w.james),
    await w.join(w.two, w.olena),
  ];
  for (const each of [james, second]) {
    await each.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  }
  await james.ask("text-request", { to: w.olena.id });
  await olena.next("text-request");
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  const { data: { id } } = await james.ask("do-start-chat-session", { targetID: w.olena.id });
  await second.next("chat-session-create");
  // The minute is paid, and his instance is cut off before it tells the others.
  w.wayOne.cutAfter = async () => (await chatById(w.store, id))?.state === "open";
  james.say("do-reserve-chat-time", { chatID: id, minutes: 1 });
  await james.until(() => w.wayOne.waiting > 0, "the cut");
  await olena.ask("stop-text-chat", { targetId: w.james.id });
  expect(await second.next("chat-session-end")).toMatchObject({ id });
  w.wayOne.mend();
  await james.next("chat-session-end");
  // News come in order: once this change is heard, so is all before it.
  await james.ask("change-allow-chat", { flag: false });
  await second.next("change-allow-chat-result");
  expect([second.count("chat-open"), olena.count("chat-open")]).toEqual([0, 0]);
});

Deno.test("a call whose end was heard while its first minute was being written opens on no page", async () => {
  const late = { isPaid: Promise.withResolvers<void>(), answer: Promise.withResolvers<void>() };
  const ofOne = (store: Store) =>
    withAtomics(store, (op) => {
      const [commit, set] = [op.commit.bind(op), op.set.bind(op)];
      let isOpened = false;
      op.set = (key, value, options) => {
        isOpened ||= key[0] === keys.chat("")[0] && (value as Chat | null)?.state === "open";
        return set(key, value, options);
      };
      op.commit = async () => {
        const done = await commit();
        if (!isOpened) return done;
        late.isPaid.resolve();
        await late.answer.promise;
        return done;
      };
    });
  await using w = await distantInstances({ ofOne });
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await olena.ask("video-request", { to: w.james.id, offer });
  await james.next("video-request");
  const accepted = james.ask("video-request-accept", { to: w.olena.id, answer: answerTo });
  await late.isPaid.promise;
  await olena.ask("stop-text-chat", { targetId: w.james.id });
  await james.next("chat-session-end");
  late.answer.resolve();
  expect((await accepted).data).toMatchObject({ code: "chat_not_open" });
  expect([james, olena].map((page) => page.count("chat-open") + page.count("chat-session-create"))).toEqual([0, 0]);
});

Deno.test("a page that comes while the chat is being ended hears its end, and not after that how it stood", async () => {
  const chats = { reads: -1, second: Promise.withResolvers<void>(), isRead: Promise.withResolvers<void>() };
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  const { kv } = w.store;
  const { get } = kv;
  kv.get = async function <T>(key: Deno.KvKey, options?: { consistency?: Deno.KvConsistencyLevel }) {
    const found = await get.call(kv, key, options) as Deno.KvEntryMaybe<T>;
    if (key[0] !== keys.chat("")[0] || chats.reads < 0 || ++chats.reads !== 2) return found;
    // The first read comes before the page is let in. The second is for its greeting, and its answer is held back.
    chats.isRead.resolve();
    await chats.second.promise;
    return found;
  } as typeof get;
  chats.reads = 0;
  const page = await w.join(w.james);
  await chats.isRead.promise;
  await olena.ask("stop-text-chat", { targetId: w.james.id });
  expect(await page.next("chat-session-end")).toMatchObject({ id });
  chats.second.resolve();
  await page.ask("GetAllConnectedUsers");
  expect([page.count("chat-open"), page.count("chat-meter")]).toEqual([0, 0]);
});
