/** What holds from a moment on, until the next one begins: which of several holds is asked of the clock alone. */
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

/** The one that holds at a moment; of lists in order, of which the first has no beginning. */
export const listAt = <List extends Dated>(lists: readonly List[], atMs: number): List =>
  lists.findLast((list) => startOf(list) <= atMs) ?? lists[0]!;

/** Why one cannot be changed or taken back, if so: there is none, or it holds already or held. */
export function refusalOfChange(list: Dated | null, nowMs: number): Refusal | null {
  if (!list) return refuse("not_found");
  return startOf(list) <= nowMs ? refuse("conflict") : null;
}

/** What is wrong with the wished beginning of a list, if anything: it is over, or another begins then. */
export function faultOfStart(wish: Dated, others: readonly Dated[], nowMs: number): "past" | "taken" | null {
  const { id, validFrom } = wish;
  if (validFrom !== null && (!Number.isSafeInteger(validFrom) || validFrom < nowMs)) return "past";
  return others.some((other) => other.id !== id && other.validFrom === validFrom) ? "taken" : null;
}

/** What would hold from this very moment on, and can then not be changed, begins only where somebody was asked so. */
export const refusedUnasked = (wish: { validFrom: number | null; isSure?: boolean }): Refusal | null =>
  wish.validFrom === null && wish.isSure === false ? refuse("invalid", { fields: { sure: "required" } }) : null;
