/** A man's ledger and payments as admins see them: each line says what was given back, and links to giving it back. */
import { Fragment } from "preact";
import { type LedgerRow, LedgerTable } from "../../../../components/ledger_table.tsx";
import { type PageContext, usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { datesFor, formatCents, formatDelta, formatNumber } from "../../../../i18n/format.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import type { Entry } from "../../../../kv/credits/ledger/entry.ts";
import { isSpending } from "../../../../kv/credits/ledger/ledger.ts";
import { mispaidOf, openMattersOf } from "../../../../kv/credits/payments/money_matters.ts";
import type { Payment } from "../../../../kv/credits/payments/payments.ts";
import { ListPages } from "../frame.tsx";
import { letterReadingPath, paymentPath, userPath } from "../paths.ts";
import { cameOf } from "./payment_matters.tsx";
import { Section } from "./section.tsx";

/** A page of a man's ledger, newest first. */
export interface LedgerPage {
  entries: Entry[];
  /** In words, in the order of the entries. */
  details: string[];
  balanceCredits: number;
  owedCredits: number;
  /** The numbers of the charges that were given back. */
  givenBack: ReadonlySet<number>;
  page: number;
  lastPage: number;
}

export function LedgerSection({ user, ledger }: { user: User; ledger: LedgerPage }) {
  const page = usePage();
  const { t, href, locale } = page;
  const credits = t("admin:credits.balance", { credits: t("common:credits", { count: ledger.balanceCredits }) });
  const hrefOf = (number: number) => `${href(userPath(user.id))}${number > 1 ? `?page=${number}` : ""}#ledger`;
  return (
    <Section id="ledger" title={t("admin:credits.ledger")}>
      <p>
        {credits}
        {ledger.owedCredits > 0 && <>{" "}· {t("balance:owedAfter", { n: formatNumber(locale, ledger.owedCredits) })}
        </>}
      </p>
      {ledger.entries.length === 0 ? <p class="soft">{t("admin:credits.none")}</p> : (
        <LedgerTable
          caption={t("admin:credits.ledger")}
          lines={ledger.entries.map((entry, at) => lineOf(page, user, ledger, entry, ledger.details[at] ?? ""))}
        />
      )}
      <ListPages current={ledger.page} last={ledger.lastPage} hrefOf={hrefOf} />
    </Section>
  );
}

function lineOf(
  { t, locale, zone, href }: PageContext,
  user: User,
  ledger: LedgerPage,
  entry: Entry,
  words: string,
): LedgerRow {
  const { seq, at, deltaCredits, balanceAfter, owedAfter, reversesSeq, reference: { letterId } } = entry;
  const note = reversesSeq !== undefined
    ? t("admin:credits.reverses", { seq: reversesSeq })
    : ledger.givenBack.has(seq)
    ? t("admin:credits.wasReversed")
    : null;
  return {
    key: seq,
    date: { iso: new Date(at).toISOString(), text: datesFor({ locale, zone })(at, "moment") },
    details: (
      <>
        <span class="faint">#{seq}</span> {letterId ? <a href={href(letterReadingPath(letterId))}>{words}</a> : words}
        {" "}
        {note && <small class="faint">{note}</small>}
        {isSpending(entry) && note === null && (
          <small>
            {"· "}
            <a href={href(`${userPath(user.id)}/entries/${seq}`)} aria-label={t("admin:credits.reverseThis", { seq })}>
              {t("admin:credits.reverse")}
            </a>
          </small>
        )}
      </>
    ),
    deltaCredits,
    deltaText: formatDelta(locale, deltaCredits),
    balanceText: formatNumber(locale, balanceAfter),
    ...(owedAfter > 0 && { owedText: t("balance:owedAfter", { n: formatNumber(locale, owedAfter) }) }),
  };
}

/** The provider's page of a payment, up to the payment's id. */
const consoles: Partial<Record<Payment["provider"], string>> = {
  stripe: "https://dashboard.stripe.com/payments/",
  paypal: "https://www.paypal.com/activity/payment/",
};

const paymentColumns = ["date", "amount", "credits", "state", "provider"];

/** A page of a man's payments in any state, newest first. */
export interface PaymentsPage {
  payments: Payment[];
  page: number;
  lastPage: number;
}

export function PaymentsSection({ user, payments, page, lastPage }: PaymentsPage & { user: User }) {
  const { t, href, locale } = usePage();
  const date = useDate();
  return (
    <Section id="payments" title={t("admin:payments.title")}>
      {payments.length === 0 ? <p class="soft">{t("admin:payments.none")}</p> : (
        <>
          <StackedTable
            caption={t("admin:payments.title")}
            columns={paymentColumns.map((column) => t(`admin:payments.column.${column}`))}
          >
            {payments.map((payment) => <PaymentRow key={payment.id} payment={payment} />)}
          </StackedTable>
          <ListPages
            label={t("admin:payments.title")}
            current={page}
            last={lastPage}
            hrefOf={(number) => `${href(userPath(user.id))}${number > 1 ? `?payments=${number}` : ""}#payments`}
          />
          <p class="small soft">{t("admin:payments.howToRefund")}</p>
        </>
      )}
    </Section>
  );

  function PaymentRow({ payment }: { payment: Payment }) {
    const { quote, provider, providerMoneyId, refundedCents } = payment;
    const console = providerMoneyId && consoles[provider];
    const reference = `${provider} ${providerMoneyId ?? payment.providerId ?? ""}`;
    return (
      <tr role="row">
        <th scope="row" role="rowheader">{date(payment.createdAt, "moment")}</th>
        <td role="cell">{formatCents(locale, quote.totalCents, quote.currency)}</td>
        <td role="cell">{formatNumber(locale, quote.totalCredits)}</td>
        <td role="cell">
          {t(`admin:payments.state.${payment.state}`)}
          {mispaidOf(payment).map((matter) => (
            <Fragment key={matter.moneyId}>
              {" "}
              <small>
                {t(`admin:matters.came.${cameOf(payment, matter)}`, {
                  paid: formatCents(locale, matter.amountCents, matter.currency),
                })}
              </small>
            </Fragment>
          ))}
          {refundedCents > 0 && (
            <>
              {" "}
              <small>
                {t("admin:payments.refunded", { amount: formatCents(locale, refundedCents, quote.currency) })}
              </small>
            </>
          )}
        </td>
        <td role="cell">
          {console
            ? <a href={console + encodeURIComponent(providerMoneyId)} rel="noreferrer">{reference}</a>
            : reference}
          {(payment.paidAt !== null || payment.matters) && (
            <>
              <br />
              <small>
                <a href={href(paymentPath(payment.id))}>
                  {t(openMattersOf(payment).length > 0 ? "admin:matters.look" : "admin:refund.link")}
                </a>
              </small>
            </>
          )}
        </td>
      </tr>
    );
  }
}
