/** Lists that each hold from a moment on, until the next one begins: the clock alone decides which of them holds. */
import { type Refusal, refuse } from "../../store/refusals.ts";

export interface Dated {
  /** 0 is the first, which every store begins with. */
  id: number;
  /** Ms since the epoch; null has no beginning. */
  validFrom: number | null;
}

/** Since when it holds, as a number that can be compared. */
export const startOf = ({ validFrom }: Pick<Dated, "validFrom">): number => validFrom ?? -Infinity;

/** In the order in which they begin. */
export const inOrder = <List extends Dated>(lists: readonly List[]): List[] =>
  lists.toSorted((one, other) => startOf(one) - startOf(other) || one.id - other.id);

/** The list that holds at a moment; `lists` are in order, and the first has no beginning. */
export const listAt = <List extends Dated>(lists: readonly List[], atMs: number): List =>
  lists.findLast((list) => startOf(list) <= atMs) ?? lists[0]!;

/** Refuses `not_found` if there is no list, and `conflict` if it holds or held; null if it can be changed or taken back. */
export function refusalOfChange(list: Dated | null, nowMs: number): Refusal | null {
  if (!list) return refuse("not_found");
  return startOf(list) <= nowMs ? refuse("conflict") : null;
}

/** What is wrong with the wished beginning: it is in the past, or another list begins then; null if nothing is wrong. */
export function faultOfStart(wish: Dated, others: readonly Dated[], nowMs: number): "past" | "taken" | null {
  const { id, validFrom } = wish;
  if (validFrom !== null && (!Number.isSafeInteger(validFrom) || validFrom < nowMs)) return "past";
  return others.some((other) => other.id !== id && other.validFrom === validFrom) ? "taken" : null;
}

/** Refuses `invalid` for a list that would begin at once, and then can never be changed, if nobody has confirmed that. */
export const refusalUnlessConfirmed = (wish: { validFrom: number | null; isSure?: boolean }): Refusal | null =>
  wish.validFrom === null && wish.isSure === false ? refuse("invalid", { fields: { sure: "required" } }) : null;
