/**
 * The storm's own book: what was asked for, and what the site has acknowledged, in one order. It knows nothing of how the
 * site works; at the end the book and the site are held against each other.
 */

/** Something that was asked for. */
export interface Line {
  /** `open` while nobody knows what became of it, because the answer was lost with the server. */
  state: "open" | "acknowledged" | "refused";
  /** The places in the order of the storm at which it was asked for, and acknowledged. */
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
  /** Null until the beginning of the payment is acknowledged. */
  id: string | null;
  credits: number;
  promoCode: string | null;
  /** Whether the provider was ever told that it is paid. */
  isPaid: boolean;
  /** The place in the order at which the site had heard of the full refund; null without one, Infinity meanwhile. */
  refundedAt: number | null;
}

export interface Minute extends Line {
  manId: number;
  ladyId: number;
  chatId: string;
  /** Which minute of its chat, from 1. */
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

/** A charge that staff gave back, or an adjustment: identified by its note, which no other has. */
export interface StaffAction extends Line {
  manId: number;
  /** The number of the charge that is given back; null for an adjustment. */
  seq: number | null;
  credits: number;
  note: string;
}

/** A favourite or a block between two people, and whether it was asked for or taken back. */
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

/** A message that somebody was told on a line of the chat. */
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
  /** What should never have happened, noted as it happened. */
  faults: string[] = [];
  /** How often each thing was done or refused. */
  counts: Record<string, number> = {};
  #order = 0;

  /** The present moment, as a place in the order. */
  get now(): number {
    return this.#order;
  }

  /** Enters something that is about to be asked for, and returns its line. */
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

/** Whether a line was acknowledged before `mark`, so that whoever looks at that moment must find it. */
export const isSureAt = (line: Line, mark: number): boolean => line.state === "acknowledged" && line.at <= mark;

/** How many lines are acknowledged, unknown and refused: "12 (1 unknown, 3 refused)". */
export function tally(lines: Line[]): string {
  const of = (state: Line["state"]) => lines.filter((line) => line.state === state).length;
  return `${of("acknowledged")} (${of("open")} unknown, ${of("refused")} refused)`;
}
