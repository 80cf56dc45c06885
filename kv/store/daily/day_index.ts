/** What happened on a day, by ids only: written with the thing itself, deleted once the day's figures are stored. */
import { utcDayOf } from "../days.ts";
import { keys } from "../keys.ts";

/**
 * joined: an account; letter: one was sent; chat: one ended; translation: a letter's wait ended; ledger: a man's credits
 * moved.
 */
export type Happening = "joined" | "letter" | "chat" | "translation" | "ledger";

/** Adds to a commit that something happened, at a moment in ms since the epoch. */
export function noteOnDay(op: Deno.AtomicOperation, kind: Happening, atMs: number, id: number | string): void {
  op.set(keys.onDay(utcDayOf(atMs), kind, id), null);
}
