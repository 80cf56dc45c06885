/**
 * The only place where a payment becomes credits: a provider's verified event is acted on, once. One commit checks that
 * the event is new and that the payment is unchanged, and writes the entry of the ledger.
 */
import type { Store } from "../../open.ts";
import { addContactEnd } from "../../safety/background/contact_ends.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { transact } from "../../store/commit.ts";
import { dayMs } from "../../store/days.ts";
import { laneOf } from "../../store/jobs/lanes.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { moneyReference } from "../ledger/entry.ts";
import { post, type Posted } from "../ledger/ledger.ts";
import { addLateMoney, hasLeft } from "./late_money.ts";
import { readMoneyRefunds } from "./money_refunds.ts";
import { heard } from "./mispaid/mispaid_money.ts";
import { type MoneyEntry, noteMoney, putMoney, putOpenMatter, readMoney, withLostUnheard } from "./money_matters.ts";
import { putOpenDispute } from "./open_disputes.ts";
import { creditsToReverse, holdsPromo, lostCents, type PaymentChange } from "./payment_changes.ts";
import { type Payment, type ProviderName, readPayment } from "./payments.ts";
import { checkPromo, holdPromo, type PromoFacts, readPromoFacts, releasePromo } from "../prices/promo_codes.ts";
import { addPendingEnd } from "./purchases.ts";
import { followTotal } from "./sending_refunds.ts";
import { isAllGone } from "./refunds_in_total.ts";
import { addSettling, settleJobId } from "./settling.ts";
import { documentNumber } from "../tax/tax.ts";
import { addDocuments, lacksDocuments, readNumbering } from "../tax/tax_documents.ts";

export type { PaymentChange } from "./payment_changes.ts";

export interface PaymentEvent {
  provider: ProviderName;
  /** The provider's own id of the event, by which a repeat is known. */
  eventId: string;
  paymentId: string;
  change: PaymentChange;
}

export type AppliedEvent = Result<{ payment: Payment; isRepeat: boolean }>;

/** Providers repeat an event for some days. After that, the key of the entry still keeps credits from moving twice. */
const rememberedMs = 90 * dayMs;
/** How often a change is planned: another process may change the payment between our reading and our commit. */
const plansAtMost = 20;

/**
 * Acts on a verified event; a repeat changes nothing. Money for a payment that had ended is credited all the same: the
 * customer paid. Refuses `not_found` if this provider has no such payment, and `payment_mismatch` if amount or currency
 * are not the agreed ones; then the event is not remembered, and money that came waits on the desk (money_matters.ts).
 */
export async function applyPaymentEvent(store: Store, event: PaymentEvent): Promise<AppliedEvent> {
  return await store.mutexes.run(`payment:${event.paymentId}`, async () => {
    const noted = await noteEvent(store, event);
    if (!noted.ok) return noted;
    // Also after a repeat: the process that took an earlier delivery may have died between the two commits.
    return { ...noted, payment: await settleReversal(store, event.paymentId) };
  });
}

async function noteEvent(store: Store, event: PaymentEvent): Promise<AppliedEvent> {
  for (let plan = 0; plan < plansAtMost; plan++) {
    const facts = await readFacts(store, event);
    const payment = facts.payment.value;
    if (!payment || payment.provider !== event.provider) return refuse("not_found");
    if (facts.event.versionstamp !== null) return { ok: true, payment, isRepeat: true };
    const { told, noted = payment, isOfOther } = heard(payment, event.change, store.now());
    if ("ok" in told) {
      if (await noteMoney(store, facts, noted)) return told;
      continue;
    }
    const next = withLostUnheard(payment, told, store.now());
    const isPaidNow = payment.paidAt === null && next.paidAt !== null;
    const committed = isPaidNow
      ? await commitRefill(store, event, facts, next)
      : await commitChange(store, event, { ...facts, isOfOther }, withPromo(store, facts, next));
    if (committed) return { ok: true, payment: committed, isRepeat: false };
  }
  throw new Error("a payment changed all the time");
}

/** What the commit of an event depends on. */
interface Facts {
  payment: Deno.KvEntryMaybe<Payment>;
  event: Deno.KvEntryMaybe<unknown>;
  receipt: Deno.KvEntryMaybe<number>;
  promo: PromoFacts | null;
  money: MoneyEntry;
  /** Whether the event is of other money alone than what the payment is paid with. */
  isOfOther?: boolean;
}

async function readFacts(store: Store, { paymentId, provider, eventId, change }: PaymentEvent): Promise<Facts> {
  const [payment, event, receipt, money] = await Promise.all([
    readPayment(store, paymentId),
    store.kv.get(keys.paymentEvent(provider, eventId)),
    store.kv.get<number>(keys.receiptNumber()),
    readMoney(store, provider, change),
  ]);
  const promoCode = payment.value?.quote.promoCode;
  const promo = promoCode ? await readPromoFacts(store, payment.value!.manId, promoCode) : null;
  return { payment, event, receipt, promo, money };
}

