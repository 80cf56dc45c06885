/** The views of the two steps of withdrawing. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import { Facts } from "../../../components/tariff.tsx";
import { formatCents } from "../../../i18n/format.ts";
import { gapOf } from "../../../i18n/locales.ts";
import type { MoneyRefund } from "../../../kv/credits/payments/refunds_in_total.ts";
import type { Quote } from "../../../kv/credits/prices/quote.ts";
import { type FormState, Gate } from "../auth/gate.tsx";

interface OwnPurchase {
  path: string;
  number: string;
  paidAt: number;
  quote: Quote;
  endsAt: number;
  isDone: boolean;
}

interface WithdrawViewProps {
  /** His purchases whose time to withdraw is not over; null for everybody but men. */
  own: OwnPurchase[] | null;
  form: FormState;
  isSent: boolean;
  days: number;
  hours: number;
}

export function WithdrawView({ own, form, isSent, days, hours }: WithdrawViewProps) {
  const { t } = usePage();
  return (
    <div class="wrap article article--text flow">
      <header>
        <h1>{t("withdrawal:title")}</h1>
        <p class="lead">{t("withdrawal:lead", { days })}</p>
      </header>
      {isSent && <Notice tone="good" role="status">{t("withdrawal:ask.sent", { hours })}</Notice>}
      {own ? <OwnPurchases own={own} /> : !isSent && <AskForm form={form} />}
    </div>
  );
}

function OwnPurchases({ own }: { own: OwnPurchase[] }) {
  const { t, locale, href } = usePage();
  const date = useDate();
  return (
    <section aria-labelledby="own" class="flow">
      <h2 id="own">{t("withdrawal:mine.title")}</h2>
      {own.length === 0 && <p class="soft">{t("withdrawal:mine.none")}</p>}
      {own.map(({ path, number, paidAt, quote, endsAt, isDone }) => (
        <div key={number} class="flow">
          <p>
            {t("withdrawal:mine.row", {
              number,
              date: date(paidAt),
              credits: t("common:credits", { count: quote.totalCredits }),
              total: formatCents(locale, quote.totalCents, quote.currency),
            })}
          </p>
          {!isDone && <p class="small soft">{t("withdrawal:mine.until", { date: date(endsAt - 1, "moment") })}</p>}
          <p>
            <ButtonLink href={href(path)} tone="quiet">
              {t(isDone ? "withdrawal:mine.done" : "withdrawal:mine.open")}
            </ButtonLink>
          </p>
        </div>
      ))}
    </section>
  );
}

function AskForm({ form: { values, fields, notice } }: { form: FormState }) {
  const { t, href } = usePage();
  return (
    <section aria-labelledby="ask" class="flow">
      <h2 id="ask">{t("withdrawal:ask.title")}</h2>
      <p>{t("withdrawal:ask.lead")}</p>
      <form class="form" method="post" action={href("/withdraw")}>
        {notice ? <Notice tone="bad" role="alert">{notice}</Notice> : <ErrorSummary />}
        <Field
          id="email"
          name="email"
          type="email"
          label={t("withdrawal:ask.email")}
          error={fields.email}
          autocomplete="email"
          required
          value={values.email}
        />
        <Field
          id="paymentNumber"
          name="paymentNumber"
          label={t("balance:receipt.receiptNumber")}
          hint={t("withdrawal:ask.hint")}
          error={fields.paymentNumber}
          autocomplete="off"
          maxLength={64}
          required
          value={values.paymentNumber}
        />
        <Button type="submit">{t("withdrawal:ask.send")}</Button>
      </form>
    </section>
  );
}

/** A payment before, after, or without a withdrawal. */
export type WithdrawalShown =
  & { number: string; paidAt: number; quote: Quote }
  & (
    | { credits: number; usedCredits: number; cents: number; at?: number; state?: MoneyRefund["state"] }
    | { problem: string }
  );

export function ContractView({ shown, title, path }: { shown: WithdrawalShown; title: string; path: string }) {
  const { t, locale, href } = usePage();
  const date = useDate();
  const { number, paidAt, quote } = shown;
  const credits = (count: number) => t("common:credits", { count });
  const money = (cents: number) => formatCents(locale, cents, quote.currency);
  const facts = [
    { label: t("withdrawal:offer.number"), value: number },
    { label: t("withdrawal:offer.paidAt"), value: date(paidAt, "moment") },
    { label: t("withdrawal:offer.total"), value: `${money(quote.totalCents)} · ${credits(quote.totalCredits)}` },
    ...("problem" in shown ? [] : [
      { label: t("withdrawal:offer.unused"), value: credits(shown.credits) },
      { label: t("withdrawal:offer.used"), value: credits(shown.usedCredits) },
      { label: t("withdrawal:offer.back"), value: <strong>{money(shown.cents)}</strong> },
    ]),
  ];
  const [before, after] = title.split(number);
  const isDone = "state" in shown && shown.state !== undefined;
  return (
    <div class="wrap article article--text flow">
      <h1>
        {before}
        {after !== undefined && <span class="nowrap">{number}</span>}
        {after}
      </h1>
      {"problem" in shown && <Notice tone="bad" role="alert">{shown.problem}</Notice>}
      {isDone && (
        <Notice tone="good" role="status">
          {t("withdrawal:done.at", { date: date(shown.at!, "moment") })}
          {gapOf(locale)}
          {t(`withdrawal:done.state.${shown.state}`)}
        </Notice>
      )}
      <Facts facts={facts} oneColumn />
      {!isDone && !("problem" in shown) && (
        <form class="form" method="post" action={href(path)}>
          <p class="small soft">{t("withdrawal:offer.fine")}</p>
          <p class="row">
            <Button type="submit" tone="seal">{t("withdrawal:offer.confirm")}</Button>
            <ButtonLink href={href("/withdraw")} tone="quiet">{t("withdrawal:offer.cancel")}</ButtonLink>
          </p>
        </form>
      )}
    </div>
  );
}

export function GoneView() {
  const { t, href } = usePage();
  return (
    <Gate title={t("withdrawal:gone.title")} lead={t("withdrawal:gone.text")}>
      <ButtonLink href={href("/withdraw")}>{t("withdrawal:gone.again")}</ButtonLink>
    </Gate>
  );
}
