/** What the site has acknowledged to people, and what of that the store lacks or has more than once. */
import { authorIdOf, type Message } from "../../kv/chats/messages.ts";
import type { Store } from "../../kv/open.ts";
import { keys } from "../../kv/store/keys.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { missingInStore, recordsOf, type Told } from "../ops/correspondence.ts";

export interface ToldMessage {
  manId: number;
  ladyId: number;
  authorId: number;
  seq: number;
  body: string;
}

export class Acknowledged {
  letters: Told[] = [];
  messages: ToldMessage[] = [];

  /** Notes a letter that was just acknowledged. */
  letter(letterId: number, authorId: number, body: string, pictures = 0): void {
    this.letters.push({ letterId, authorId, body, pictures, isOpened: false });
  }

  /** Notes a message that was just acknowledged. */
  message(told: ToldMessage): void {
    this.messages.push(told);
  }

  /** What is lost or doubled, as sentences. */
  async missingIn(store: Store): Promise<string[]> {
    return [...await this.#lettersMissingIn(store), ...await this.#messagesMissingIn(store)];
  }

  async #lettersMissingIn(store: Store): Promise<string[]> {
    const missing = await missingInStore(store, this.letters);
    const texts = await recordsOf<{ body: string }>(store, prefixes.allLetterTexts());
    const times = Map.groupBy(texts.values(), ({ body }) => body);
    const doubled = this.letters.filter(({ body }) => (times.get(body)?.length ?? 0) > 1);
    return [...missing, ...doubled.map(({ body }) => `"${body}" is there more than once`)];
  }

  async #messagesMissingIn(store: Store): Promise<string[]> {
    const pairs = Map.groupBy(this.messages, ({ manId, ladyId }) => `${manId} ${ladyId}`).values();
    const missing = await Array.fromAsync(pairs, async (told) => {
      const kept = await conversationIn(store, told[0]!);
      return told.filter(({ seq, authorId, body }) => {
        const same = kept.filter((message) => message.body === body);
        return same.length !== 1 || same[0]!.seq !== seq || authorIdOf(same[0]!) !== authorId;
      });
    });
    return missing.flat().map(({ seq, body }) => `"${body}", message ${seq}, is not there once`);
  }
}

async function conversationIn(store: Store, { manId, ladyId }: ToldMessage): Promise<Message[]> {
  const start = keys.chatMessage(manId, ladyId, 0);
  const end = keys.chatMessage(manId, ladyId, Infinity);
  return (await Array.fromAsync(store.kv.list<Message>({ start, end }))).map(({ value }) => value);
}