/**
 * The payment as it is told, if the use of its promo code was freed and may be no more. Nothing is captured of an order that
 * is approved again then: it stays as it was. Money that was taken all the same is credited, beyond the code's limits.
 */
function withPromo(store: Store, { payment, promo }: Facts, told: Payment): Payment {
  const before = payment.value!;
  const takesUse = promo && !holdsPromo(before.state) && holdsPromo(told.state);
  if (!takesUse || checkPromo(store, promo).ok) return told;
  return told.paidAt === null ? before : { ...told, isBeyondPromo: true };
}

/** Does the work of the job `settle_payment`, which stands until the credits of money that went back are taken back. */
export async function settlePayment(store: Store, paymentId: string): Promise<void> {
  await store.mutexes.run(`payment:${paymentId}`, () => settleReversal(store, paymentId));
}

/** Adds the changed payment, the mark that the event was acted on, and the use of the promo code. At most five checks. */
function addChange(store: Store, op: Deno.AtomicOperation, event: PaymentEvent, facts: Facts, next: Payment): void {
  op.check(facts.payment).check(facts.event)
    .set(facts.payment.key, next)
    .set(facts.event.key, { at: store.now(), paymentId: next.id, kind: event.change.kind }, { expireIn: rememberedMs });
  if (facts.promo && holdsPromo(next.state)) holdPromo(op, facts.promo, next.id);
  if (facts.promo && !holdsPromo(next.state)) releasePromo(op, facts.promo, next.id);
  if (isAboutMoney(event.change)) putPaymentRecord(store, op, event, facts, next);
  putOpenDispute(store, op, facts.payment.value!, next);
  putOpenMatter(op, facts.payment.value!, next);
  putMoney(op, next, facts.money);
  addSettling(store, op, next);
}

const isAboutMoney = ({ kind }: PaymentChange): boolean =>
  kind === "paid" || kind === "refunded" || kind === "refund_failed" || kind === "disputed";

/** Adds the audit record of what the provider said about money and how the payment stands then; it has no actor. */
function putPaymentRecord(
  store: Store,
  op: Deno.AtomicOperation,
  { provider, change }: PaymentEvent,
  { isOfOther = false }: Facts,
  next: Payment,
): void {
  const { id, manId, state, quote, tax } = next;
  // Of a payment that is not paid, money goes back that came in place of what was ordered.
  const isMispaid = "refundedCents" in change && (next.paidAt === null || isOfOther);
  const refundedCents = isMispaid ? change.refundedCents : next.refundedCents;
  putAuditRecord(store, op, {
    action: `payment_${change.kind}`,
    actorId: null,
    subject: `payment:${id}`,
    details: {
      manId,
      provider,
      state,
      totalCents: quote.totalCents,
      currency: quote.currency,
      ...(tax?.receipt && { receipt: documentNumber(tax.receipt) }),
      ...(tax && tax.creditNotes.length > 0 && { creditNote: documentNumber(tax.creditNotes.at(-1)!) }),
      ...((change.kind === "refunded" || change.kind === "refund_failed") && { refundedCents }),
      ...(isMispaid && change.currency !== quote.currency && { refundedIn: change.currency }),
      ...(change.kind === "disputed" && { outcome: change.outcome, disputedCents: change.amountCents }),
      ...(change.kind === "disputed" && change.currency !== quote.currency && { disputedIn: change.currency }),
    },
  });
}

/** Commits a change, the credit note that it calls for and its effect on our refunds; null if what was read has changed. */
async function commitChange(
  store: Store,
  event: PaymentEvent,
  facts: Facts,
  changed: Payment,
): Promise<Payment | null> {
  const commit = () =>
    transact<Payment | null>(async () => {
      const { change } = event;
      const { isOfOther } = facts;
      const before = facts.payment.value!;
      // Our refunds are of the paid money.
      const failure = change.kind === "refund_failed" && !isOfOther ? change : null;
      const [numbering, refunds] = await Promise.all([
        readNumbering(store, changed),
        failure || (change.kind === "refunded" && !isOfOther) || isAllGone(before) !== isAllGone(changed)
          ? readMoneyRefunds(store, changed.id)
          : null,
      ]);
      const op = store.kv.atomic();
      const known = refunds ? followTotal(store, op, before, changed, refunds, failure) : changed;
      const next = addDocuments(op, numbering, known, change.kind === "disputed" && !isOfOther);
      addChange(store, op, event, facts, next);
      const isToBeTaken = change.kind === "approved" && changed !== before;
      if (isToBeTaken) addJob(store, op, { kind: "capture_payment", paymentId: next.id });
      // The job that ends the payment after its hour may have run while it was declined, and there is no other.
      if (isToBeTaken && before.state === "declined") addPendingEnd(store, op, next);
      return { done: (await op.commit()).ok ? next : null };
    });
  return await (lacksDocuments(changed) ? store.mutexes.run("receipts", commit) : commit());
}

