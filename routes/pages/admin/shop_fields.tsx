/** What the forms of the shop's rooms share: moments in UTC, money as it is typed, faults in words. */
import type { Translate } from "../../../i18n/translate.ts";
import { textOf } from "./form.ts";

/** As a field of the browser wants it: "2026-11-22T08:00". */
export const typedMoment = (atMs: number | null): string =>
  atMs === null ? "" : new Date(atMs).toISOString().slice(0, 16);

/** The moment that was typed, in UTC; null for an empty field, NaN for anything that is none. */
export function momentOf(value: unknown): number | null {
  const text = textOf(value).trim();
  if (text === "") return null;
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text);
  return isMoment ? Date.parse(`${text}:00Z`) : NaN;
}

/** "12.50", with a point, as the field shows it. */
export const typedEuros = (cents: number): string => (cents / 100).toFixed(2);

/** Integer cents of "12.5", "12,50" or "12"; NaN for anything else. No part of it is ever a float. */
export function centsOf(value: unknown): number {
  const [, euros, cents = ""] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(textOf(value).trim()) ?? [];
  return euros === undefined ? NaN : Number(euros) * 100 + Number(cents.padEnd(2, "0"));
}

/** A whole number; `empty` for an empty field, NaN for anything else. */
export function wholeOf<Empty>(value: unknown, empty: Empty): number | Empty {
  const text = textOf(value).trim();
  if (text === "") return empty;
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}

/** The sentence of a field at fault; null where it is not. */
export function faultOf(t: Translate, faults: Record<string, string>, field: string): string | null {
  const rule = faults[field];
  return rule === undefined ? null : t(`shop:fault.${rule}`);
}
