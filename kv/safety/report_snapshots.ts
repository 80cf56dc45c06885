/** What two people last wrote to each other, letters and chat together, as one of them may read it. */
import { man, type User } from "../accounts/users.ts";
import { history } from "../chats/history.ts";
import { authorIdOf as authorIdOfMessage, type Message } from "../chats/messages.ts";
import { authorIdOf, type Letter, letterHasComeTo, type LetterText } from "../letters/letter.ts";
import { letterById, textsFor } from "../letters/letters.ts";
import { lettersOfThread } from "../letters/threads.ts";
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

/** The last twenty, oldest first, among them the letter it is about, where the reporter has it; `subject` names that. */
export async function lastWritings(
  store: Store,
  readerId: number,
  other: User,
  letterId: number | null,
): Promise<{ writings: Writing[]; subject: string | null }> {
  const pair = other.groupId === man ? { manId: other.id, ladyId: readerId } : { manId: readerId, ladyId: other.id };
  const named = letterId === null ? null : await letterById(store, letterId);
  const isTheirs = named?.manId === pair.manId && named.ladyId === pair.ladyId && letterHasComeTo(named, readerId);
  const about = isTheirs ? named : null;
  const { letters } = await lettersOfThread(store, readerId, other.id, { page: 1, limit: writingsMax });
  const all = about && !letters.some(({ id }) => id === about.id) ? [about, ...letters] : letters;
  const texts = await textsFor(store, readerId, all);
  const { messages } = await history(store, pair, { limit: writingsMax });
  const others = [
    ...all.filter(({ id }) => id !== about?.id).map((letter) => ofLetter(letter, texts.get(letter.id))),
    ...messages.map(ofMessage),
  ].sort((one, two) => one.at - two.at).slice(about ? 1 - writingsMax : -writingsMax);
  const kept = about ? [...others, ofLetter(about, texts.get(about.id))] : others;
  return { writings: kept.sort((one, two) => one.at - two.at), subject: about && `letter:${about.id}` };
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
