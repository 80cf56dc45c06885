/** The money of one payment: what went back, what is under way, and the form that asks the provider for another refund. */
import { Field } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { Facts } from "../../../../components/tariff.tsx";
import { userById } from "../../../../kv/accounts/users.ts";
import { firstCurrency, isPayable } from "../../../../kv/credits/prices/currencies.ts";
import { type DisputeEvidence, evidenceOf, openDisputeOf } from "../../../../kv/credits/payments/dispute_evidence.ts";
import { askedIn } from "../../../../kv/credits/payments/payment_changes.ts";
import { datesFor, formatCents, formatDate } from "../../../../i18n/format.ts";
import type { OpenDispute } from "../../../../kv/credits/payments/open_disputes.ts";
import { askMoneyBack, moneyRefundsOf, retryMoneyBack } from "../../../../kv/credits/payments/money_refunds.ts";
import { paidByHandAt, refundRequestOf } from "../../../../kv/credits/payments/refund_requests.ts";
import {
  givenBackCents,
  isUnpaid,
  type MoneyRefund,
  refundableCents,
} from "../../../../kv/credits/payments/refunds_in_total.ts";
import { type Payment, paymentById } from "../../../../kv/credits/payments/payments.ts";
import { moneyDueAt, type Withdrawal, withdrawalOf } from "../../../../kv/credits/payments/withdrawals.ts";
import { documentsOf, type TaxDocument } from "../../../../kv/credits/tax/tax_documents.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import { paymentNumber } from "../../../credits/payment_number.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { sendKeyField } from "../../../http/fields.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { ConfirmationForm, ConfirmationProblem, ConfirmationQuestion } from "../confirmation.tsx";
import { textOf, type Told, toldOf } from "../form.ts";
import { centsOf, typedAmount } from "../amounts.ts";
import { AdminFrame } from "../frame.tsx";
import { evidencePath, paymentPath, paymentsPath, refundRequestsPath, userPath } from "../paths.ts";
import { AnsweredDispute, disputeElsewhere, takeNote } from "./answered_dispute.tsx";
import { disputeFileName } from "./dispute_file.ts";
import { evidenceState } from "./evidence_view.tsx";
import { asksToSettle, PaymentMatters, takeSettling, WhichMoney } from "./payment_matters.tsx";
import { PaymentPapers } from "./payment_papers.tsx";
import { type RefundAgain, refundAnchor, Refunds, RetryQuestion } from "./payment_refunds.tsx";

export const paymentPage: PageDefinition = {
  paths: [`${paymentsPath}/:paymentId`],
  access: "admins",
  get: (c) => answerPayment(c, (payment) => show(c, payment, c.req.query("amount") ?? null)),
  post: (c, body) => answerPayment(c, (payment) => giveBack(c, payment, body, c.var.signedIn.user.id)),
};

/** Answers about a payment that was paid, or of which something else has to be looked at; any other is `not_found` here. */
async function answerPayment(c: AppContext, answer: (payment: Payment) => Promise<Response>): Promise<Response> {
  const payment = await paymentById(c.var.deps.store, c.req.param("paymentId") ?? "");
  return payment && (payment.paidAt !== null || payment.matters)
    ? await answer(payment)
    : await answerRefusal(c, refuse("not_found"));
}

async function giveBack(c: AppContext, payment: Payment, body: Body, actorId: number): Promise<Response> {
  const { store } = c.var.deps;
  const paymentId = payment.id;
  const seen = {
    seenPaidByHandAt: Number(textOf(body.paidByHandAt)) || null,
    // A form that does not say it has seen nothing.
    seenGivenBackCents: Number(textOf(body.givenBackCents) || NaN),
  };
  if (asksToSettle(body)) return await show(c, payment, null, { asks: true });
  const noted = await takeSettling(c, { payment, body, actorId }) ?? await takeNote(c, { payment, body, actorId });
  if (noted) {
    return noted.ok
      ? goOn(c, payment, { flash: "admin:answered.flash" })
      : await show(c, payment, null, { refusal: noted });
  }
  if (typeof body.retry === "string" && body.sure !== "yes") return await askToRetry(c, payment, body.retry, body);
  if (typeof body.retry === "string") {
    const retried = await retryMoneyBack(store, { paymentId, refundId: body.retry, actorId, ...seen });
    return retried.ok
      ? goOn(c, payment, { anchor: `#${refundAnchor(body.retry)}` })
      : await show(c, payment, null, { refusal: retried });
  }
  const amount = textOf(body.amount);
  const cents = centsOf(amount);
  const { currency } = payment.quote;
  const most = refundableCents(payment, await moneyRefundsOf(store, paymentId));
  const isWrong = !isPayable({ cents, currency }) || cents < 1 || cents > most;
  if (isWrong && most > 0 && body.sure !== "yes") {
    return await show(c, payment, amount, { refusal: refuse("invalid", { fields: { amount: "wrong_value" } }) });
  }
  const key = sendKeyField.safeParse(body.refundKey);
  if (body.sure !== "yes" || !key.success) {
    return await show(c, payment, amount, { isSure: most > 0 && body.sure !== "no" });
  }
  const asked = await askMoneyBack(store, { id: key.data, paymentId, cents, actorId, ...seen });
  return asked.ok ? goOn(c, payment) : await show(c, payment, amount, { refusal: asked });
}

