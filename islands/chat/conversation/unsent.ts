/** Messages that the server has not acknowledged: they outlive their page, and the next one takes them up. */
import type { ChatState, Pending } from "../types.ts";

/** To whom, and what. */
export type Unsent = readonly (readonly [userId: number, pending: Pending])[];

export const unsentOf = ({ conversations }: ChatState): Unsent =>
  [...conversations].flatMap(([userId, { pending }]) => pending.map((each) => [userId, each] as const));
