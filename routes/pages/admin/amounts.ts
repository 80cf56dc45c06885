/** Amounts as admins type them: with a point or a comma, in the currency that stands beside the field. */
import { type Money, stepCentsOf } from "../../../kv/credits/prices/currencies.ts";
import { textOf } from "./form.ts";

/** "12.50", with a point; "1250" in a currency of which only whole units are paid. */
export const typedAmount = ({ cents, currency }: Money): string =>
  (cents / 100).toFixed(stepCentsOf(currency) === 1 ? 2 : 0);

/** Integer cents of "12.5", "12,50" or "12"; NaN for anything else. No part of it is ever a float. */
export function centsOf(value: unknown): number {
  const [, whole, rest = ""] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(textOf(value).trim()) ?? [];
  return whole === undefined ? NaN : Number(whole) * 100 + Number(rest.padEnd(2, "0"));
}
