import { minuteKeyOf } from "../../chats/charges.ts";
import { writeMessage } from "../../chats/messages.ts";
import { invite } from "../../chats/invitations.ts";
import { endChat, reserveMinute } from "../../chats/minutes.ts";
import { requestConversation } from "../../chats/requests.ts";
import { markViewed } from "../../chats/views.ts";
import { refundKeyOf } from "../../credits/ledger/refund_key.ts";
import { keys } from "../../store/keys.ts";
import { openChat } from "../../testing/chats.ts";
import { createPeople, type TestStore } from "../../testing/store.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

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
  await invite(store, pair, james.id, olena.id, "text");
  return { james, wei, olena, daria, past, open };
}

type World = Awaited<ReturnType<typeof talkedWorld>>;

const corruptions: Damage<World>[] = [
  [
    "an invitation that whom it concerns does not find",
    (store, { james, olena }) => store.kv.delete(keys.chatInvitationTo(olena.id, james.id)),
    /^the invitation of user \d+ to \d+ is not listed$/,
  ],
  [
    "an invitation that is found by somebody else",
    (store, { james, daria }) => store.kv.set(keys.chatInvitationTo(daria.id, james.id), null),
    /^user \d+ has an invitation of \d+ listed that is for \d+$/,
  ],
  [
    "a conversation that counts one's messages as the other's",
    (store, { james, olena }) =>
      tamper(store, keys.conversation(james.id, olena.id), { written: { man: 1, lady: 2 }, read: { man: 0, lady: 1 } }),
    /^the conversation of \d+ and \d+ counts 1 and 2 messages, where 2 and 1 were written$/,
  ],
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
    (store, { open }) => tamper(store, keys.chat(open.id), { minutes: 2, charges: "tt", costCredits: 2 }),
    /^chat \d+ counts minute 2, which nobody paid$/,
  ],
  [
    "a minute that no chat counts",
    (store, { past }) => tamper(store, keys.chat(past.id), { minutes: 1, charges: "t", costCredits: 1 }),
    /^man \d+ has the entry chat:\d+:2, and the chat has 1 minutes$/,
  ],
  [
    "a cost that is not the sum of its minutes",
    (store, { open }) => tamper(store, keys.chat(open.id), { costCredits: 5 }),
    /^chat \d+ cost 5 for minutes of 1$/,
  ],
  [
    "a refund that the ledger does not have",
    (store, { past, james }) =>
      store.kv.delete(keys.entrySeqByIdempotencyKey(james.id, refundKeyOf(minuteKeyOf(past.id, 2)))),
    /^chat \d+ says that 1 credits of minute 2 went back; they were 0$/,
  ],
  [
    "a refund of a minute that the chat kept",
    (store, { past }) => tamper(store, keys.chat(past.id), { charges: "tt" }),
    /and the chat kept that minute$/,
  ],
  [
    "a sum of refunds that is not that of the minutes",
    (store, { past }) => tamper(store, keys.chat(past.id), { refundedCredits: 5 }),
    /^chat \d+ gave 5 credits back; its minutes say 1$/,
  ],
  [
    "a minute of video at the price of text",
    (store, { open }) => tamper(store, keys.chat(open.id), { charges: "v", costCredits: 5 }),
    /^chat \d+ has minute 1 of video for 1$/,
  ],
  [
    "minutes that are not named",
    (store, { open }) => tamper(store, keys.chat(open.id), { charges: "" }),
    /^chat \d+ counts 1 minutes and names 0$/,
  ],
  [
    "an open chat of which nothing is paid any more",
    (store, { open }) => tamper(store, keys.chat(open.id), { charges: "T", refundedCredits: 1 }),
    /^chat \d+ is open, and its last minute went back$/,
  ],
  [
    "more served than was paid",
    (store, { open }) => tamper(store, keys.chat(open.id), { servedMs: 60_001 }),
    /^chat \d+ was served 60001 ms of 60000$/,
  ],
  [
    "more paid time than minutes",
    (store, { open }) => tamper(store, keys.chat(open.id), { paidMs: 120_000 }),
    /^chat \d+ counts 120000 ms of 1 minutes$/,
  ],
  [
    "a minute that she ended early and that was kept",
    (store, { past, james }) =>
      tamper(store, keys.chat(past.id), { charges: "tt", refundedCredits: 0 })
        .then(() => store.kv.delete(keys.entrySeqByIdempotencyKey(james.id, refundKeyOf(minuteKeyOf(past.id, 2))))),
    /^chat \d+ was ended by lady after 5000 ms of a minute that was kept$/,
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

testDamages("the audit finds nothing in chats that were only used as intended", talkedWorld, corruptions);
