/** Messages that the server has not acknowledged: they outlive their page, and the next one takes them up. */
import { readKept, store } from "../../storage.ts";
import type { ChatState, Pending } from "../types.ts";

/** To whom, and what. */
export type Unsent = readonly (readonly [userId: number, pending: Pending])[];

export const unsentOf = ({ conversations }: ChatState): Unsent =>
  [...conversations].flatMap(([userId, { pending }]) => pending.map((each) => [userId, each] as const));

/** Where they outlive the page; without such a place they end with it, and nothing else does. */
export interface UnsentPlace {
  read: () => Unsent;
  write: (unsent: Unsent) => void;
}

/** This tab, for this person and not for whoever signs in here next. */
export function unsentInTab(userId: number): UnsentPlace {
  const key = `unsent ${userId}`;
  return {
    read: () => JSON.parse(readKept("sessionStorage", key) ?? "[]"),
    write: (unsent) => void store("sessionStorage", key, unsent.length > 0 ? JSON.stringify(unsent) : null),
  };
}