/** Asks before a failed refund is tried again; what cannot be is refused at once. */
async function askToRetry(c: AppContext, payment: Payment, refundId: string, body: Body): Promise<Response> {
  const refund = (await moneyRefundsOf(c.var.deps.store, payment.id)).find(({ id }) => id === refundId);
  if (!refund) return await show(c, payment, null, { refusal: refuse("not_found") });
  if (refund.state !== "failed") return goOn(c, payment, { anchor: `#${refundAnchor(refundId)}` });
  if (!isUnpaid(refund)) return await show(c, payment, null, { refusal: refuse("not_refundable") });
  // What the admin saw before the question goes along: what has changed since is refused.
  const seen = { paidByHandAt: textOf(body.paidByHandAt), givenBackCents: textOf(body.givenBackCents) };
  return await show(c, payment, null, { again: { refund, seen } });
}

function goOn(c: AppContext, payment: Payment, { flash = "admin:refund.flash", anchor = "" } = {}): Response {
  c.var.deps.wakeJobs?.();
  leaveFlash(c, "success", flash);
  return c.redirect(localHref(c.var.facts.prefix, paymentPath(payment.id)) + anchor, 303);
}

interface Asked {
  refusal?: Refusal;
  isSure?: boolean;
  asks?: boolean;
  again?: RefundAgain;
}

async function show(
  c: AppContext,
  payment: Payment,
  wanted: string | null,
  { refusal, isSure = false, asks = false, again }: Asked = {},
): Promise<Response> {
  const { deps: { store, payments }, facts: { t } } = c.var;
  const [refunds, documents, evidence, request, elsewhere, withdrawal, him] = await Promise.all([
    moneyRefundsOf(store, payment.id),
    documentsOf(store, payment),
    evidenceOf(store, payment.id),
    refundRequestOf(store, payment.manId),
    disputeElsewhere(c, payment),
    withdrawalOf(store, payment.id),
    userById(store, payment.manId),
  ]);
  const mostCents = payment.state === "disputed" ? 0 : refundableCents(payment, refunds);
  return await answerPage(c, {
    title: t("admin:payments.one"),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <PaymentView
        payment={payment}
        refunds={refunds}
        documents={documents}
        evidence={evidence}
        elsewhere={elsewhere}
        asks={asks}
        again={again}
        takesEvidence={payments.named(payment.provider)?.sendEvidence !== undefined}
        mostCents={mostCents}
        amount={wanted ?? typedAmount({ cents: mostCents, currency: payment.quote.currency })}
        isSure={isSure}
        formKey={store.randomToken()}
        handPaidAt={paidByHandAt(request, payment.paidAt)}
        withdrawal={withdrawal}
        hasLeft={him === null}
        {...toldOf(c, refusal?.reason === "not_refundable" ? { ...refusal, wording: "payment" } : refusal)}
      />
    ),
  });
}

interface PaymentViewProps extends Told {
  payment: Payment;
  refunds: MoneyRefund[];
  /** The receipt with tax and its credit notes; empty without tax. */
  documents: TaxDocument[];
  evidence: DisputeEvidence | null;
  /** An open dispute that is answered on its provider's own pages. */
  elsewhere: OpenDispute | null;
  /** Whether to ask if what had to be looked at is settled. */
  asks: boolean;
  /** The failed refund that is tried again once the admin is sure. */
  again?: RefundAgain;
  /** Whether its provider takes evidence for a dispute. */
  takesEvidence: boolean;
  /** How many cents can be refunded now. */
  mostCents: number;
  amount: string;
  isSure: boolean;
  formKey: string;
  /** When an admin noted that a deleted man got the money for his unused credits by hand (ms since the epoch), or null. */
  handPaidAt: number | null;
  withdrawal: Withdrawal | null;
  /** Whether the man has deleted his account: he has no page any more. */
  hasLeft: boolean;
}

/** What failed before he withdrew went back with the withdrawal. */
const hasFailedSince = (refund: MoneyRefund, { at }: Withdrawal): boolean => isUnpaid(refund) && refund.changedAt > at;

