/** When the site's next day begins, on the reader's clock. The site counts days in UTC. */
import { datesFor, type Reader } from "../../i18n/format.ts";
import { startOfDay, utcDayOf } from "../../kv/store/days.ts";

/** "08:00", or "00:00 UTC" where the reader's zone is not known. */
export const nextDayFor = (reader: Reader, nowMs: number): string =>
  datesFor(reader)(startOfDay(utcDayOf(nowMs) + 1), "time");
