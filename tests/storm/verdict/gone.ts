/** Who has left, and whether anything of them can still be read in the store's bytes, or they can still sign in. */
import { type Book, isSureAt } from "../book.ts";
import { marksIn, type Person } from "../people.ts";
import type { World } from "../world.ts";

/** The people who asked to leave at any moment of the book, whether or not that was acknowledged. */
export class Gone {
  #book: Book;
  #isEnd: boolean;

  /** `isEnd`: at the end of the storm those who left are erased; in a backup that may still be under way. */
  constructor(book: Book, { isEnd }: { isEnd: boolean }) {
    this.#book = book;
    this.#isEnd = isEnd;
  }

  has(userId: number): boolean {
    return this.#book.deletions.some((line) => line.userId === userId);
  }

  isErased(userId: number): boolean {
    return this.#isEnd && this.#book.deletions.some((line) => line.userId === userId && isSureAt(line, Infinity));
  }
}

const hasLeft = (book: Book, { id }: Person): boolean =>
  book.deletions.some((line) => line.userId === id && isSureAt(line, Infinity));

/** Whether anybody who has left still comes in, by the former session or by the password. */
export async function judgeDoor({ book, client, men, ladies }: World): Promise<string[]> {
  const faults: string[] = [];
  for (const person of [...men, ...ladies].filter((each) => hasLeft(book, each))) {
    const bySession = await client.sure(person, { path: "/api/users" });
    const json = { email: person.email, password: person.password };
    const byPassword = await client.sure(null, { method: "POST", path: "/api/authorization", json });
    for (const { status } of [bySession, byPassword]) {
      if (status !== 401) faults.push(`user ${person.id}, who has left, was answered ${status} at the door`);
    }
  }
  return faults;
}

/** Searches the file of a store for any mark of people who have left, as a thief of the file would. */
export async function judgeBytes(file: string, book: Book, people: Person[]): Promise<string[]> {
  const found = new Set<string>();
  const emails = new Set<string>();
  let tail = "";
  using handle = await Deno.open(file);
  // Byte by byte: both SQLite's pages and V8's strings keep Latin letters like that.
  for await (const chunk of handle.readable.pipeThrough(new TextDecoderStream("latin1"))) {
    const text = tail + chunk;
    for (const mark of marksIn(text)) found.add(mark);
    for (const [email] of text.matchAll(/[a-z0-9-]{3,40}@[a-z]{4,5}\.test/g)) emails.add(email);
    tail = text.slice(-100);
  }
  return people.flatMap((person) => {
    if (!hasLeft(book, person)) return [];
    const places = [found.has(person.mark) ? "words" : "", emails.has(person.email) ? "the address" : ""].filter(
      Boolean,
    );
    return places.map((what) => `${what} of ${person.id}, who has left, can still be read in the store`);
  });
}
