/**
 * Messages of a conversation: numbered without gaps, written once even if they are sent twice, and only while the two
 * have an open chat. A message is committed before anybody sees it.
 */
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Chat, isOpen } from "./chats.ts";
import { type Conversation, type ConversationEntry, newConversation, setConversation } from "./conversations.ts";
import { idOfSide, type Pair, type Side, sideOf } from "./pairs.ts";

/** A message in a language of its reader, below the words as they were written. */
export interface MessageTranslation {
  /** BCP 47. */
  language: string;
  body: string;
  /** Who made it: the name of a provider. */
  by: string;
}

export interface Message extends Pair {
  seq: number;
  author: Side;
  /** The number of this message among its author's own; how far the other has read is counted in it. */
  nth: number;
  /** Names the message before it has a number, so that sending again is not a second message. */
  clientId: string;
  /** Raw text. */
  body: string;
  at: number;
  /** For its reader, made by a machine or a person (translated_messages.ts). */
  translation?: MessageTranslation;
  /** When its body was erased with its author's account (kv/records/own_data/erasing/chats.ts). */
  erasedAt?: number;
}

export type Written = Result<{ message: Message; conversation: Conversation; isRepeat: boolean }>;

/**
 * Writes a message in the chat that the author has open with the recipient. Sending again with the same client id
 * answers the first message. Refuses `chat_not_open` where there is no such chat, or its paid time is over.
 */
export async function writeMessage(
  store: Store,
  pair: Pair,
  wanted: { authorId: number; body: string; clientId: string },
): Promise<Written> {
  const { manId, ladyId } = pair;
  return await store.mutexes.run(`conversation:${manId}:${ladyId}`, async () => {
    let committed: { versionstamp: string } | null = null;
    const written = await transact<Written>(async (tries) => {
      const facts = (tries === 0 ? guess(store, pair, wanted) : null) ?? await readFacts(store, pair, wanted, tries);
      const { chat, conversation, known } = facts;
      if (known.value !== null && conversation.value) {
        const message = await messageAt(store, { ...pair, seq: known.value });
        if (!message) throw new Error(`message ${known.value} of ${manId} and ${ladyId} is not there`);
        return { done: { ok: true, message, conversation: conversation.value, isRepeat: true } };
      }
      const now = store.now();
      if (!chat?.value || !isOfThese(chat.value, pair) || !isOpen(chat.value, now)) {
        return { done: refuse("chat_not_open") };
      }
      const before = conversation.value ?? newConversation(pair, now);
      const message = nextMessage(before, wanted, now);
      const written = { ...before.written, [message.author]: message.nth };
      const next: Conversation = { ...before, lastSeq: message.seq, written, updatedAt: message.at };
      const op = store.groupCommits.atomic().check(chat).check(known)
        .set(keys.chatMessage(manId, ladyId, message.seq), message)
        .set(known.key, message.seq);
      setConversation(op, next, conversation);
      const commit = { commit: async () => noted(await op.commit()) } as Deno.AtomicOperation;
      return { commit, result: { ok: true, message, conversation: next, isRepeat: false } };
    });
    // Later messages may guess only from a state that was surely committed; their own checks would notice a wrong guess.
    if (committed && written.ok && !written.isRepeat) {
      const { versionstamp } = committed;
      const entry = { key: keys.conversation(manId, ladyId), value: written.conversation, versionstamp };
      store.memory.note(conversationSubject(pair), entry);
    }
    return written;

    function noted(result: Deno.KvCommitResult | Deno.KvCommitError) {
      committed = result.ok ? result : null;
      return result;
    }
  });
}

/** What has to be known to write a message. */
interface Facts {
  chat: Deno.KvEntryMaybe<Chat> | null;
  conversation: ConversationEntry;
  known: Deno.KvEntryMaybe<number>;
}

