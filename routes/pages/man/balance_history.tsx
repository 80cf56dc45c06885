/** The balance's history: every movement of a man's credits, newest first, with the letter it was for. */
import type { LedgerLine } from "../../../components/ledger_table.tsx";
import { formatDate, formatDelta, formatNumber } from "../../../i18n/format.ts";
import { type Entry, history, lastEntry } from "../../../kv/ledger.ts";
import type { PageDefinition } from "../../define_page.ts";
import { entryDetails } from "../../entry_details.ts";
import type { AppContext } from "../../env.ts";
import { answerPage, localHref } from "../../page.tsx";
import { letterPath, manSide, pageNumberOf } from "../mail/sides.ts";
import { BalanceHistoryView } from "./balance_history_view.tsx";

const linesPerPage = 20;

export const balanceHistoryPage: PageDefinition = {
  paths: ["/man/balance/history"],
  access: "men",
  get: showHistory,
};

async function showHistory(c: AppContext): Promise<Response> {
  const { store } = c.var.house;
  const { t } = c.var.facts;
  const manId = c.var.signedIn!.user.id;
  const last = await lastEntry(store, manId);
  const lastPage = Math.max(1, Math.ceil((last?.seq ?? 0) / linesPerPage));
  const page = Math.min(lastPage, pageNumberOf(c.req.query("page")));
  const { entries, totalCount } = await history(store, manId, { page, limit: linesPerPage });
  const details = await entryDetails(c, entries);
  return await answerPage(c, {
    title: t("balance:history.title"),
    robots: "noindex",
    view: (
      <BalanceHistoryView
        balanceCredits={last?.balanceAfter ?? 0}
        owedCredits={last?.owedAfter ?? 0}
        lines={entries.map((entry, position) => lineOf(c, entry, details[position] ?? ""))}
        totalCount={totalCount}
        page={page}
        lastPage={lastPage}
      />
    ),
  });
}

function lineOf(c: AppContext, entry: Entry, details: string): LedgerLine {
  const { locale, prefix } = c.var.facts;
  const { letterId, partnerId } = entry.reference;
  const box = entry.operation === "sent_letter" ? "outbox" : "inbox";
  return {
    key: entry.seq,
    date: { iso: new Date(entry.at).toISOString(), text: formatDate(locale, entry.at, "moment") },
    details: letterId && partnerId
      ? <a href={localHref(prefix, letterPath(manSide, box, partnerId, letterId))}>{details}</a>
      : details,
    deltaCredits: entry.deltaCredits,
    deltaText: formatDelta(locale, entry.deltaCredits),
    balanceText: formatNumber(locale, entry.balanceAfter),
  };
}