/** Commits the credits, the receipt with its number and all the rest at once; null if what was read has changed. */
async function commitRefill(store: Store, event: PaymentEvent, facts: Facts, paid: Payment): Promise<Payment | null> {
  return await store.mutexes.run("receipts", async () => {
    let next = paid;
    const posted = await post(store, {
      manId: paid.manId,
      operation: "refill",
      deltaCredits: paid.quote.totalCredits,
      reference: { paymentId: paid.id, note: paid.quote.rateName },
      idempotencyKey: refillKeyOf(paid),
    }, {
      read: () => Promise.all([readFacts(store, event), readNumbering(store, paid), hasLeft(store, paid.manId)]),
      add(op, _entry, [now, numbering, isGone]) {
        if (isChanged(facts, now)) return refuse("conflict");
        next = addDocuments(op, numbering, {
          ...withPromo(store, now, paid),
          number: (now.receipt.value ?? 0) + 1,
        });
        addChange(store, op, event, now, next);
        op.check(now.receipt).set(now.receipt.key, next.number)
          .set(keys.lastPaidPayment(next.manId), next.id)
          .set(keys.paymentIdByProviderId(next.provider, next.providerMoneyId!), next.id);
        // For its tax he, or the provider, may have said that he lives in the United States.
        if (next.tax) addContactEnd(store, op, next.manId);
        if (isGone) addLateMoney(store, op, next.manId);
      },
    });
    return isDone(posted) ? next : null;
  });
}

/** The idempotency key of a payment's one refill. */
export const refillKeyOf = ({ provider, id }: Pick<Payment, "provider" | "id">): string => `payment:${provider}:${id}`;

const isChanged = (before: Facts, now: Facts): boolean =>
  now.payment.versionstamp !== before.payment.versionstamp || now.event.versionstamp !== null;

/** False if the posting has to be planned anew. Throws if the ledger refused it otherwise: an invariant is broken. */
function isDone(posted: Posted): boolean {
  if (!posted.ok && posted.reason !== "conflict") throw new Error(`the ledger refused a payment: ${posted.reason}`);
  return posted.ok && !posted.isRepeat;
}

/**
 * Takes back the credits of money that went back, or gives them again if a dispute was won or a refund failed after
 * all: one entry for whatever is still missing.
 */
async function settleReversal(store: Store, paymentId: string): Promise<Payment> {
  for (let plan = 0; plan < plansAtMost; plan++) {
    const entry = await readPayment(store, paymentId);
    const payment = entry.value!;
    const reversedCredits = creditsToReverse(payment);
    const deltaCredits = payment.reversedCredits - reversedCredits;
    if (deltaCredits === 0) return payment;
    const { withdrawn } = payment;
    // The part that he withdrew from counts as gone from then on.
    const reversedCents = Math.max(lostCents(payment), withdrawn ? withdrawn.lostBeforeCents + withdrawn.cents : 0);
    const cents = reversedCents - (payment.reversedCents ?? estimatedCents(payment));
    const reversals = payment.reversals + 1;
    const next: Payment = { ...payment, reversedCredits, reversedCents, reversals, changedAt: store.now() };
    const posted = await post(store, {
      manId: payment.manId,
      operation: "refund",
      deltaCredits,
      reference: {
        paymentId,
        note: payment.quote.rateName,
        ...moneyReference([{ cents, currency: payment.quote.currency }]),
      },
      idempotencyKey: `${refillKeyOf(payment)}:reversal:${next.reversals}`,
      mayOwe: true,
    }, {
      read: () => Promise.all([readPayment(store, paymentId), hasLeft(store, payment.manId)]),
      add(op, _entry, [now, isGone]) {
        if (now.versionstamp !== entry.versionstamp) return refuse("conflict");
        op.check(now).set(now.key, next).delete(
          keys.job(laneOf("settle_payment"), payment.changedAt, settleJobId(payment)),
        );
        if (isGone && deltaCredits > 0) addLateMoney(store, op, payment.manId);
        putAuditRecord(store, op, {
          action: deltaCredits < 0 ? "payment_credits_taken_back" : "payment_credits_given_again",
          actorId: null,
          subject: `payment:${paymentId}`,
          details: { manId: payment.manId, credits: Math.abs(deltaCredits) },
        });
      },
    });
    if (isDone(posted)) return next;
  }
  throw new Error("a payment changed all the time");
}

/** For payments from before `reversedCents` was noted: as large a part of the money as of the credits. */
const estimatedCents = ({ reversedCredits, quote }: Payment): number =>
  Math.round(reversedCredits * quote.totalCents / quote.totalCredits);
