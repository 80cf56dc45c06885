/** The ledger as a man reads it: the filter, the lines, their pages, and the same as a file. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Field, SelectField } from "../../../components/fields.tsx";
import { type LedgerRow, LedgerTable } from "../../../components/ledger_table.tsx";
import { Pages } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty, Notice } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import { operations } from "../../../kv/credits/ledger/entry.ts";
import type { AskedHistory } from "../../credits/history_filter.ts";
import { balancePaths } from "./balance_frame.tsx";

/** A payment whose money is not known to have arrived yet, or came otherwise than ordered. */
export interface OpenPayment {
  key: string;
  state: string;
  text: string;
  href: string;
}

interface BalanceHistoryViewProps {
  open: OpenPayment[];
  asked: AskedHistory;
  /** The same filter as the query of an address. */
  query: string;
  csvHref: string;
  lines: LedgerRow[];
  totalCount: number;
  /** From 1. */
  page: number;
  lastPage: number;
}

export function BalanceHistoryView(props: BalanceHistoryViewProps) {
  const { t, locale, href } = usePage();
  const { lines, totalCount, page, lastPage, query, csvHref } = props;
  const isFiltered = query !== "";
  return (
    <section aria-labelledby="ledger" class="ledger">
      <OpenPayments open={props.open} />
      <div class="section__head">
        <h2 id="ledger">{t("balance:history.heading")}</h2>
        <p class="figures">
          {t("balance:history.total", { count: totalCount, total: formatNumber(locale, totalCount) })}
        </p>
      </div>
      {(isFiltered || totalCount > 0) && <Filter asked={props.asked} isFiltered={isFiltered} />}
      {lines.length > 0
        ? <LedgerTable caption={t("balance:history.heading")} lines={lines} />
        : isFiltered
        ? <Empty title={t("balance:history.noMatch.title")} heading="h3">{t("balance:history.noMatch.text")}</Empty>
        : (
          <Empty
            title={t("balance:history.none.title")}
            heading="h3"
            action={<ButtonLink href={href(balancePaths.purchase)}>{t("common:buyCredits")}</ButtonLink>}
          >
            {t("balance:history.none.text")}
          </Empty>
        )}
      <div class="ledger__foot">
        <LedgerPages page={page} lastPage={lastPage} query={query} />
        {totalCount > 0 && <a href={csvHref} download>{t("balance:history.csv")}</a>}
      </div>
    </section>
  );
}

function OpenPayments({ open }: { open: OpenPayment[] }) {
  const { t } = usePage();
  if (open.length === 0) return null;
  return (
    <section class="open-payments" aria-label={t("balance:payment.open")}>
      {open.map(({ key, state, text, href }) => (
        <Notice key={key}>
          <p>
            <strong>{state}</strong> {text}
          </p>
          <a href={href}>{t("balance:payment.look")}</a>
        </Notice>
      ))}
    </section>
  );
}

function Filter({ asked, isFiltered }: { asked: AskedHistory; isFiltered: boolean }) {
  const { t, href } = usePage();
  const action = href(balancePaths.history);
  return (
    <form class="ledger__filter" method="get" action={action} aria-label={t("balance:filter.label")}>
      <SelectField
        id="operation"
        name="operation"
        label={t("balance:filter.operation")}
        emptyLabel={t("balance:filter.all")}
        options={operations.map((operation) => ({ value: operation, label: t(`balance:kind.${operation}`) }))}
        value={asked.operation}
      />
      <Field id="dateFrom" name="dateFrom" type="date" label={t("balance:filter.from")} value={asked.dateFrom} />
      <Field id="dateTo" name="dateTo" type="date" label={t("balance:filter.to")} value={asked.dateTo} />
      <div class="row">
        <Button type="submit" tone="quiet">{t("balance:filter.show")}</Button>
        {isFiltered && <a href={action}>{t("balance:filter.clear")}</a>}
      </div>
    </form>
  );
}

function LedgerPages({ page, lastPage, query }: { page: number; lastPage: number; query: string }) {
  const { t, href } = usePage();
  const hrefOf = (number: number) => {
    const wanted = [query, number > 1 ? `page=${number}` : ""].filter(Boolean).join("&");
    return href(balancePaths.history) + (wanted && `?${wanted}`);
  };
  return (
    <Pages
      label={t("balance:pages.label")}
      current={page}
      last={lastPage}
      hrefOf={hrefOf}
      previousLabel={t("balance:pages.newer")}
      nextLabel={t("balance:pages.older")}
      pageLabel={(number) => t("balance:pages.page", { page: number })}
    />
  );
}
