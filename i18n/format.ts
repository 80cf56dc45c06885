/**
 * Numbers, money, days and moments as a reader of each locale expects them, through Intl. A moment is told in its
 * reader's time zone; where that is not known, its time of day says that it is UTC.
 */
import { intlTagOf, type Locale } from "./locales.ts";
import { zoneToUse } from "./zones.ts";

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Bounded: all zones in all locales would be thousands, and anybody who signs up may name any zone. */
const formattersAtMost = 400;

/** The formatter of a key, made once and remembered. */
export function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const existing = formatters.get(key);
  if (existing) return existing as T;
  const made = make();
  if (formatters.size >= formattersAtMost) formatters.delete(formatters.keys().next().value!);
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

/**
 * Formats integer cents, hundredths of a currency ("EUR"). Yen have no decimals, New Taiwan dollars only where the
 * amount is not whole.
 */
export function formatCents(locale: Locale, cents: number, currency: string): string {
  const formatter = cached(
    `c:${locale}:${currency}`,
    () =>
      new Intl.NumberFormat(intlTagOf(locale), {
        style: "currency",
        currency,
        ...(currency === "TWD" && { trailingZeroDisplay: "stripIfInteger" }),
        // Ukrainian and Romanian would otherwise write "7,50 EUR".
        ...(currency === "EUR" && { currencyDisplay: "narrowSymbol" }),
      }),
  );
  return formatter.format(cents / 100);
}

/** What a currency is called: "US Dollar". */
export const formatCurrency = (locale: Locale, currency: string): string =>
  new Intl.DisplayNames(intlTagOf(locale), { type: "currency" }).of(currency) ?? currency;

/** Several things in one sentence: "€28.50 and $31.99". */
export const formatList = (locale: Locale, parts: readonly string[]): string =>
  new Intl.ListFormat(intlTagOf(locale), { type: "conjunction" }).format(parts);

const dateStyles = {
  day: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short" },
  moment: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  appointment: {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type DateStyle = keyof typeof dateStyles;

/**
 * A day of the calendar that is the same for everybody, by its midnight in UTC (ms since the epoch): a birthday, the
 * date of an article, a day of the figures. "short" leaves out the year. A moment is told by `datesFor`.
 */
export const formatDate = (locale: Locale, atMs: number, style: "day" | "short" = "day"): string =>
  asSet(dateFormatter(locale, style, "UTC").format(atMs));

/**
 * Keeps a day and its month in one line, and a year and the letter behind it, Ukrainian "2026 р." and Russian "2026
 * г.": Intl would let them break. Also, Intl shortens the Ukrainian November to "лист.", which reads as a letter.
 */
const asSet = (text: string): string => text.replaceAll(/(?<=\d) (?=\p{L})/gu, "\u00a0").replace("лист.", "листоп.");

/** Who is told of moments; without a zone they are in UTC, and times of day say so. */
export interface Reader {
  locale: Locale;
  zone?: string | null;
}

/**
 * Tells a moment (ms since the epoch). "short" leaves out the year, "moment" adds the time, "time" is the time alone;
 * an "appointment" is near, and has its day of the week.
 */
export type TellDate = (atMs: number, style?: DateStyle) => string;

/** How moments are told to a reader. */
export function datesFor({ locale, zone }: Reader): TellDate {
  const known = zoneToUse(zone);
  return (atMs, style = "day") => {
    const text = asSet(dateFormatter(locale, style, known).format(atMs));
    return known === "UTC" && "hour" in dateStyles[style] ? `${text} UTC` : text;
  };
}

/** The day of a moment where the reader is: "2026-03-14". */
export function dayFor({ zone }: Pick<Reader, "zone">, atMs: number): string {
  const timeZone = zoneToUse(zone);
  // Swedes write their dates like this.
  return cached(`i:${timeZone}`, () => new Intl.DateTimeFormat("sv", { timeZone })).format(atMs);
}

const hourMs = 3600_000;

/** The first moment of a day ("2026-03-14") where the reader is, whatever the clocks do in that night. */
export const startOfDayFor = (reader: Pick<Reader, "zone">, day: string): number =>
  firstMoment(Date.parse(day), (atMs) => dayFor(reader, atMs) >= day);

/** The first moment after such a day. */
export const endOfDayFor = (reader: Pick<Reader, "zone">, day: string): number =>
  firstMoment(Date.parse(day) + 24 * hourMs, (atMs) => dayFor(reader, atMs) > day);

/** The first moment for which `isThere` holds, within a day of `nearMs`: no place is a whole day away from UTC. */
function firstMoment(nearMs: number, isThere: (atMs: number) => boolean): number {
  let [before, from] = [nearMs - 24 * hourMs, nearMs + 24 * hourMs];
  while (from - before > 1) {
    const between = Math.floor((before + from) / 2);
    if (isThere(between)) from = between;
    else before = between;
  }
  return from;
}

const dateFormatter = (locale: Locale, style: DateStyle, zone: string): Intl.DateTimeFormat =>
  cached(
    `d:${locale}:${style}:${zone}`,
    () => new Intl.DateTimeFormat(intlTagOf(locale), { ...dateStyles[style], timeZone: zone }),
  );

/** A month of a year, 1 to 12. */
export function formatMonth(locale: Locale, year: number, month: number): string {
  const formatter = cached(
    `m:${locale}`,
    () => new Intl.DateTimeFormat(intlTagOf(locale), { year: "numeric", month: "long", timeZone: "UTC" }),
  );
  return asSet(formatter.format(Date.UTC(year, month - 1)));
}
