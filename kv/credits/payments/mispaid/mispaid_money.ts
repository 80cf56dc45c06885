/**
 * What becomes of money that came for a payment otherwise than ordered: given back, or taken back by a bank. What a provider
 * says of such money changes its matter (money_matters.ts) alone, by the rules of paid money; the payment's own totals and
 * disputes are those of the money that it was paid with. Pure.
 */
import type { Refusal } from "../../../store/refusals.ts";
import type { Currency } from "../../prices/currencies.ts";
import { type Mispaid, mispaidOf } from "../money_matters.ts";
import { changedPayment, disputedCents, goneCents, type PaymentChange } from "../payment_changes.ts";
import { type MoneyMatter, type Payment, reversalId } from "../payments.ts";

type Back = PaymentChange & { kind: "refunded" | "refund_failed" | "disputed" };

/** Like `changedPayment`, for what a provider says of any money that came for a payment. */
export function changedByWord(payment: Payment, change: PaymentChange, nowMs: number): Payment | Refusal {
  if (!isBack(change)) return withoutVoid(payment, changedPayment(payment, change, nowMs), nowMs);
  const { told, matters } = aimOf(payment, change, nowMs);
  return "ok" in told || matters.length === 0 ? told : withWord(told, matters, change, nowMs);
}

/** Whether a provider speaks of money that came otherwise than ordered, and not of what the payment was paid with. */
export const isOfMispaidAlone = (payment: Payment, change: PaymentChange, nowMs: number): boolean =>
  isBack(change) && aimOf(payment, change, nowMs).isAlone;

/** Where this money stands: a bank asks for it, has taken it for good, or neither. */
export function standingOf(payment: Payment, matter: Mispaid): "here" | "asked" | "taken" {
  const money = moneyOf(payment, matter);
  if (disputedCents(money) > 0) return "asked";
  return money.disputes.some(({ outcome }) => outcome === "lost") && isGone(money) ? "taken" : "here";
}

const isBack = (change: PaymentChange): change is Back =>
  change.kind === "refunded" || change.kind === "refund_failed" || change.kind === "disputed";

/**
 * The matters of which a change tells, and the payment with what it tells of its own money. Where no money is named, it may
 * be either until the payment is paid.
 */
function aimOf(
  payment: Payment,
  change: Back,
  nowMs: number,
): { told: Payment; matters: Mispaid[]; isAlone: boolean } | { told: Payment | Refusal; matters: []; isAlone: false } {
  const named = namedBy(payment, change);
  if (named.length > 0) return { told: payment, matters: named, isAlone: true };
  const told = changedPayment(payment, change, nowMs);
  const isRefused = "ok" in told;
  const meant = payment.paidAt === null || isRefused ? meantBy(payment, change) : undefined;
  if (!meant) return { told, matters: [], isAlone: false };
  const isAlone = isRefused || change.kind === "disputed";
  return { told: isAlone ? payment : told, matters: [meant], isAlone };
}

/** The matters whose money, or whose dispute, the change names. */
function namedBy(payment: Payment, change: Back): Mispaid[] {
  const { moneyId } = change;
  if (moneyId !== undefined && moneyId === payment.providerMoneyId) return [];
  const disputeId = change.kind === "disputed" ? change.disputeId : null;
  return mispaidOf(payment).filter((each) =>
    each.moneyId === moneyId || (moneyId === undefined && each.back?.disputes.some(({ id }) => id === disputeId))
  );
}

/** The matter that a change means which names no money, by its currency and amount: rather one that is not settled. */
function meantBy(payment: Payment, change: Back): Mispaid | undefined {
  if (change.moneyId !== undefined || "addedCents" in change) return undefined;
  const all = mispaidOf(payment).filter(({ currency }) => currency === change.currency);
  const open = all.filter(({ settledAt }) => settledAt === undefined);
  if (change.kind === "disputed") {
    const isSame = ({ amountCents }: Mispaid) => amountCents === change.amountCents;
    return open.find(isSame) ?? all.find(isSame);
  }
  const { refundedCents } = change;
  if (change.kind === "refund_failed") {
    return all.findLast(({ back, settledAt, amountCents }) =>
      (settledAt === undefined ? back?.refundedCents ?? 0 : amountCents) > refundedCents
    );
  }
  const holds = ({ amountCents }: Mispaid) => refundedCents <= amountCents;
  return open.find(({ amountCents }) => amountCents === refundedCents) ?? open.findLast(holds) ?? all.findLast(holds);
}

