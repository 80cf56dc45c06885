/**
 * Money that comes for a payment otherwise than ordered, or a second time, and what becomes of it: given back, or taken back by
 * a bank. What a provider says of such money changes its matter (money_matters.ts) alone, by the rules of paid money; the
 * payment's own totals and disputes are those of the money that it was paid with. Pure.
 */
import { type Refusal, refuse } from "../../../store/refusals.ts";
import type { Currency } from "../../prices/currencies.ts";
import { type Mispaid, mispaidOf } from "../money_matters.ts";
import { changedPayment, disputedCents, goneCents, type PaymentChange } from "../payment_changes.ts";
import { type MoneyMatter, type Payment, reversalId } from "../payments.ts";

type Back = PaymentChange & { kind: "refunded" | "refund_failed" | "disputed" };

/** What a provider's word makes of a payment. */
export interface Heard {
  /** The payment after the word, the same object if nothing changes; or why the word is refused. */
  told: Payment | Refusal;
  /** Whether it is a word of other money alone than what the payment is paid with. */
  isOfOther: boolean;
  /** Of a word that is refused: the payment with the money that came all the same. */
  noted?: Payment;
}

/** Like `changedPayment`, for what a provider says of any money that came for a payment. */
export function heard(payment: Payment, change: PaymentChange, nowMs: number): Heard {
  if (isBack(change)) return heardBack(payment, change, nowMs);
  const told = withoutVoid(payment, changedPayment(payment, change, nowMs), nowMs);
  if (change.kind !== "paid" || (told !== payment && !("ok" in told))) return { told, isOfOther: false };
  const noted = withMispaid(payment, change, nowMs);
  return "ok" in told ? { told, isOfOther: true, noted } : { told: noted, isOfOther: true };
}

/**
 * The payment with money that came otherwise than ordered, or a second time; the same object if this change tells of none, or
 * of it again. What was told before of the same money, while nobody had told that it came, holds for it.
 */
function withMispaid(payment: Payment, change: PaymentChange & { kind: "paid" }, nowMs: number): Payment {
  const { amountCents, currency, moneyId } = change;
  if (moneyId === payment.providerMoneyId || !isMoney(amountCents, currency)) return payment;
  const isSame = (each: Mispaid) =>
    !each.isUnheard && each.moneyId === moneyId && each.amountCents === amountCents && each.currency === currency;
  if (mispaidOf(payment).some(isSame)) return payment;
  const unheard = mispaidOf(payment).find((each) => each.isUnheard && each.moneyId === moneyId);
  const matter: Mispaid = { kind: "mispaid", at: unheard?.at ?? nowMs, amountCents, currency, moneyId };
  const matters = (payment.matters ?? []).filter((each) => each !== unheard);
  return wordsOf(unheard).reduce((noted: Payment, word) => {
    const { told } = heardBack(noted, word, nowMs);
    return "ok" in told ? noted : told;
  }, { ...payment, matters: [...matters, matter] });
}

const isMoney = (cents: number, currency: string): boolean =>
  Number.isSafeInteger(cents) && cents >= 1 && /^[A-Z]{3}$/.test(currency);

/** How this money stands. */
export interface Standing {
  /** A bank asks for it, has taken it for good, or neither. */
  standing: "here" | "asked" | "taken";
  /** What of it went for good, unless a refund fails later. */
  goneCents: number;
  /** Until when the provider takes an answer to the dispute in which it is asked for (ms since the epoch), if it said so. */
  dueAt?: number;
}

/** How the money of a matter stands, by what its provider has said. */
export function standingOf(payment: Payment, matter: Mispaid): Standing {
  const money = moneyOf(payment, matter);
  const gone = goneCents(money);
  if (disputedCents(money) > 0) {
    const dueAt = money.disputes.findLast(({ outcome }) => outcome === "open")?.dueAt;
    return { standing: "asked", goneCents: gone, ...(dueAt !== undefined && { dueAt }) };
  }
  const isTaken = money.disputes.some(({ outcome }) => outcome === "lost") && isGone(money);
  return { standing: isTaken ? "taken" : "here", goneCents: gone };
}

const isBack = (change: PaymentChange): change is Back =>
  change.kind === "refunded" || change.kind === "refund_failed" || change.kind === "disputed";

/**
 * What a word of money that went makes of a payment. Named money is what the payment was paid with, or a matter, which may be
 * new. Where no money is named, it may be either until the payment is paid.
 */
function heardBack(payment: Payment, change: Back, nowMs: number): Heard {
  const named = namedBy(payment, change);
  if (named.length > 0) return { told: withWord(payment, named, change, nowMs), isOfOther: true };
  if (isUnknown(payment, change)) return { told: withUnheard(payment, change, nowMs), isOfOther: true };
  const told = changedPayment(payment, change, nowMs);
  const isRefused = "ok" in told;
  const isUnpaid = payment.paidAt === null;
  const meant = isUnpaid || isRefused ? meantBy(payment, change) : meantBeside(payment, change);
  if (!meant) return { told, isOfOther: false };
  const isOfOther = isRefused || !isUnpaid || change.kind === "disputed";
  return { told: withWord(isOfOther ? payment : told, [meant], change, nowMs), isOfOther };
}

