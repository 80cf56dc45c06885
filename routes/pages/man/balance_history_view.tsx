/** The balance and what it is worth, and below it the ledger. */
import { destinationOf } from "../../../components/frame/not_yet.ts";
import { type LedgerLine, LedgerTable } from "../../../components/ledger_table.tsx";
import { Pages, Tabs } from "../../../components/navigation.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Empty, Notice } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import { prices } from "../../../kv/prices.ts";

interface BalanceHistoryViewProps {
  balanceCredits: number;
  owedCredits: number;
  lines: LedgerLine[];
  totalCount: number;
  /** From 1. */
  page: number;
  lastPage: number;
}

export function BalanceHistoryView(props: BalanceHistoryViewProps) {
  const { t, locale } = usePage();
  const { balanceCredits, owedCredits, lines, totalCount, page, lastPage } = props;
  return (
    <div class="wrap till till--ledger">
      <header>
        <div class="sum">
          <h1>
            {formatNumber(locale, balanceCredits)} {t("common:creditUnit", { count: balanceCredits })}
          </h1>
          <p class="soft">{useWorth(balanceCredits)}</p>
        </div>
        <BalanceTabs />
        {owedCredits > 0 && (
          <Notice tone="bad">{t("balance:owed", { credits: t("common:credits", { count: owedCredits }) })}</Notice>
        )}
      </header>
      <section aria-labelledby="ledger">
        <div class="section__head">
          <h2 id="ledger">{t("balance:history.heading")}</h2>
          <p class="figures">
            {t("balance:history.total", { count: totalCount, total: formatNumber(locale, totalCount) })}
          </p>
        </div>
        {lines.length > 0
          ? <Ledger lines={lines} />
          : <Empty title={t("balance:history.none.title")} heading="h3">{t("balance:history.none.text")}</Empty>}
        <LedgerPages page={page} lastPage={lastPage} />
      </section>
    </div>
  );
}

/** "18 letters, or 184 minutes of text, or 36 minutes face to face. They never expire." */
function useWorth(credits: number): string {
  const { t } = usePage();
  if (credits < prices.sendLetter) return t("balance:worth.neverExpire");
  return t("balance:worth.sentence", {
    letters: t("balance:worth.letters", { count: Math.floor(credits / prices.sendLetter) }),
    text: t("balance:worth.text", { count: Math.floor(credits / prices.textMinute) }),
    video: t("balance:worth.video", { count: Math.floor(credits / prices.videoMinute) }),
  });
}

function BalanceTabs() {
  const { t, href } = usePage();
  const tabs = [
    { path: "/man/balance/purchase", word: "purchase" },
    { path: "/man/balance/history", word: "history" },
    { path: "/man/balance/how-site-works", word: "howItWorks" },
  ];
  return (
    <Tabs
      label={t("balance:tabs.label")}
      tabs={tabs.map(({ path, word }) => ({
        href: href(destinationOf(path)),
        label: t(`balance:tabs.${word}`),
        isCurrent: word === "history",
      }))}
    />
  );
}

function Ledger({ lines }: { lines: LedgerLine[] }) {
  const { t } = usePage();
  return (
    <LedgerTable
      caption={t("balance:history.heading")}
      headings={{
        date: t("balance:column.date"),
        details: t("balance:column.details"),
        credits: t("balance:column.credits"),
        balance: t("balance:column.balance"),
      }}
      lines={lines}
    />
  );
}

function LedgerPages({ page, lastPage }: { page: number; lastPage: number }) {
  const { t, href } = usePage();
  return (
    <Pages
      label={t("balance:pages.label")}
      current={page}
      last={lastPage}
      hrefOf={(number) => href("/man/balance/history") + (number > 1 ? `?page=${number}` : "")}
      previousLabel={t("balance:pages.newer")}
      nextLabel={t("balance:pages.older")}
      pageLabel={(number) => t("balance:pages.page", { page: number })}
    />
  );
}
