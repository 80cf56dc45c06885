/** Whether messages have their numbers, words and authors, and whether minutes are charged as they were acknowledged. */
import { type Book, isSureAt } from "../book.ts";
import type { Told, ToldMessage, Truth } from "../truth.ts";
import type { Gone } from "./gone.ts";

const pairName = (manId: number, ladyId: number): string => `${manId}-${ladyId}`;

export function judgeChats(book: Book, truth: Truth, mark: number, gone: Gone): string[] {
  const faults: string[] = [];
  const conversations = new Map<string, Map<number, { authorId: number; message: ToldMessage }>>();
  for (const told of truth.values()) {
    for (const message of told.messages) faults.push(...enter(conversations, told, message));
  }
  for (const [pair, messages] of conversations) {
    for (let number = 1; number <= messages.size; number++) {
      if (!messages.has(number)) faults.push(`message ${number} of ${pair} is missing, of ${messages.size}`);
    }
    const bodies = [...messages.values()].map(({ message }) => message.body).filter((body) => body !== "");
    if (new Set(bodies).size !== bodies.length) faults.push(`a message of ${pair} is there twice`);
  }
  const isTold = ({ manId, ladyId }: { manId: number; ladyId: number }) => truth.has(manId) || truth.has(ladyId);
  const judgeOne = (line: { manId: number; ladyId: number; authorId: number; body: string; seq: number | null }) => {
    const name = `message ${line.seq} of ${pairName(line.manId, line.ladyId)}`;
    const found = conversations.get(pairName(line.manId, line.ladyId))?.get(line.seq ?? 0);
    if (!found) return [`${name} is lost`];
    if (found.authorId !== line.authorId) return [`${name} has another author`];
    if (gone.has(line.authorId)) {
      return gone.isErased(line.authorId) && found.message.body !== "" ? [`${name} has words of who has left`] : [];
    }
    return found.message.body === line.body ? [] : [`${name} has other words: ${found.message.body}`];
  };
  for (const line of book.messages) {
    if (isTold(line) && isSureAt(line, mark)) faults.push(...judgeOne(line));
  }
  if (mark === Infinity) {
    for (const heard of book.heard) {
      // A message that was heard after its author left was empty already.
      if (isTold(heard) && heard.body !== "") faults.push(...judgeOne(heard));
    }
  }
  faults.push(...judgeOrder(book));
  const refused = new Set(book.messages.filter(({ state }) => state === "refused").map(({ body }) => body));
  for (const [pair, messages] of conversations) {
    for (const { message } of messages.values()) {
      if (refused.has(message.body)) faults.push(`message ${message.number} of ${pair} was refused and is there`);
    }
  }
  return [...new Set(faults), ...judgeMinutes(book, truth, mark)];
}

/** Two who chat write one after the other: what was written later has the higher number. */
function judgeOrder({ messages }: Book): string[] {
  const last = new Map<string, number>();
  return messages.flatMap(({ manId, ladyId, seq }) => {
    if (seq === null) return [];
    const before = last.get(pairName(manId, ladyId)) ?? 0;
    last.set(pairName(manId, ladyId), seq);
    return seq > before ? [] : [`message ${seq} of ${pairName(manId, ladyId)} was said after ${before}`];
  });
}

function enter(
  conversations: Map<string, Map<number, { authorId: number; message: ToldMessage }>>,
  { person }: Told,
  message: ToldMessage,
): string[] {
  const isHis = person.kind === "man";
  const pair = isHis ? pairName(person.id, message.with.id) : pairName(message.with.id, person.id);
  const authorId = message.from === "me" ? person.id : message.with.id;
  const messages = conversations.get(pair) ?? new Map();
  conversations.set(pair, messages);
  const known = messages.get(message.number);
  messages.set(message.number, { authorId, message });
  if (!known || (known.authorId === authorId && known.message.body === message.body)) return [];
  return [`message ${message.number} of ${pair} is not the same for both`];
}

/** Each acknowledged minute is charged once, and nothing else but minutes of which nobody knows whether they were paid. */
function judgeMinutes(book: Book, truth: Truth, mark: number): string[] {
  const faults: string[] = [];
  for (const told of truth.values()) {
    if (told.person.kind !== "man") continue;
    const ladies = new Set([...told.sessions, ...told.entries].flatMap((each) => each.with?.id ?? []));
    for (const ladyId of ladies) {
      const of = <Each extends { with?: { id: number } }>(all: Each[]) =>
        all.filter((each) => each.with?.id === ladyId);
      const entries = of(told.entries);
      const charged = entries.filter(({ operation }) => operation === "chat_session");
      const given = entries.filter(({ operation, cause, letterId, videoId }) =>
        operation === "refund" && cause === undefined && letterId === undefined && videoId === undefined
      );
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
      const sessions = of(told.sessions);
      const name = `the chats of ${told.person.id} with ${ladyId}`;
      const cost = sum(sessions.map(({ costCredits }) => costCredits));
      const back = sum(sessions.map(({ refundedCredits }) => refundedCredits));
      if (cost !== -sum(charged.map(({ credits }) => credits))) faults.push(`${name} cost ${cost}, charged otherwise`);
      if (back !== sum(given.map(({ credits }) => credits))) faults.push(`${name} gave back ${back}, booked otherwise`);
      const lines = book.minutes.filter(({ manId, ladyId: id }) => manId === told.person.id && id === ladyId);
      const sure = new Set(
        lines.filter((line) => isSureAt(line, mark)).map(({ chatId, number }) => `${chatId}:${number}`),
      );
      const most = new Set(
        lines.filter(({ state }) => state !== "refused").map(({ chatId, number }) => `${chatId}:${number}`),
      );
      if (charged.length < sure.size) {
        faults.push(`${name}: ${charged.length} minutes charged, ${sure.size} acknowledged`);
      }
      if (charged.length > most.size) faults.push(`${name}: ${charged.length} minutes charged, ${most.size} asked for`);
    }
  }
  return faults;
}
