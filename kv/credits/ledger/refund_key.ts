/**
 * The one name under which a charge goes back, whoever gives it back and why. The ledger takes a key once, and so each
 * charge goes back once: whoever comes later is answered the first refund.
 */
import type { Entry } from "./entry.ts";

/** The key of the entry that gives a charge back. */
export const refundKeyOf = (chargeKey: string): string => `refund:${chargeKey}`;

/** What every posting has that gives a charge back. */
export const refundOf = (chargeKey: string) =>
  ({ operation: "refund", idempotencyKey: refundKeyOf(chargeKey), reversesKey: chargeKey }) as const;

/** Whether a charge went back by the rules of its own thing, and not by the site, for a fraud or with an erasure. */
export const isByOwnRules = ({ reference: { cause } }: Entry): boolean =>
  cause === undefined || cause === "returned" || cause === "kept_back";