const conversationSubject = ({ manId }: Pair) => ["conversation", manId] as const;
const chatOfSubject = (userId: number) => ["chat_of", userId] as const;
const chatSubject = (chatId: string) => ["chat", chatId] as const;

/**
 * The facts from memory, on the guess that nothing has changed and the client id is unused. Null if they would lead to a
 * refusal, which is never guessed.
 */
function guess(store: Store, pair: Pair, wanted: { authorId: number; clientId: string }): Facts | null {
  const chatId = store.memory.peek<string | null>(chatOfSubject(wanted.authorId));
  const chat = chatId ? store.memory.peek<Deno.KvEntryMaybe<Chat>>(chatSubject(chatId)) : undefined;
  const conversation = store.memory.peek<ConversationEntry>(conversationSubject(pair));
  if (!chat?.value || conversation?.value?.ladyId !== pair.ladyId) return null;
  if (!isOfThese(chat.value, pair) || !isOpen(chat.value, store.now())) return null;
  return { chat, conversation, known: { key: clientIdKey(pair, wanted), value: null, versionstamp: null } };
}

async function readFacts(
  store: Store,
  pair: Pair,
  wanted: { authorId: number; clientId: string },
  tries: number,
): Promise<Facts> {
  const [[conversation, known], chat] = await Promise.all([
    store.kv.getMany<[Conversation, number]>([
      keys.conversation(pair.manId, pair.ladyId),
      clientIdKey(pair, wanted),
    ]),
    tries === 0 ? recallChat(store, wanted.authorId) : readChat(store, wanted.authorId),
  ]);
  return { conversation, known, chat };
}

async function readChat(store: Store, userId: number): Promise<Deno.KvEntryMaybe<Chat> | null> {
  const chatId = (await store.kv.get<string>(keys.chatOf(userId))).value;
  return chatId === null ? null : await store.kv.get<Chat>(keys.chat(chatId));
}

/** As `readChat`, but from memory, under the subjects that a write to these keys makes it forget. */
async function recallChat(store: Store, userId: number): Promise<Deno.KvEntryMaybe<Chat> | null> {
  const chatId = await store.memory.recall(
    chatOfSubject(userId),
    async () => (await store.kv.get<string>(keys.chatOf(userId))).value,
  );
  return chatId === null
    ? null
    : await store.memory.recall(chatSubject(chatId), () => store.kv.get<Chat>(keys.chat(chatId)));
}

const clientIdKey = ({ manId, ladyId }: Pair, { authorId, clientId }: { authorId: number; clientId: string }) =>
  keys.chatMessageSeqByClientId(manId, ladyId, authorId, clientId);

function nextMessage(
  before: Conversation,
  { authorId, body, clientId }: { authorId: number; body: string; clientId: string },
  nowMs: number,
): Message {
  const { manId, ladyId } = before;
  const author = sideOf(before, authorId);
  const at = Math.max(nowMs, before.updatedAt);
  return { manId, ladyId, seq: before.lastSeq + 1, author, nth: before.written[author] + 1, clientId, body, at };
}

const isOfThese = (chat: Chat, { manId, ladyId }: Pair) => chat.manId === manId && chat.ladyId === ladyId;

/** The id of a message, from which its place can be read. */
export const messageIdOf = ({ manId, ladyId, seq }: Pair & { seq: number }): string => `${manId}-${ladyId}-${seq}`;

/** The place that a message id names; null if it is not a message id. */
export function placeOfMessageId(id: string): (Pair & { seq: number }) | null {
  const found = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(id);
  return found && { manId: Number(found[1]), ladyId: Number(found[2]), seq: Number(found[3]) };
}

export const authorIdOf = (message: Message): number => idOfSide(message, message.author);

/** One message by its place. */
export const messageAt = async (store: Store, place: Pair & { seq: number }): Promise<Message | null> =>
  (await store.kv.get<Message>(keys.chatMessage(place.manId, place.ladyId, place.seq))).value;
