/** For tests of refunds that fail: a payment of James, and its provider, who tells what became of each part. */
import { audit } from "../records/audit.ts";
import { paidPayment, say } from "./payments.ts";
import { createMan, type TestStore } from "./store.ts";
import { lastEntry, post } from "../credits/ledger/ledger.ts";
import { askMoneyBack, moneyRefundsOf, retryMoneyBack } from "../credits/payments/money_refunds.ts";
import { refundableCents } from "../credits/payments/refunds_in_total.ts";
import { type Payment, paymentById } from "../credits/payments/payments.ts";
import { beginSending, noteRefundOutcome } from "../credits/payments/sending_refunds.ts";

/** James has bought 65 credits for 28.50 euros. */
export async function worldOf(store: TestStore, wanted: Parameters<typeof paidPayment>[2] = {}) {
  const james = await createMan(store, { firstname: "James" });
  const payment = await paidPayment(store, james.id, wanted);
  return { james, payment, atProvider: new AtProvider(store, payment) };
}

/** The provider of his payment; its clock ticks with each event. */
class AtProvider {
  #toldAt = 0;
  /** The provider's ids of the refunds that it has taken. */
  #names = new Map<string, string>();

  constructor(readonly store: TestStore, readonly payment: Payment) {}

  /** An admin asks for a refund, and the site begins to send it. */
  async ask(id: string, cents: number): Promise<void> {
    const asked = await askMoneyBack(this.store, { id, paymentId: this.payment.id, cents, actorId: 3 });
    if (!asked.ok) throw new Error(asked.reason);
    await beginSending(this.store, this.payment.id, id);
  }

  /** A webhook reports the total that has gone back so far. */
  async tell(refundedCents: number): Promise<void> {
    await say(this.store, this.payment, { ...this.#total(refundedCents), kind: "refunded" });
  }

  /** The answer to the request is written down. */
  async answerDone(id: string): Promise<void> {
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "done", providerRefundId: this.#nameOf(id) });
  }

  async done(id: string, refundedCents: number): Promise<void> {
    await beginSending(this.store, this.payment.id, id);
    await this.tell(refundedCents);
    await this.answerDone(id);
  }

  /** The provider refuses the refund. */
  async refuse(id: string): Promise<void> {
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "failed", problem: "closed" });
  }

  /** The site sends the refund, and the provider takes it under an id of its own; it ends later. */
  async take(id: string): Promise<void> {
    const { refund: { round } } = (await beginSending(this.store, this.payment.id, id))!;
    this.#names.set(id, round === 0 ? `re_${id}` : `re_${id}_${round}`);
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "sent", providerRefundId: this.#nameOf(id) });
  }

  /** Nobody answers about the refund for half a day. */
  async giveUp(id: string): Promise<void> {
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "failed", problem: "no_answer" });
  }

  /** An admin presses "Try again", and reads what becomes of it. */
  async retry(id: string): Promise<string> {
    const retried = await retryMoneyBack(this.store, { paymentId: this.payment.id, refundId: id, actorId: 3 });
    if (!retried.ok) throw new Error(retried.reason);
    return retried.refund.state;
  }

  /** How many cents can still be refunded. */
  async left(): Promise<number> {
    const { store, payment: { id } } = this;
    return refundableCents((await paymentById(store, id))!, await moneyRefundsOf(store, id));
  }

  /** The provider reports, so many times, that the refund failed after all, and that `refundedCents` are gone now. */
  async fail(id: string, refundedCents: number, times = 1): Promise<void> {
    for (let each = 0; each < times; each++) {
      const about = { providerRefundId: this.#nameOf(id), problem: "closed" };
      await say(this.store, this.payment, { ...this.#total(refundedCents), ...about, kind: "refund_failed" });
    }
  }

  #nameOf(id: string): string {
    return this.#names.get(id) ?? `re_${id}`;
  }

  #total(refundedCents: number) {
    return { refundedCents, currency: "EUR", toldAt: ++this.#toldAt };
  }
}

export const spend = (store: TestStore, manId: number, credits: number) =>
  post(store, { manId, operation: "sent_letter", deltaCredits: -credits, reference: {}, idempotencyKey: "spent" });

/** His balance, and what he owes. */
export const stands = async (store: TestStore, manId: number) => {
  const { balanceAfter, owedAfter } = (await lastEntry(store, manId))!;
  return [balanceAfter, owedAfter];
};

/** The faults that the audit finds, without those of letters that these tests only pretend to send. */
export const faults = async (store: TestStore) =>
  (await audit(store)).filter((sentence) => !/paid for a letter without naming it/.test(sentence));
