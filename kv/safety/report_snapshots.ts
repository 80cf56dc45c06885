/** What two people last wrote to each other, letters and chat together, as one of them may read it. */
import type { User } from "../accounts/users.ts";
import { history } from "../chats/history.ts";
import { type Pair, pairWith } from "../chats/pairs.ts";
import { authorIdOf as authorIdOfMessage, type Message } from "../chats/messages.ts";
import { authorIdOf, type Letter, letterHasComeTo, type LetterText } from "../letters/letter.ts";
import { letterById, textsFor } from "../letters/letters.ts";
import { lettersOfThread } from "../letters/boxes/threads.ts";
import type { Store } from "../open.ts";

export interface Writing {
  kind: "letter" | "message";
  /** Of a letter its id, of a message its number in the conversation. */
  id: number;
  authorId: number;
  /** Ms since the epoch. */
  at: number;
  /** As it was read, its beginning where it is long; null for a letter that is still sealed. */
  text: string | null;
}

export const writingsMax = 20;
/** In UTF-16 units: twenty of these and the report itself stay below what a value may weigh. */
export const writingLengthMax = 1200;

/** How many messages before and after the one that is pointed at are kept with it. */
const messagesAround = 5;

/** The one thing that a report is about: a letter by its id, a message of the two by its number. */
export interface PointedWriting {
  kind: Writing["kind"];
  id: number;
}

/** A writing as the `subject` of a report names it. */
export const writingRefOf = ({ kind, id }: PointedWriting): string => `${kind}:${id}`;

/**
 * The last twenty writings of the two, oldest first. The one that is pointed at is among them, if the reporter has it,
 * a message with those around it; `subject` names that one.
 */
export async function lastWritings(
  store: Store,
  readerId: number,
  other: User,
  pointed: PointedWriting | null,
): Promise<{ writings: Writing[]; subject: string | null }> {
  const pair = pairWith(other, readerId);
  const letterId = pointed?.kind === "letter" ? pointed.id : null;
  const messageSeq = pointed?.kind === "message" ? pointed.id : null;
  const [letters, messages] = await Promise.all([
    lettersBetween(store, readerId, other.id, letterId),
    messagesBetween(store, pair, messageSeq),
  ]);
  const all = [...letters, ...messages];
  const about = pointed && all.find(({ kind, id }) => kind === pointed.kind && id === pointed.id);
  const isKept = ({ kind, id }: Writing) =>
    about?.kind === kind && Math.abs(id - about.id) <= (kind === "message" ? messagesAround : 0);
  const kept = all.filter(isKept);
  const others = all.filter((writing) => !isKept(writing)).sort(byTime).slice(kept.length - writingsMax);
  return { writings: [...others, ...kept].sort(byTime), subject: about ? writingRefOf(about) : null };
}

/** By time; messages of one moment by their numbers, because a chat is fast. */
const byTime = (one: Writing, other: Writing): number =>
  one.at - other.at || (one.kind === other.kind ? one.id - other.id : 0);

/** The last letters of the two, and the one that is pointed at, where it is theirs and has come. */
async function lettersBetween(store: Store, readerId: number, otherId: number, id: number | null): Promise<Writing[]> {
  const { letters } = await lettersOfThread(store, readerId, otherId, { page: 1, limit: writingsMax });
  const named = id === null ? null : await letterById(store, id);
  const isTheirs = named !== null && letterHasComeTo(named, readerId) &&
    [named.manId, named.ladyId].includes(readerId) && [named.manId, named.ladyId].includes(otherId);
  const all = isTheirs && !letters.some((letter) => letter.id === named.id) ? [named, ...letters] : letters;
  const texts = await textsFor(store, readerId, all);
  return all.map((letter) => ofLetter(letter, texts.get(letter.id)));
}

/** The last messages of the two, and those around the one that is pointed at. */
async function messagesBetween(store: Store, pair: Pair, seq: number | null): Promise<Writing[]> {
  const around = { afterSeq: (seq ?? 0) - messagesAround - 1, limit: 2 * messagesAround + 1 };
  const pages = await Promise.all([
    history(store, pair, { limit: writingsMax }),
    seq === null ? null : history(store, pair, { ...around, afterSeq: Math.max(0, around.afterSeq) }),
  ]);
  const bySeq = new Map(pages.flatMap((page) => page?.messages ?? []).map((message) => [message.seq, message]));
  return [...bySeq.values()].map(ofMessage);
}

const ofLetter = (letter: Letter, text: LetterText | undefined): Writing => ({
  kind: "letter",
  id: letter.id,
  authorId: authorIdOf(letter),
  at: letter.deliveredAt ?? letter.sentAt,
  text: text ? cut(text.body) : null,
});

const ofMessage = (message: Message): Writing => ({
  kind: "message",
  id: message.seq,
  authorId: authorIdOfMessage(message),
  at: message.at,
  text: cut(message.body),
});

const cut = (text: string): string => text.length > writingLengthMax ? `${text.slice(0, writingLengthMax)}…` : text;
