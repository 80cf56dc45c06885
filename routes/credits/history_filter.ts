/** The filters of a history, a kind of movement and days, as calls and pages write them in an address. */
import { endOfDayFor, type Reader, startOfDayFor } from "../../i18n/format.ts";
import * as z from "zod";
import { operations } from "../../kv/credits/ledger/entry.ts";
import type { HistoryFilter } from "../../kv/credits/ledger/history.ts";
import { dayField } from "../http/fields.ts";

export const historyFields = {
  operation: z.enum(operations, "wrong_value").optional(),
  /** Both days are included. */
  dateFrom: dayField.optional(),
  dateTo: dayField.optional(),
};

export type AskedHistory = z.infer<z.ZodObject<typeof historyFields>>;

/** Days are those of the reader's zone; of UTC for calls, which know none. */
export function historyFilterOf(
  { operation, dateFrom, dateTo }: AskedHistory,
  reader: Pick<Reader, "zone"> = {},
): HistoryFilter {
  return {
    ...(operation && { operation }),
    ...(dateFrom && { fromMs: startOfDayFor(reader, dateFrom) }),
    ...(dateTo && { untilMs: endOfDayFor(reader, dateTo) }),
  };
}

/** What a page's address asks for: an invalid field is left out, and an empty one asks for nothing. */
export function askedHistoryOf(query: (name: string) => string | undefined): AskedHistory {
  const asked: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(historyFields)) {
    const parsed = field.safeParse(query(name) || undefined);
    if (parsed.success && parsed.data !== undefined) asked[name] = parsed.data;
  }
  return asked;
}

/** The same as the query of an address, without a leading "?". */
export const queryOfHistory = (asked: AskedHistory): string => new URLSearchParams(asked).toString();
