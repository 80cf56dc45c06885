/** The history as a file for a spreadsheet: every entry that the filter lets through, written as it is read. */
import { dateOf } from "../../../kv/store/days.ts";
import type { Entry } from "../../../kv/credits/ledger/entry.ts";
import { type HistoryFilter, wholeHistory } from "../../../kv/credits/ledger/history.ts";
import { entryDetails } from "../../credits/entry_details.ts";
import { askedHistoryOf, historyFilterOf } from "../../credits/history_filter.ts";
import { lineOf, sendCsv } from "../../http/csv.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";

export const balanceCsvPage: PageDefinition = { paths: ["/man/balance/history.csv"], access: "men", get: sendHistory };

const rowsAtOnce = 200;
const columns = ["number", "date", "kind", "details", "credits", "balance", "owed", "payment"] as const;

function sendHistory(c: MemberContext): Response {
  const filter = historyFilterOf(askedHistoryOf((name) => c.req.query(name)), c.var.facts);
  const day = dateOf(c.var.deps.store.now());
  return sendCsv(c, `balance-history-${day}.csv`, linesOfHistory(c, filter));
}

async function* linesOfHistory(c: MemberContext, filter: HistoryFilter): AsyncGenerator<string> {
  const { t } = c.var.facts;
  yield lineOf(columns.map((column) => t(`balance:csv.${column}`)));
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
