/** The history of the balance: a man's ledger entries, newest first, with what each was for; all, or as filtered. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { LedgerRow } from "../../../components/ledger_table.tsx";
import { datesFor, formatCents, formatDelta, formatNumber } from "../../../i18n/format.ts";
import type { Entry } from "../../../kv/credits/ledger/entry.ts";
import { history } from "../../../kv/credits/ledger/history.ts";
import { lastEntry, spentOn } from "../../../kv/credits/ledger/ledger.ts";
import { mispaidBeside, unfinishedPaymentsOf, unsettledInstead } from "../../../kv/credits/payments/money_matters.ts";
import { type Payment, paymentOf } from "../../../kv/credits/payments/payments.ts";
import { spendingLimitOf } from "../../../kv/credits/ledger/spending_limit.ts";
import { ladiesByIds } from "../../../kv/ladies/ladies.ts";
import { isShown, type LadyRecord } from "../../../kv/ladies/record.ts";
import { entryDetails } from "../../credits/entry_details.ts";
import { askedHistoryOf, historyFilterOf, queryOfHistory } from "../../credits/history_filter.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { nextDayFor } from "../../http/next_day.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { girlPath, girlPathByNumber } from "../../ladies/girl_paths.ts";
import { letterPath, manSide } from "../../letters/sides.ts";
import { balanceCrumbs, BalanceFrame, creditsOf } from "./balance_frame.tsx";
import { BalanceHistoryView, type OpenPayment } from "./balance_history_view.tsx";
import { LimitView, type RefusedLimit } from "./limit_view.tsx";
import { outcomeHref, receiptHref } from "./payment_outcome.tsx";

const rowsPerPage = 20;

export const balanceHistoryPage: PageDefinition = {
  paths: ["/man/balance/history"],
  access: "men",
  get: (c) => showHistory(c),
};

/** Shows the page; `refused` says why a new limit could not be set. */
export async function showHistory(
  c: MemberContext,
  status: ContentfulStatusCode = 200,
  refused: RefusedLimit | null = null,
): Promise<Response> {
  const { facts: { t, prefix }, deps: { store } } = c.var;
  const manId = c.var.signedIn.user.id;
  const asked = askedHistoryOf((name) => c.req.query(name));
  const filter = historyFilterOf(asked, c.var.facts);
  let page = pageNumberOf(c.req.query("page"));
  let found = await history(store, manId, { page, limit: rowsPerPage }, filter);
  const lastPage = Math.max(1, Math.ceil(found.totalCount / rowsPerPage));
  if (page > lastPage) found = await history(store, manId, { page: page = lastPage, limit: rowsPerPage }, filter);
  const [credits, last, limit, details, receipts, ladies, open] = await Promise.all([
    creditsOf(c),
    lastEntry(store, manId),
    spendingLimitOf(store, manId),
    entryDetails(c, found.entries),
    receiptsOf(c, found.entries),
    ladiesOfVideos(c, found.entries),
    unfinishedPaymentsOf(store, manId),
  ]);
  const query = queryOfHistory(asked);
  return await answerPage(c, {
    title: t("balance:history.title"),
    robots: "noindex",
    status,
    crumbs: balanceCrumbs(c, "history"),
    view: (
      <BalanceFrame tab="history" {...credits}>
        <BalanceHistoryView
          open={open.map((payment) => openPayment(c, payment))}
          asked={asked}
          query={query}
          csvHref={localHref(prefix, "/man/balance/history.csv") + (query && `?${query}`)}
          lines={found.entries.map((entry, position) =>
            lineOf(c, entry, details[position] ?? "", { receipts, ladies })
          )}
          totalCount={found.totalCount}
          page={page}
          lastPage={lastPage}
        />
        <LimitView
          limit={limit}
          spentCredits={spentOn(last, store.now())}
          nextDay={nextDayFor(c.var.facts, store.now())}
          refused={refused}
        />
      </BalanceFrame>
    ),
  });
}

/** The page that the address names; 1 for anything that is not a page. */
const pageNumberOf = (text = ""): number => /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

/** What entries can link to. */
interface Pages {
  receipts: ReadonlySet<string>;
  /** The ladies whose videos can be watched, by id. */
  ladies: ReadonlyMap<number, LadyRecord>;
}

function lineOf(c: AppContext, entry: Entry, details: string, pages: Pages): LedgerRow {
  const { locale, t } = c.var.facts;
  const date = datesFor(c.var.facts);
  const href = hrefOf(c, entry, pages);
  return {
    key: entry.seq,
    date: { iso: new Date(entry.at).toISOString(), text: date(entry.at, "moment") },
    details: href ? <a href={href}>{details}</a> : details,
    deltaCredits: entry.deltaCredits,
    deltaText: formatDelta(locale, entry.deltaCredits),
    balanceText: formatNumber(locale, entry.balanceAfter),
    ...(entry.owedAfter > 0 && { owedText: t("balance:owedAfter", { n: formatNumber(locale, entry.owedAfter) }) }),
  };
}

/** The payments among these entries that have a receipt. */
async function receiptsOf(c: MemberContext, entries: Entry[]): Promise<Set<string>> {
  const ids = [...new Set(entries.flatMap(({ reference }) => reference.paymentId ?? []))];
  const found = await Promise.all(ids.map((id) => paymentOf(c.var.deps.store, c.var.signedIn.user.id, id)));
  return new Set(found.flatMap((payment) => payment && payment.number !== null ? payment.id : []));
}

/** The ladies of watched videos among these entries, except those who are suspended or separated from him by a block. */
async function ladiesOfVideos(c: MemberContext, entries: Entry[]): Promise<Map<number, LadyRecord>> {
  const { deps: { store }, signedIn: { blockedIds } } = c.var;
  const ids = entries.flatMap(({ reference: { videoId, partnerId } }) => videoId && partnerId ? partnerId : []);
  const found = await ladiesByIds(store, [...new Set(ids)]);
  const open = found.filter(({ id, isSuspended }) => !isSuspended && !blockedIds.has(id));
  return new Map(open.map((record) => [record.id, record]));
}

function openPayment(c: AppContext, payment: Payment): OpenPayment {
  const { id, quote, state, createdAt } = payment;
  const { t, locale } = c.var.facts;
  const date = datesFor(c.var.facts);
  return {
    key: id,
    state: t(
      `balance:payment.state.${mispaidBeside(payment) ? "beside" : unsettledInstead(payment) ? "mispaid" : state}`,
    ),
    text: t("balance:payment.line", {
      total: formatCents(locale, quote.totalCents, quote.currency),
      credits: t("common:credits", { count: quote.totalCredits }),
      date: date(createdAt, "moment"),
    }),
    // If no money is under way yet, the page must not wait for it.
    href: outcomeHref(c, id, state === "created" ? "failed" : "success"),
  };
}

/** The address of what an entry was for; null if it has no page. */
function hrefOf(c: AppContext, { operation, reference }: Entry, { receipts, ladies }: Pages): string | null {
  const { letterId, partnerId, paymentId, videoId } = reference;
  if (paymentId && receipts.has(paymentId)) return receiptHref(c, paymentId);
  const lady = operation === "video" && videoId && ladies.get(partnerId ?? 0);
  if (lady) {
    const path = isShown(lady) ? girlPath(lady, c.var.deps.store.now()) : girlPathByNumber(lady.id);
    return localHref(c.var.facts.prefix, `${path}#video-${videoId}`);
  }
  if (!letterId || !partnerId) return null;
  const box = operation === "opened_letter" ? "inbox" : "outbox";
  return localHref(c.var.facts.prefix, letterPath(manSide, box, partnerId, letterId));
}
