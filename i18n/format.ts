/** Numbers, money and dates as a reader of each locale expects them, through Intl. */
import { intlTagOf, type Locale } from "./locales.ts";

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const existing = formatters.get(key);
  if (existing) return existing as T;
  const made = make();
  formatters.set(key, made);
  return made;
}

/** A whole number with the locale's grouping. */
export function formatNumber(locale: Locale, value: number): string {
  return cached(`n:${locale}`, () => new Intl.NumberFormat(intlTagOf(locale))).format(value);
}

/** A signed change of credits with a true minus sign, e.g. "−10" or "+20". */
export function formatDelta(locale: Locale, credits: number): string {
  const sign = credits < 0 ? "−" : "+";
  return sign + formatNumber(locale, Math.abs(credits));
}

/** Integer cents of a currency ("EUR"). */
export function formatCents(locale: Locale, cents: number, currency: string): string {
  const formatter = cached(
    `c:${locale}:${currency}`,
    () => new Intl.NumberFormat(intlTagOf(locale), { style: "currency", currency }),
  );
  return formatter.format(cents / 100);
}

const dateStyles = {
  day: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short" },
  moment: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A moment (ms since the epoch) in UTC; "short" leaves out the year, "moment" adds the time. */
export function formatDate(locale: Locale, atMs: number, style: keyof typeof dateStyles = "day"): string {
  const formatter = cached(
    `d:${locale}:${style}`,
    () => new Intl.DateTimeFormat(intlTagOf(locale), { ...dateStyles[style], timeZone: "UTC" }),
  );
  return formatter.format(atMs);
}

/** A month of a year, 1 to 12. */
export function formatMonth(locale: Locale, year: number, month: number): string {
  const formatter = cached(
    `m:${locale}`,
    () => new Intl.DateTimeFormat(intlTagOf(locale), { year: "numeric", month: "long", timeZone: "UTC" }),
  );
  return formatter.format(Date.UTC(year, month - 1));
}
