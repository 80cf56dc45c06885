import { expect } from "expect";
import { audit } from "../audit.ts";
import { endChat, minuteKeyOf, reserveMinute } from "../chat_minutes.ts";
import { writeMessage } from "../chat_messages.ts";
import { markViewed } from "../chat_views.ts";
import { requestConversation } from "../chat_requests.ts";
import { keys } from "../keys.ts";
import { createPeople, type TestStore, testStore } from "../testing.ts";
import { openChat } from "../testing_chats.ts";
import { tamper } from "./lived_in_world_for_test.ts";

/** James and Olena have talked for two minutes, of which one went back; Wei and Daria are talking. */
async function talkedWorld(store: TestStore) {
  const { james, wei, olena, daria } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  const past = await openChat(store, pair);
  for (const [authorId, body] of [[james.id, "a"], [olena.id, "b"], [james.id, "c"]] as const) {
    await writeMessage(store, pair, { authorId, body, clientId: body });
  }
  await markViewed(store, pair, olena.id, 1);
  store.clock.advance({ seconds: 55 });
  await reserveMinute(store, james.id, past.id);
  store.clock.advance({ seconds: 10 });
  await endChat(store, past.id, { by: "lady", reason: "stopped" });
  const open = await openChat(store, { manId: wei.id, ladyId: daria.id });
  await requestConversation(store, { manId: james.id, ladyId: daria.id }, daria.id);
  return { james, wei, olena, daria, past, open };
}

type World = Awaited<ReturnType<typeof talkedWorld>>;

const corruptions: [string, (store: TestStore, world: World) => Promise<unknown>, RegExp][] = [
  [
    "somebody left in a chat that is over",
    (store, { james, past }) => store.kv.set(keys.chatOf(james.id), past.id),
    /^user \d+ is in chat \d+, which is over or somebody else's$/,
  ],
  [
    "a chat of which one of the two knows nothing",
    (store, { daria }) => store.kv.delete(keys.chatOf(daria.id)),
    /^chat \d+ is open, and user \d+ is not in it$/,
  ],
  [
    "a minute that nobody paid",
    (store, { open }) => tamper(store, keys.chat(open.id), { minutes: 2, costCredits: 2 }),
    /^chat \d+ counts minute 2, which nobody paid$/,
  ],
  [
    "a minute that no chat counts",
    (store, { past }) => tamper(store, keys.chat(past.id), { minutes: 1, costCredits: 1 }),
    /^man \d+ has the entry chat:\d+:2, and the chat has 1 minutes$/,
  ],
  [
    "a cost that is not the sum of its minutes",
    (store, { open }) => tamper(store, keys.chat(open.id), { costCredits: 5 }),
    /^chat \d+ cost 5 for 1 minutes$/,
  ],
  [
    "a refund that the ledger does not have",
    (store, { past, james }) => store.kv.delete(keys.entrySeqByIdempotencyKey(james.id, `chat-refund:${past.id}:2`)),
    /^chat \d+ says that 1 credits went back; they were 0$/,
  ],
  [
    "a refund in a chat that goes on",
    (store, { past }) => tamper(store, keys.chat(past.id), { state: "open" }),
    /and the chat did not end with it$/,
  ],
  [
    "minutes that were kept and not served",
    (store, { past }) => tamper(store, keys.chat(past.id), { servedMs: 0 }),
    /^chat \d+ kept 1 minutes for 0 ms$/,
  ],
  [
    "a charge for a chat that is not there",
    (store, { open }) => store.kv.delete(keys.chat(open.id)),
    new RegExp(`^man \\d+ has the entry ${minuteKeyOf("\\d+", 1)}, and no such chat is his$`),
  ],
  [
    "a lost message",
    (store, { james, olena }) => store.kv.delete(keys.chatMessage(james.id, olena.id, 2)),
    /^message 3 of \d+ and \d+ follows number 1$/,
  ],
  [
    "a lost last message",
    (store, { james, olena }) => store.kv.delete(keys.chatMessage(james.id, olena.id, 3)),
    /^the conversation of \d+ and \d+ has lost its end$/,
  ],
  [
    "a message that counts wrongly",
    (store, { james, olena }) => tamper(store, keys.chatMessage(james.id, olena.id, 3), { nth: 1 }),
    /^message 3 of \d+ and \d+ says that it is number 1 of its author; it is 2$/,
  ],
  [
    "a message that would be written again",
    (store, { james, olena }) => store.kv.delete(keys.chatMessageSeqByClientId(james.id, olena.id, james.id, "a")),
    /^message 1 of \d+ and \d+ is not found by its client id$/,
  ],
  [
    "more read than was written",
    (store, { james, olena }) => tamper(store, keys.conversation(james.id, olena.id), { read: { man: 2, lady: 0 } }),
    /^the conversation of \d+ and \d+ was read beyond what was written$/,
  ],
  [
    "counts that are not the sum",
    (store, { james, olena }) => tamper(store, keys.conversation(james.id, olena.id), { written: { man: 1, lady: 1 } }),
    /^the conversation of \d+ and \d+ counts 1 and 1 of 3$/,
  ],
  [
    "a conversation that is not listed",
    (store, { james, olena }) => store.kv.delete(keys.conversationOf(olena.id, james.id)),
    /^the conversation of \d+ and \d+ is missing in a list$/,
  ],
  [
    "a listed conversation that is not there",
    (store, { james }) => store.kv.set(keys.conversationOf(james.id, 77), null),
    /^user \d+ has a conversation with 77 listed, which is not there$/,
  ],
  [
    "a waiting request that is not listed",
    (store, { james, daria }) => store.kv.delete(keys.chatRequestTo(james.id, daria.id)),
    /^the request of user \d+ to \d+ is waiting and not listed$/,
  ],
  [
    "a listed request that nobody made",
    (store, { james }) => store.kv.set(keys.chatRequestTo(james.id, 77), null),
    /^user \d+ has a request of 77 listed that is not there$/,
  ],
];

Deno.test("the audit finds nothing in chats that were only used as intended", async () => {
  using store = await testStore();
  await talkedWorld(store);
  expect(await audit(store)).toEqual([]);
});

for (const [name, corrupt, sentence] of corruptions) {
  Deno.test(`the audit finds ${name}`, async () => {
    using store = await testStore();
    await corrupt(store, await talkedWorld(store));
    expect((await audit(store)).filter((found) => sentence.test(found))).not.toEqual([]);
  });
}
