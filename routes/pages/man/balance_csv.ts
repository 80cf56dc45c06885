/** The history as a file for a spreadsheet (RFC 4180): every row of the filter, written as it is read. */
import { dateOf } from "../../../kv/store/days.ts";
import type { Entry } from "../../../kv/credits/entry.ts";
import { type HistoryFilter, wholeHistory } from "../../../kv/credits/history.ts";
import { entryDetails } from "../../credits/entry_details.ts";
import { askedHistoryOf, historyFilterOf } from "../../credits/history_filter.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";

export const balanceCsvPage: PageDefinition = { paths: ["/man/balance/history.csv"], access: "men", get: sendCsv };

const rowsAtOnce = 200;
const columns = ["number", "date", "kind", "details", "credits", "balance", "owed", "payment"] as const;

function sendCsv(c: MemberContext): Response {
  const filter = historyFilterOf(askedHistoryOf((name) => c.req.query(name)), c.var.facts);
  const day = dateOf(c.var.deps.store.now());
  c.header("content-type", "text/csv; charset=utf-8");
  c.header("content-disposition", `attachment; filename="balance-history-${day}.csv"`);
  c.header("cache-control", "private, no-store");
  return c.body(ReadableStream.from(textOf(c, filter)).pipeThrough(new TextEncoderStream()));
}

async function* textOf(c: MemberContext, filter: HistoryFilter): AsyncGenerator<string> {
  const { t } = c.var.facts;
  // The mark by which spreadsheets know that this is UTF-8.
  yield "\ufeff" + lineOf(columns.map((column) => t(`balance:csv.${column}`)));
  let rows: Entry[] = [];
  for await (const entry of wholeHistory(c.var.deps.store, c.var.signedIn.user.id, filter)) {
    if (rows.push(entry) < rowsAtOnce) continue;
    yield await linesOf(c, rows);
    rows = [];
  }
  if (rows.length > 0) yield await linesOf(c, rows);
}

async function linesOf(c: AppContext, entries: Entry[]): Promise<string> {
  const { t } = c.var.facts;
  const details = await entryDetails(c, entries);
  return entries.map((entry, position) =>
    lineOf([
      entry.seq,
      new Date(entry.at).toISOString(),
      t(`balance:kind.${entry.operation}`),
      details[position] ?? "",
      entry.deltaCredits,
      entry.balanceAfter,
      entry.owedAfter,
      entry.reference.paymentId ?? "",
    ])
  ).join("");
}

const lineOf = (cells: (string | number)[]): string => cells.map(cellOf).join(",") + "\r\n";

/** A spreadsheet would run a text that begins like a formula: an apostrophe before it makes it words again. */
export function cellOf(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const harmless = /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
