/** Times and days in islands: in the time zone that the reader chose, else in the browser's. */
import { cached } from "../i18n/format.ts";
import { intlTagOf, type Locale } from "../i18n/locales.ts";

/** "18:02" */
export const clockOf = (locale: Locale, atMs: number): string =>
  told(intlTagOf(locale), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, atMs);

/** The reader's calendar day, "2026-03-14": the Swedish format. */
export const dayOf = (atMs: number): string => told("sv", {}, atMs);

const told = (tag: string, options: Intl.DateTimeFormatOptions, atMs: number): string =>
  cached(`clock:${tag}`, () => formatFor(tag, options)).format(atMs);

function formatFor(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(tag, { ...options, timeZone: globalThis.document?.documentElement.dataset.zone });
  } catch {
    // An older browser knows fewer zones than the server.
    return new Intl.DateTimeFormat(tag, options);
  }
}
