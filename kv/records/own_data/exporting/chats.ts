/** Tells chats: what both wrote, as both have seen it, the paid sessions, and who asked whom to talk. */
import { man, type User } from "../../../accounts/users.ts";
import { type Chat, chatById } from "../../../chats/chats.ts";
import { authorIdOf, type Message } from "../../../chats/messages.ts";
import { type Pair, pairWith, partnerIn } from "../../../chats/pairs.ts";
import type { ChatRequest } from "../../../chats/requests.ts";
import type { Store } from "../../../open.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Talk } from "../../../talks/talk.ts";
import { talksOf } from "../../../talks/kept_talks.ts";
import { moment, other, type Section, type Told } from "./section.ts";

export const tellChats: Section = async function* (store, user) {
  for await (const { key } of store.kv.list({ prefix: prefixes.conversationsOf(user.id) }, { batchSize: 500 })) {
    const partnerId = Number(key[2]);
    yield* tellConversation(store, user, pairWith(user, partnerId), await other(store, partnerId));
  }
  // A man's requests lie together; a lady's are looked for among all.
  const prefix = user.groupId === man ? [...prefixes.allChatRequests(), user.id] : prefixes.allChatRequests();
  for await (const { value } of store.kv.list<ChatRequest>({ prefix }, { batchSize: 500 })) {
    if (value.manId !== user.id && value.ladyId !== user.id) continue;
    const { askerId, at, state, answeredAt } = value;
    yield {
      kind: "request",
      with: await other(store, value.manId === user.id ? value.ladyId : value.manId),
      from: askerId === user.id ? "me" : "the other",
      at: moment(at),
      state,
      answeredAt: moment(answeredAt),
    };
  }
  for (const talk of await talksOf(store, user.id, user.groupId === man)) yield await tellTalk(store, user, talk);
};

async function tellTalk(store: Store, user: User, talk: Talk): Promise<Told> {
  const { kind: means, proposerId, moments, proposedAt, state, at, changedAt, remindedAt } = talk;
  return {
    kind: "time to talk",
    means,
    with: await other(store, partnerIn(talk, user.id)),
    from: proposerId === user.id ? "me" : "the other",
    moments: moments.map(moment),
    proposedAt: moment(proposedAt),
    state,
    at: moment(at),
    changedAt: moment(changedAt),
    remindedAt: moment(remindedAt),
  };
}

async function* tellConversation(
  store: Store,
  user: User,
  { manId, ladyId }: Pair,
  partner: Awaited<ReturnType<typeof other>>,
): AsyncGenerator<Told> {
  const marks = { prefix: [...prefixes.allChatMarks(), manId, ladyId] };
  for await (const { key } of store.kv.list(marks)) {
    const chat = await chatById(store, String(key[4]));
    if (chat) yield { with: partner, ...tellSession(chat, user) };
  }
  const all = { start: keys.chatMessage(manId, ladyId, 0), end: keys.chatMessage(manId, ladyId, Infinity) };
  for await (const { value } of store.kv.list<Message>(all, { batchSize: 500 })) {
    yield {
      kind: "message",
      with: partner,
      number: value.seq,
      from: authorIdOf(value) === user.id ? "me" : "the other",
      at: moment(value.at),
      body: value.body,
      ...(authorIdOf(value) !== user.id && value.translation && { translation: value.translation }),
      ...(value.erasedAt !== undefined && { isErased: true }),
    };
  }
}

/** Tells a paid session; only the man is told what it cost. */
function tellSession(chat: Chat, user: User): Told {
  const { kind: means, createdAt, openedAt, endedAt, minutes, costCredits, refundedCredits } = chat;
  return {
    kind: "session",
    means,
    createdAt: moment(createdAt),
    openedAt: moment(openedAt),
    endedAt: moment(endedAt),
    minutes,
    ...(user.groupId === man && { costCredits, refundedCredits }),
  };
}
