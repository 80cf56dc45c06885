/** People who write to each other over HTTP as fast as they are answered, and a record of what they were told. */
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { openStore, type Store } from "../../kv/open.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { createJames, createOlena } from "../../kv/testing/store.ts";
import { png } from "../../services/testing/pictures.ts";

const secret = "a secret that only tests may know";

export interface Couple {
  james: User;
  olena: User;
  jamesToken: string;
  olenaToken: string;
}

/** A folder with James, who is rich, Olena, their sessions, and so many MB of other things to copy. */
export async function prepareFolder(dataDir: string, fillerMegabytes: number): Promise<Couple> {
  await Deno.mkdir(dataDir, { recursive: true });
  const store = await openStore({ location: `${dataDir}/kv.sqlite3`, secret });
  const [james, olena] = [await createJames(store, 100_000), await createOlena(store)];
  const [jamesToken, olenaToken] = await Promise.all(
    [james, olena].map(async ({ id }) => (await startSession(store, id, true)).token),
  );
  for (let at = 0; at < fillerMegabytes * 20; at++) await store.kv.set(["filler", at], new Uint8Array(50_000).fill(at));
  await store.close();
  return { james, olena, jamesToken: jamesToken!, olenaToken: olenaToken! };
}

export interface Told {
  letterId: number;
  body: string;
  authorId: number;
  pictures: number;
  /** Whether James was told that he has opened it, and so has paid for it unless it was the introduction. */
  isOpened: boolean;
}

export class Correspondence {
  /** Every letter that was acknowledged, in order. */
  told: Told[] = [];
  /** Answers that nobody should have got. */
  refused: string[] = [];
  #couple: Couple;
  #isOver = false;
  #writers: Promise<void>[] = [];

  constructor(couple: Couple) {
    this.#couple = couple;
  }

  begin(origin: string): void {
    const { james, olena, jamesToken, olenaToken } = this.#couple;
    this.#writers = [
      this.#write(origin, jamesToken, james.id, olena.id),
      this.#write(origin, jamesToken, james.id, olena.id, true),
      this.#write(origin, olenaToken, olena.id, james.id),
    ];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writers);
  }

  async #write(origin: string, token: string, authorId: number, recipientId: number, hasPicture = false) {
    const picture = hasPicture ? new File([await png(20, 10)], "garden.png", { type: "image/png" }) : null;
    for (let number = 1; !this.#isOver; number++) {
      const body = `Letter ${number} of ${authorId}${hasPicture ? " with a picture" : ""}`;
      const form = new FormData();
      form.set("recipientId", String(recipientId));
      form.set("body", body);
      // Only a hundred pictures an hour are allowed.
      if (picture && number <= 90) form.set("attachments[]", picture);
      const answer = await this.#ask(`${origin}/api/mail`, token, { method: "POST", body: form });
      if (!answer) continue;
      const { id, attachments } = (answer as { letter: { id: number; attachments: unknown[] } }).letter;
      const told: Told = { letterId: id, body, authorId, pictures: attachments.length, isOpened: false };
      this.told.push(told);
      if (authorId !== this.#couple.olena.id || number % 2 === 0) continue;
      const opening = { method: "PATCH", body: JSON.stringify({ isRead: true, isPaid: true }) };
      if (await this.#ask(`${origin}/api/mail/${id}`, this.#couple.jamesToken, opening)) told.isOpened = true;
    }
  }

  async #ask(url: string, token: string, wish: RequestInit): Promise<unknown | null> {
    const json = typeof wish.body === "string" ? { "content-type": "application/json" } : undefined;
    const response = await fetch(url, { ...wish, headers: { authorization: `Bearer ${token}`, ...json } });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    this.refused.push(`${response.status} ${text}`);
    return null;
  }
}

/** Which of these acknowledged letters, pictures and openings a folder lacks, as sentences. */
export async function missingIn(dataDir: string, told: Told[]): Promise<string[]> {
  const store = await openStore({ location: `${dataDir}/kv.sqlite3`, secret });
  try {
    return await missingInStore(store, told);
  } finally {
    await store.close();
  }
}

/** The same for an open store. */
export async function missingInStore(store: Store, told: Told[]): Promise<string[]> {
  const texts = await recordsOf<{ body: string; attachments: string[] }>(store, prefixes.allLetterTexts());
  const letters = await recordsOf<{ readAt: number | null }>(store, prefixes.letters());
  return told.flatMap(({ letterId, body, pictures, isOpened }) => {
    const text = texts.get(letterId);
    if (text?.body !== body) return [`letter ${letterId} is missing`];
    if (text.attachments.length !== pictures) return [`letter ${letterId} lost a picture`];
    return isOpened && letters.get(letterId)?.readAt === null ? [`letter ${letterId} is unread again`] : [];
  });
}

/** All records below a prefix, by the number that stands second in their keys. */
export async function recordsOf<T>(store: Store, prefix: Deno.KvKey): Promise<Map<number, T>> {
  const entries = await Array.fromAsync(store.kv.list<T>({ prefix }));
  return new Map(entries.map(({ key, value }) => [Number(key[1]), value]));
}
