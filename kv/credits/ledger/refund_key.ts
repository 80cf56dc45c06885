/**
 * The one key under which a charge goes back, whoever gives it back and why. The ledger takes a key once, so each
 * charge goes back once: later callers get the first refund.
 */
import type { Entry } from "./entry.ts";

/** The key of the entry that gives a charge back. */
export const refundKeyOf = (chargeKey: string): string => `refund:${chargeKey}`;

const refundByHandKey = "refund-request";

/**
 * The key of the entry that takes a former man's last credits, whose money was paid back by hand; `before` is how often
 * that was done before, because money may come after each time.
 */
export const refundByHandKeyOf = (before: number): string =>
  before === 0 ? refundByHandKey : `${refundByHandKey}:${before + 1}`;

/** Whether a key is that of such an entry. */
export const isRefundByHandKey = (key: string): boolean =>
  key === refundByHandKey || key.startsWith(`${refundByHandKey}:`);

/** The fields that are the same in every posting that gives a charge back. */
export const refundOf = (chargeKey: string) =>
  ({ operation: "refund", idempotencyKey: refundKeyOf(chargeKey), reversesKey: chargeKey }) as const;

/** Whether a refund follows from the rules of what was paid for, not from a decision of the site, a fraud or an erasure. */
export const isByOwnRules = ({ reference: { cause } }: Entry): boolean =>
  cause === undefined || cause === "returned" || cause === "kept_back";