function PaymentView(props: PaymentViewProps) {
  const { payment, refunds, documents, evidence, mostCents, amount, isSure, formKey, errors, problem } = props;
  const { handPaidAt, withdrawal } = props;
  const seen = {
    paidByHandAt: String(handPaidAt ?? 0),
    givenBackCents: String(givenBackCents(payment, refunds)),
  };
  const date = useDate();
  const takesEvidence = props.takesEvidence && (evidence !== null || openDisputeOf(payment) !== null);
  const { t, href, locale, zone } = usePage();
  const path = paymentPath(payment.id);
  const back = props.hasLeft
    ? { path: refundRequestsPath, label: t("admin:refundRequests.title") }
    : { path: userPath(payment.manId), label: `#${payment.manId}` };
  const { quote, createdAt, paidAt, provider, providerMoneyId, refundedCents } = payment;
  const money = (cents: number) => formatCents(locale, cents, quote.currency);
  const foreign = askedIn(payment);
  return (
    <AdminFrame
      title={t("admin:payments.one")}
      back={back}
    >
      <Facts
        oneColumn
        facts={[
          { label: t("balance:receipt.number"), value: paymentNumber(payment) },
          { label: t("admin:payments.column.date"), value: datesFor({ locale, zone })(paidAt ?? createdAt, "moment") },
          { label: t("admin:payments.column.amount"), value: money(quote.totalCents) },
          { label: t("admin:payments.column.state"), value: t(`admin:payments.state.${payment.state}`) },
          { label: t("admin:refund.told"), value: money(refundedCents) },
          { label: t("admin:payments.column.provider"), value: `${provider} ${providerMoneyId ?? ""}` },
        ]}
      />
      <PaymentMatters payment={payment} asks={props.asks} hasLeft={props.hasLeft} />
      <PaymentPapers documents={documents} />
      {paidAt !== null && (
        <p class="small">
          <a href={href(`${path}/${disputeFileName}`)}>{t("admin:refund.disputeFile")}</a>{" "}
          <span class="soft">{t("admin:refund.disputeFileHint")}</span>
        </p>
      )}
      {takesEvidence && (
        <p class="small">
          <a href={href(evidencePath(payment.id))}>{t("admin:evidence.title")}</a>{" "}
          <span class="soft">{evidenceState(t, evidence)}</span>
        </p>
      )}
      {props.elsewhere && <AnsweredDispute payment={payment} dispute={props.elsewhere} />}
      {foreign !== null && (
        <Notice tone="attention">
          {t("admin:refund.askedIn", { currency: foreign, amount: money(quote.totalCents) })}
        </Notice>
      )}
      {refunds.length > 0 && <Refunds refunds={refunds} path={path} currency={quote.currency} seen={seen} />}
      {withdrawal && refunds.some((refund) => hasFailedSince(refund, withdrawal)) && (
        <Notice tone="bad">
          {t("admin:refund.withdrawn", {
            date: date(withdrawal.at, "day"),
            due: formatDate(locale, moneyDueAt(withdrawal.at)),
          })}
        </Notice>
      )}
      {handPaidAt !== null && (
        <Notice tone="bad">{t("admin:refund.byHand", { date: date(handPaidAt, "moment") })}</Notice>
      )}
      <ConfirmationProblem message={problem} />
      {props.again && <RetryQuestion payment={payment} again={props.again} />}
      {mostCents > 0 && (
        <>
          <h2>{t("admin:refund.title")}</h2>
          <p class="soft">{t("admin:refund.lead")}</p>
          {!props.again && <WhichMoney payment={payment} />}
        </>
      )}
      {mostCents === 0 && !props.again && <p class="soft">{t("admin:refund.nothing")}</p>}
      {mostCents > 0 && !props.again && (isSure
        ? (
          <ConfirmationQuestion
            path={path}
            submit={t("admin:refund.submit")}
            fields={{ amount, refundKey: formKey, ...seen }}
          >
            <p>{t("admin:refund.will", { amount: money(centsOf(amount) || 0), provider })}</p>
          </ConfirmationQuestion>
        )
        : (
          <ConfirmationForm path={path} cancel={back.path} submit={t("admin:confirmation.next")}>
            <Field
              id="amount"
              name="amount"
              label={quote.currency === firstCurrency
                ? t("admin:refund.amount")
                : t("admin:refund.amountIn", { currency: quote.currency })}
              hint={t("admin:refund.most", { amount: money(mostCents) })}
              error={errors.amount}
              required
              maxLength={12}
              inputmode="decimal"
              autocomplete="off"
              value={amount}
            />
          </ConfirmationForm>
        ))}
    </AdminFrame>
  );
}
