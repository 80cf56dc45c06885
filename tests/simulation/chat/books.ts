/** What the people of the chat were told, held against what is stored. */
import type { Chat } from "../../../kv/chats/chats.ts";
import { keptMinutesOf } from "../../../kv/chats/charges.ts";
import { history } from "../../../kv/chats/history.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import type { World } from "../world/world.ts";
import type { People } from "./people.ts";
import type { Person } from "./person.ts";

export interface ChatBooks {
  chats: Chat[];
  messages: number;
  /** Everything that is wrong, as sentences. */
  faults: string[];
}

export async function chatBooks(world: World, people: People): Promise<ChatBooks> {
  const { kv } = world.truth;
  const books: ChatBooks = { chats: [], messages: 0, faults: people.all.flatMap(({ faults }) => faults) };
  for await (const { value } of kv.list<Chat>({ prefix: prefixes.allChats() })) books.chats.push(value);
  for (const { id, state } of books.chats) if (state !== "ended") books.faults.push(`chat ${id} was left ${state}`);
  const byId = new Map(books.chats.map((chat) => [chat.id, chat]));
  for (const person of people.all) books.faults.push(...faultsOfEnds(person, byId));
  for (const manId of world.menIds) {
    for (const ladyId of world.ladiesIds) await holdMessages(world, people, { manId, ladyId }, books);
  }
  return books;
}

/** An end was heard as it is stored, and a line that was told of a chat was told of its end. */
function faultsOfEnds(person: Person, chats: Map<string, Chat>): string[] {
  const faults: string[] = [];
  for (const { id, minutes, kept, cost, refunded } of person.ends) {
    const chat = chats.get(id);
    if (!chat) faults.push(`${person.userId} heard of the end of chat ${id}, which is not there`);
    else {
      const told = [minutes, kept, ...person.isMan ? [cost, refunded] : []];
      const stored = [
        chat.minutes,
        keptMinutesOf(chat),
        ...person.isMan ? [chat.costCredits, chat.refundedCredits] : [],
      ];
      if (String(told) !== String(stored)) {
        faults.push(`${person.userId} heard that chat ${id} was ${told}, not ${stored}`);
      }
    }
  }
  for (const [id, isEndHeard] of person.told) {
    const { endedReason = null, endedBy = null } = chats.get(id) ?? {};
    if (!isEndHeard) faults.push(`${person.userId} never heard that chat ${id} ended: ${endedReason} by ${endedBy}`);
  }
  return faults;
}

/** Each message is stored once, each acknowledged one is found, and both people have read the same. */
async function holdMessages(
  { truth }: World,
  people: People,
  pair: { manId: number; ladyId: number },
  books: ChatBooks,
): Promise<void> {
  const stored = new Map<number, { clientId: string; body: string }>();
  for (let afterSeq = 0, more = true; more;) {
    const page = await history(truth, pair, { afterSeq, limit: 100 });
    for (const { seq, clientId, body } of page.messages) stored.set(seq, { clientId, body });
    afterSeq = page.messages.at(-1)?.seq ?? afterSeq;
    more = page.more;
  }
  books.messages += stored.size;
  const names = [...stored.values()].map(({ clientId }) => clientId);
  if (new Set(names).size !== names.length) {
    books.faults.push(`a message of ${pair.manId} and ${pair.ladyId} stands twice`);
  }
  for (const [userId, partnerId] of [[pair.manId, pair.ladyId], [pair.ladyId, pair.manId]] as const) {
    const person = people.all.find((each) => each.userId === userId)!;
    for (const [clientId, { to, seq }] of person.acknowledged) {
      if (to === partnerId && stored.get(seq)?.clientId !== clientId) {
        books.faults.push(`${clientId} was acknowledged and lost`);
      }
    }
    const read = person.messages.get(partnerId) ?? new Map();
    for (const [seq, { body }] of stored) {
      if (read.get(seq)?.body !== body) books.faults.push(`${userId} never read ${seq} with ${partnerId}: ${body}`);
    }
    if (read.size > stored.size) books.faults.push(`${userId} read what is not stored`);
  }
}
