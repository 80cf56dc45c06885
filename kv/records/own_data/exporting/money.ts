/** Tells the ledger and the payments of a man, with what is on their receipts. */
import { man } from "../../../accounts/users.ts";
import { wholeHistory } from "../../../credits/ledger/history.ts";
import { evidenceOf } from "../../../credits/payments/dispute_evidence.ts";
import { isSecond, type Mispaid, mispaidOf } from "../../../credits/payments/money_matters.ts";
import { moneyRefundsOf } from "../../../credits/payments/money_refunds.ts";
import { toldDisputes } from "../../../credits/payments/payment_changes.ts";
import { type Payment, paymentsOf } from "../../../credits/payments/payments.ts";
import { documentNumber } from "../../../credits/tax/tax.ts";
import { documentsOf, type TaxDocument } from "../../../credits/tax/tax_documents.ts";
import { spendingLimitOf } from "../../../credits/ledger/spending_limit.ts";
import {
  partsOfWithdrawal,
  withdrawalOf,
  type WithdrawalPart,
  withdrawnInAll,
} from "../../../credits/payments/withdrawals.ts";
import { moment, other, type Section } from "./section.ts";

export const tellLedger: Section = async function* (store, user) {
  if (user.groupId !== man) return;
  const { limitCredits, pending } = await spendingLimitOf(store, user.id);
  if (limitCredits !== null) {
    const willBe = pending && { credits: pending.limitCredits, from: moment(pending.from) };
    yield { kind: "daily limit", credits: limitCredits, ...(willBe && { willBe }) };
  }
  for await (const entry of wholeHistory(store, user.id, {})) {
    const { seq, at, operation, deltaCredits, balanceAfter, owedAfter, reversesSeq, reference } = entry;
    const { partnerId, ...about } = reference;
    yield {
      kind: "entry",
      number: seq,
      at: moment(at),
      operation,
      credits: deltaCredits,
      balanceAfter,
      owedAfter,
      ...(reversesSeq !== undefined && { givesBack: reversesSeq }),
      ...(partnerId !== undefined && { with: await other(store, partnerId) }),
      ...about,
    };
  }
};

const paymentsAtOnce = 100;

export const tellPayments: Section = async function* (store, user) {
  if (user.groupId !== man) return;
  for (let page = 1;; page++) {
    const { payments, totalCount } = await paymentsOf(store, user.id, { page, limit: paymentsAtOnce });
    for (const payment of payments) {
      const { id, number, method, provider, state, quote, createdAt, paidAt } = payment;
      const { refundedCents, reversedCredits, consent } = payment;
      const disputes = toldDisputes(payment);
      const mispaid = mispaidOf(payment);
      const refunds = (await moneyRefundsOf(store, id)).map(({ cents, state, requestedAt, changedAt }) => ({
        cents,
        state,
        requestedAt: moment(requestedAt),
        changedAt: moment(changedAt),
      }));
      const [withdrawal, documents, evidence] = await Promise.all([
        withdrawalOf(store, id),
        documentsOf(store, payment),
        evidenceOf(store, id),
      ]);
      yield {
        id,
        receipt: number,
        method,
        provider,
        state,
        createdAt: moment(createdAt),
        paidAt: moment(paidAt),
        refundedCents,
        reversedCredits,
        ...quote,
        ...(consent && { askedToBeginAtOnce: { words: consent.version, at: moment(consent.at) } }),
        ...(documents.length > 0 && { taxDocuments: documents.map(toldDocument) }),
        ...(refunds.length > 0 && { askedBack: refunds }),
        ...(disputes.length > 0 && {
          disputes: disputes.map(({ id, amountCents, outcome }) => ({ id, amountCents, outcome })),
        }),
        ...(mispaid.length > 0 && {
          cameInstead: mispaid.map((each) => toldMispaid(payment, each)),
        }),
        ...(evidence && {
          toldToTheBank: {
            ...{ dispute: evidence.disputeId, step: evidence.step, state: evidence.state },
            ...{ at: moment(evidence.changedAt), texts: evidence.fields },
          },
        }),
        ...(withdrawal && {
          withdrawn: {
            ...withdrawnInAll(withdrawal),
            at: moment(withdrawal.at),
            ...(withdrawal.further && { parts: partsOfWithdrawal(withdrawal).map(toldPart) }),
          },
        }),
      };
    }
    if (page * paymentsAtOnce >= totalCount) return;
  }
};

const toldMispaid = (payment: Payment, money: Mispaid) => {
  const { at, amountCents, currency, settledAt, back, isUnheard } = money;
  return {
    at: moment(at),
    amountCents,
    currency,
    ...(isSecond(payment, money) && { isSecond: true }),
    ...(isUnheard && { isUnheard }),
    ...(back && { refundedCents: back.refundedCents }),
    ...(settledAt !== undefined && { settledAt: moment(settledAt) }),
  };
};

const toldPart = ({ at, credits, usedCredits, cents }: WithdrawalPart) => ({
  at: moment(at),
  credits,
  usedCredits,
  cents,
});

/** A receipt or credit note, with the country that he chose, the one that the provider told, and what followed. */
function toldDocument(document: TaxDocument) {
  const { kind, at, chosenCountry, providerCountry, country, ratePermille, netCents, taxCents, grossCents } = document;
  return {
    kind,
    number: documentNumber(document),
    at: moment(at),
    chosenCountry,
    providerCountry,
    country,
    ratePermille,
    netCents,
    taxCents,
    grossCents,
    ...(document.corrects && { corrects: documentNumber(document.corrects.receipt) }),
  };
}
