/** What a refund of Stripe's says of itself. */
import type Stripe from "stripe";
import { centsOfUnits } from "./currencies.ts";

export const hasFailed = ({ status }: Stripe.Refund): boolean => status === "failed" || status === "canceled";

/**
 * All that is refunded of the refund's charge, without refunds that failed. Null if Stripe did not expand the charge.
 */
export const totalCentsOf = ({ charge }: Stripe.Refund): number | null =>
  charge === null || typeof charge === "string" ? null : centsOfUnits(charge.amount_refunded, charge.currency);

/** Stripe's clock shows seconds: a failure counts as later than what was told in the same second. */
export const afterSecond = (seconds: number): number => seconds * 1000 + 999;

export const problemOf = ({ failure_reason, status }: Stripe.Refund): string => codeOf(failure_reason ?? status);

/** Stripe's own code, if it looks like one; otherwise "refused". */
export const codeOf = (code: string | null | undefined): string => code && /^\w{1,60}$/.test(code) ? code : "refused";
