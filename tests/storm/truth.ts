/** What the site tells each person who asks for a copy of everything: the truth as seen from outside. */
import type { Book } from "./book.ts";
import { Client } from "./client.ts";
import type { Person } from "./people.ts";
import type { Site } from "./site.ts";
import { atOnce, pause } from "./world.ts";

interface Other {
  id: number;
  firstname: string | null;
}

export interface ToldLetter {
  id: number;
  with: Other;
  from: "me" | "the other";
  isSealed: boolean;
  isErased: boolean;
  isIntroduction: boolean;
  body: string | null;
}

export interface ToldMessage {
  kind: "message";
  with: Other;
  number: number;
  from: "me" | "the other";
  body: string;
  isErased?: boolean;
}

export interface ToldSession {
  kind: "session";
  with: Other;
  minutes: number;
  costCredits: number;
  refundedCredits: number;
}

export interface ToldEntry {
  kind: "entry";
  number: number;
  operation: string;
  credits: number;
  balanceAfter: number;
  owedAfter: number;
  givesBack?: number;
  with?: Other;
  letterId?: number;
  paymentId?: string;
  videoId?: number;
  note?: string;
  cause?: string;
}

export interface ToldPayment {
  id: string;
  receipt: number | null;
  state: string;
  totalCredits: number;
  promoCode: string | null;
}

/** One person's copy. */
export interface Told {
  person: Person;
  letters: ToldLetter[];
  messages: ToldMessage[];
  sessions: ToldSession[];
  /** All entries, from the first on. */
  entries: ToldEntry[];
  payments: ToldPayment[];
  favorites: Set<number>;
  blocks: Set<number>;
  videos: Set<number>;
  /** The balance of the account; null if it changed while the copy was made. */
  balance: number | null;
}

export type Truth = Map<number, Told>;

/** The token with which a person was signed in at a moment of the book. */
const tokenAt = (person: Person, mark: number): string | null =>
  person.tokens.findLast(({ from }) => from <= mark)?.token ?? null;

/**
 * Asks for everybody's copy. Some may be refused: who has left or is suspended now, and, in a backup, who was suspended at
 * any time. Who had not come yet is not asked. Any other refusal is a fault.
 */
export async function readTruth(
  site: Site,
  book: Book,
  people: Person[],
  mark: number,
): Promise<{ truth: Truth; faults: string[] }> {
  const truth: Truth = new Map();
  const faults: string[] = [];
  const client = new Client(site, book);
  await atOnce(people, 4, async (person): Promise<unknown> => {
    const token = tokenAt(person, mark);
    if (token === null) return;
    const asker = { ...person, token };
    const before = await balanceOf(client, asker);
    const told = await copyOf(client, asker);
    if (!told) {
      const mayBeOut = person.isGone || person.isOut || (mark !== Infinity && person.timesOut > 0);
      return mayBeOut ? book.count("copies of who was not there") : faults.push(`user ${person.id} cannot be asked`);
    }
    const after = await balanceOf(client, asker);
    truth.set(person.id, readCopy(person, told, before === after ? after : null));
  });
  return { truth, faults };
}

const balanceOf = async (client: Client, asker: Person): Promise<number | null> =>
  (await client.sure(asker, { path: "/api/users" })).json?.user?.balance ?? null;

// deno-lint-ignore no-explicit-any
async function copyOf(client: Client, asker: Person): Promise<any> {
  for (;;) {
    const reply = await client.sure(asker, { path: "/api/users/me/export" });
    if (reply.status === 200) return reply.json;
    if (reply.status !== 429 && reply.status !== 409) return null;
    await pause(2000);
  }
}

// deno-lint-ignore no-explicit-any
function readCopy(person: Person, told: any, balance: number | null): Told {
  // deno-lint-ignore no-explicit-any
  const ofKind = (section: any[], kind: string) => section.filter((each) => each.kind === kind);
  return {
    person,
    letters: told.letters,
    messages: ofKind(told.chats, "message"),
    sessions: ofKind(told.chats, "session"),
    entries: (ofKind(told.ledger, "entry") as ToldEntry[]).toSorted((one, other) => one.number - other.number),
    payments: told.payments,
    favorites: new Set(ofKind(told.favourites, "kept").map(({ id }) => id)),
    blocks: new Set(ofKind(told.blocks, "blocked").map(({ id }) => id)),
    videos: new Set(ofKind(told.videos, "paid").map(({ id }) => id)),
    balance,
  };
}
