/** Date and time in islands and scripts, in the reader's time zone. */
import { formatDate } from "../i18n/format.ts";
import type { Locale } from "../i18n/locales.ts";
import { clockOf, dayOf } from "./clock.ts";

/** "24 Oct 2026, 18:02" */
export const momentOf = (locale: Locale, atMs: number): string =>
  `${formatDate(locale, Date.parse(dayOf(atMs)))}, ${clockOf(locale, atMs)}`;