/** Whether a change names money that is neither what the payment was paid with nor a matter. */
function isUnknown({ providerMoneyId, disputes }: Payment, change: Back): boolean {
  const { moneyId } = change;
  if (moneyId === undefined || moneyId === providerMoneyId) return false;
  // An older build took word of any money for word of the paid one.
  return change.kind !== "disputed" || !disputes.some(({ id }) => id === change.disputeId);
}

/** The payment with a matter for money of which this word alone is known; a refusal if the word names no amount. */
function withUnheard(payment: Payment, change: Back, nowMs: number): Payment | Refusal {
  const { currency, moneyId } = change;
  const amountCents = centsOf(change);
  if (!isMoney(amountCents, currency)) return refuse("payment_mismatch");
  const matter: Mispaid = { kind: "mispaid", at: nowMs, amountCents, currency, moneyId: moneyId!, isUnheard: true };
  return withWord({ ...payment, matters: [...(payment.matters ?? []), matter] }, [matter], change, nowMs);
}

/** The cents that a word says went, or are asked back. */
const centsOf = (change: Back): number =>
  change.kind === "disputed" ? change.amountCents : "addedCents" in change ? change.addedCents : change.refundedCents;

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

/**
 * The matter that a change means which names no money, on a paid payment that could take it: one whose whole amount it tells,
 * where the paid money has another; or whose refund has failed, where none of the paid money has.
 */
function meantBeside(payment: Payment, change: Back): Mispaid | undefined {
  const meant = meantBy(payment, change);
  if (!meant) return undefined;
  if (change.kind === "refund_failed") return payment.refundedCents > change.refundedCents ? undefined : meant;
  const isKnown = change.kind === "disputed"
    ? payment.disputes.some(({ id }) => id === (change.disputeId ?? reversalId))
    : payment.refundedCents === centsOf(change);
  const isWhole = centsOf(change) === meant.amountCents && meant.amountCents !== payment.quote.totalCents;
  return isWhole && !isKnown ? meant : undefined;
}

/** The payment with a provider's word in these matters; the refusal if none of them can take it. */
function withWord(payment: Payment, matters: Mispaid[], change: Back, nowMs: number): Payment | Refusal {
  const told = new Map<MoneyMatter, Mispaid>();
  let refusal: Refusal | null = null;
  for (const matter of matters) {
    const known = matter.isUnheard ? withAtLeast(matter, change) : matter;
    const before = moneyOf(payment, known);
    const after = changedPayment(before, change, nowMs);
    if ("ok" in after) refusal = after;
    else told.set(matter, after === before ? matter : changedMatter(known, { before, after, change, nowMs }));
  }
  if (refusal && told.size === 0) return refusal;
  if (told.entries().every(([matter, next]) => matter === next)) return payment;
  return { ...payment, matters: payment.matters!.map((each) => told.get(each) ?? each), changedAt: nowMs };
}

/** Money of which nobody has told that it came, with as much as went of it by this word. */
function withAtLeast(matter: Mispaid, change: Back): Mispaid {
  const before = "addedCents" in change ? matter.back?.refundedCents ?? 0 : 0;
  const amountCents = Math.max(matter.amountCents, before + centsOf(change));
  return Number.isSafeInteger(amountCents) && change.currency === matter.currency ? { ...matter, amountCents } : matter;
}

interface Word {
  before: Payment;
  after: Payment;
  change: Back;
  nowMs: number;
}

function changedMatter({ settledAt: earlierAt, ...matter }: Mispaid, word: Word): Mispaid {
  const { refundedCents, refundToldAt, refundTotals, disputes } = word.after;
  const settledAt = matter.isUnheard ? settledUnheard(earlierAt, word) : settledAfter(earlierAt, word);
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
 * given for it: an admin has to look again; also where the bank has decided for us.
 */
function settledAfter(settledAt: number | undefined, { before, after, change, nowMs }: Word): number | undefined {
  if (disputedCents(after) > 0) return undefined;
  const wasGone = isGone(before) && disputedCents(before) === 0;
  if (!isGone(after)) {
    const isBackHere = wasGone || change.kind === "refund_failed" || disputedCents(before) > 0;
    return isBackHere ? undefined : settledAt;
  }
  if (wasGone) return settledAt;
  return settledAt === undefined ? nowMs : change.kind === "disputed" ? undefined : settledAt;
}

/** Only an admin settles money of which nobody has told that it came: how much of it there was is unknown. */
const settledUnheard = (settledAt: number | undefined, { before, after }: Word): number | undefined =>
  goneCents(before) === goneCents(after) && disputedCents(before) === disputedCents(after) ? settledAt : undefined;

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
function wordsOf(matter: Mispaid | undefined): Back[] {
  if (!matter?.back) return [];
  const { currency, moneyId, back: { refundedCents, refundToldAt = 0, refundTotals = [], disputes } } = matter;
  return [
    ...[...refundTotals, { refundedCents, toldAt: refundToldAt }].map(({ refundedCents, toldAt }): Back => ({
      ...{ kind: "refunded", refundedCents, currency, moneyId },
      ...(toldAt > 0 && { toldAt }),
    })),
    ...disputes.map(({ id, askedIn, wonAgainAt: _, ...dispute }): Back => ({
      ...dispute,
      ...{ kind: "disputed", moneyId },
      disputeId: id === reversalId ? null : id,
      currency: askedIn ?? currency,
    })),
  ];
}
