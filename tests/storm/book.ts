/**
 * The storm's own book: what was asked, and what the site has acknowledged, in one order. It knows nothing of how the
 * site works; at the end both are held against each other.
 */

/** Something that was asked for. */
export interface Line {
  /** `open` while nobody knows what became of it: the answer was lost with the server. */
  state: "open" | "acknowledged" | "refused";
  /** Its place in the order of the storm, when it was asked and when it was acknowledged. */
  askedAt: number;
  at: number;
}

export interface Letter extends Line {
  authorId: number;
  recipientId: number;
  isHis: boolean;
  body: string;
  id: number | null;
  /** Whether it waits for a translator. */
  isHeld: boolean;
}

export interface Opening extends Line {
  manId: number;
  ladyId: number;
  letterId: number;
}

export interface Payment extends Line {
  manId: number;
  method: "card" | "paypal";
  /** Null while its beginning is not acknowledged. */
  id: string | null;
  credits: number;
  promoCode: string | null;
  /** Whether the provider was ever told that it is paid. */
  isPaid: boolean;
  /** When the whole money went back at the provider and the site took that word. */
  refundedAt: number | null;
}

export interface Minute extends Line {
  manId: number;
  ladyId: number;
  chatId: string;
  /** Which one of its chat, from 1. */
  number: number;
}

export interface Message extends Line {
  manId: number;
  ladyId: number;
  authorId: number;
  body: string;
  seq: number | null;
}

export interface Video extends Line {
  manId: number;
  ladyId: number;
  videoId: number;
}

/** What staff gave back or adjusted: named by its words, which are its own. */
export interface StaffAction extends Line {
  manId: number;
  /** The number of the charge that is given back; null for an adjustment. */
  seq: number | null;
  credits: number;
  note: string;
}

/** A favourite or a block: what was last asked for between two. */
export interface Bond extends Line {
  kind: "favorite" | "block";
  userId: number;
  otherId: number;
  isOn: boolean;
}

export interface Suspension extends Line {
  userId: number;
  kind: "conduct" | "fraud";
}

export interface Deletion extends Line {
  userId: number;
}

export interface SignUp extends Line {
  email: string;
}

export interface Promo extends Line {
  code: string;
  usesTotal: number;
}

/** What somebody was told on a line of the chat. */
export interface Heard {
  readerId: number;
  manId: number;
  ladyId: number;
  authorId: number;
  seq: number;
  body: string;
}

export class Book {
  letters: Letter[] = [];
  openings: Opening[] = [];
  payments: Payment[] = [];
  minutes: Minute[] = [];
  messages: Message[] = [];
  videos: Video[] = [];
  staffActions: StaffAction[] = [];
  bonds: Bond[] = [];
  suspensions: Suspension[] = [];
  deletions: Deletion[] = [];
  signUps: SignUp[] = [];
  promos: Promo[] = [];
  heard: Heard[] = [];
  /** What should never have happened, seen while it happened. */
  faults: string[] = [];
  /** How often what was done, and what was refused. */
  counts: Record<string, number> = {};
  #order = 0;

  /** Now, as a place in the order. */
  get now(): number {
    return this.#order;
  }

  /** Enters something that is about to be asked for. */
  ask<Entered extends Line>(list: Entered[], facts: Omit<Entered, keyof Line>): Entered {
    const line = { ...facts, state: "open", askedAt: ++this.#order, at: Infinity } as unknown as Entered;
    list.push(line);
    return line;
  }

  acknowledge(line: Line): void {
    if (line.state === "acknowledged") return;
    line.state = "acknowledged";
    line.at = ++this.#order;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  fault(sentence: string): void {
    this.faults.push(sentence);
  }
}

/** Whether it was acknowledged before a moment of the order, so that whoever looks then must find it. */
export const isSureAt = (line: Line, mark: number): boolean => line.state === "acknowledged" && line.at <= mark;

/** How often what was acknowledged, is not known, and was refused: "12 (1 unknown, 3 refused)". */
export function tally(lines: Line[]): string {
  const of = (state: Line["state"]) => lines.filter((line) => line.state === state).length;
  return `${of("acknowledged")} (${of("open")} unknown, ${of("refused")} refused)`;
}