/** The payment with a provider's word in these matters; the refusal if none of them can take it. */
function withWord(payment: Payment, matters: Mispaid[], change: Back, nowMs: number): Payment | Refusal {
  const told = new Map<MoneyMatter, Mispaid>();
  let refusal: Refusal | null = null;
  for (const matter of matters) {
    const before = moneyOf(payment, matter);
    const after = changedPayment(before, change, nowMs);
    if ("ok" in after) refusal = after;
    else told.set(matter, after === before ? matter : changedMatter(matter, { before, after, change, nowMs }));
  }
  if (refusal && told.size === 0) return refusal;
  if (told.entries().every(([matter, next]) => matter === next)) return payment;
  return { ...payment, matters: payment.matters!.map((each) => told.get(each) ?? each), changedAt: nowMs };
}

interface Word {
  before: Payment;
  after: Payment;
  change: Back;
  nowMs: number;
}

function changedMatter({ settledAt: earlierAt, ...matter }: Mispaid, word: Word): Mispaid {
  const { refundedCents, refundToldAt, refundTotals, disputes } = word.after;
  const settledAt = settledAfter(earlierAt, word);
  return {
    ...matter,
    ...(settledAt !== undefined && { settledAt }),
    back: {
      ...{ refundedCents, disputes },
      ...(refundToldAt !== undefined && { refundToldAt }),
      ...(refundTotals !== undefined && { refundTotals }),
    },
  };
}

/**
 * When the matter was settled, after this word: all of its money that is gone settles it, and it is open again if that was
 * not so after all, or while a bank asks for it. If an admin had settled it before a bank took it, credits may have been
 * given for it: an admin has to look again.
 */
function settledAfter(settledAt: number | undefined, { before, after, change, nowMs }: Word): number | undefined {
  if (disputedCents(after) > 0) return undefined;
  const wasGone = isGone(before) && disputedCents(before) === 0;
  if (!isGone(after)) return wasGone || change.kind === "refund_failed" ? undefined : settledAt;
  if (wasGone) return settledAt;
  return settledAt === undefined ? nowMs : change.kind === "disputed" ? undefined : settledAt;
}

const isGone = (money: Payment): boolean => goneCents(money) === money.quote.totalCents;

/** The money of a matter as if it were the payment's own: then the rules of paid money hold for it. */
function moneyOf(payment: Payment, { at, amountCents, currency, moneyId, back }: Mispaid): Payment {
  const { refundToldAt: _at, refundTotals: _totals, failedRefunds: _failed, matters: _matters, ...rest } = payment;
  const quote = { ...payment.quote, totalCents: amountCents, currency: currency as Currency };
  const money = { quote, state: "paid" as const, paidAt: at, providerMoneyId: moneyId };
  return { ...rest, ...money, ...(back ?? { refundedCents: 0, disputes: [] }) };
}

/**
 * The payment, if it is paid by this change, without what was told before about the same money: that is void. What became
 * of the money since holds for the payment.
 */
function withoutVoid(before: Payment, told: Payment | Refusal, nowMs: number): Payment | Refusal {
  if ("ok" in told || before.paidAt !== null || told.paidAt === null) return told;
  const isVoid = (each: MoneyMatter) => each.kind === "mispaid" && each.moneyId === told.providerMoneyId;
  const { matters, ...rest } = told;
  const left = matters?.filter((each) => !isVoid(each)) ?? [];
  return mispaidOf(told).filter(isVoid).flatMap(wordsOf).reduce((payment: Payment, word) => {
    const next = changedPayment(payment, word, nowMs);
    return "ok" in next ? payment : next;
  }, left.length === 0 ? rest : { ...rest, matters: left });
}

/** What a provider has said of the money of a matter. */
function wordsOf({ currency, back }: Mispaid): Back[] {
  if (!back) return [];
  const { refundedCents, refundToldAt: toldAt, disputes } = back;
  return [
    { kind: "refunded", refundedCents, currency, ...(toldAt !== undefined && { toldAt }) },
    ...disputes.map(({ id, askedIn, wonAgainAt: _, ...dispute }): Back => ({
      ...dispute,
      kind: "disputed",
      disputeId: id === reversalId ? null : id,
      currency: askedIn ?? currency,
    })),
  ];
}
