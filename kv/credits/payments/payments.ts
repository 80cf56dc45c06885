/**
 * Payments as they are read: what a man set out to buy, at which quote, and what became of it. They begin and end in
 * purchases.ts; credits move in payment_events.ts, on a provider's word alone.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { listKeys, pageOf, type Paging } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { PaymentMethod, Quote } from "../prices/quote.ts";
import type { PaymentTax } from "../tax/tax.ts";

export type { PaymentMethod, Quote } from "../prices/quote.ts";
export type ProviderName = "stripe" | "paypal" | "solidgate" | "sandbox";

/**
 * created: the man may pay; pending: money is under way; declined, expired, cancelled: nothing was paid (money that
 * arrives all the same is taken and credited); paid; refunded: all of it went back; disputed: the bank asks it back.
 */
export type PaymentState =
  | "created"
  | "pending"
  | "paid"
  | "declined"
  | "expired"
  | "cancelled"
  | "refunded"
  | "disputed";

/** What went of some money, or is asked back of it, as the provider said. */
export type MoneyBack = Pick<Payment, "refundedCents" | "refundToldAt" | "refundTotals" | "disputes">;

export interface Dispute {
  id: string;
  /** In the currency of the payment; all of it if the bank asks in another currency. */
  amountCents: number;
  /** The other currency (ISO 4217) in which the bank asks; absent if it is the payment's own. */
  askedIn?: string;
  outcome: "open" | "won" | "lost";
  /** Whether it was open here until this outcome was told; absent if it was not, or if it is open. */
  wasOpen?: true;
  /** Until when the provider takes evidence (ms since the epoch), where it said so when the dispute was opened. */
  dueAt?: number;
  /** From when on refunds are part of this dispute (ms since the epoch); absent where they come beside it. */
  refundsSince?: number;
  /** When the provider said so last, by its own clock (ms since the epoch); absent if it named no time. */
  toldAt?: number;
  /** When a dispute that was won was last said to be won (as `toldAt`); what was decided before is no news. */
  wonAgainAt?: number;
}

/**
 * Something about a payment's money that an admin has to look at (money_matters.ts). `at`: since when, `settledAt`: when an
 * admin, or the provider's word, has settled it, absent before (ms since the epoch, both).
 */
export type MoneyMatter =
  & { at: number; settledAt?: number }
  & (
    /**
     * Money that came in another amount or currency than ordered, or a second time; what came, what the provider calls it,
     * and what of it went since; absent before (mispaid/mispaid_money.ts). `isUnheard`: nobody has told that it came, and
     * the amount is what went of it at least.
     */
    | { kind: "mispaid"; amountCents: number; currency: string; moneyId: string; back?: MoneyBack; isUnheard?: true }
    /** A dispute that was lost before it was open here, or decided anew. */
    | { kind: "lost_dispute"; disputeId: string }
  );

/** The id under which a dispute is kept if a provider says that the money was taken back, but names no dispute. */
export const reversalId = "reversal";

/**
 * asked: the provider was asked to let nobody begin to pay any more, and its answer was lost; closed: it has said so;
 * ended: it has also said that nobody is paying.
 */
export const checkoutEndings = ["asked", "closed", "ended"] as const;
export type CheckoutEnding = typeof checkoutEndings[number];

/** Credits that were taken out when he withdrew, before their money goes back. */
export interface Withdrawn {
  credits: number;
  /** What is paid back for them. */
  cents: number;
  /**
   * How much of the payment was lost already when he withdrew (`lostCents`), less the refunds of it that have failed
   * since. That money goes back in addition to `cents`.
   */
  lostBeforeCents: number;
  /** The ids of our refunds that `lostBeforeCents` includes (money_refunds.ts); absent in older records. */
  refundsBefore?: string[];
}

export interface Payment {
  /** Opaque, unguessable. */
  id: string;
  manId: number;
  method: PaymentMethod;
  provider: ProviderName;
  quote: Quote;
  state: PaymentState;
  /** What the provider calls its checkout; null until there is one. */
  providerId: string | null;
  /** What the provider calls the money, once it is paid. */
  providerMoneyId: string | null;
  /** Where the man pays; null until the provider has said it. */
  checkoutUrl: string | null;
  /** How far a checkout that ends in steps has come with its end; absent before. */
  checkoutEnding?: CheckoutEnding;
  /** Scheme, host and language prefix of the pages that the man comes back to. */
  returnBase: string;
  /** The man's language, for the provider's page. */
  locale: string;
  /** The page of ours that he was on his way to, for afterwards. */
  next: string | null;
  /** The number of the receipt: counted without gaps, given when the payment is paid. */
  number: number | null;
  /** All times are ms since the epoch. */
  createdAt: number;
  /** From then on it is expired, unless money is under way. */
  expiresAt: number;
  paidAt: number | null;
  changedAt: number;
  /** All that was refunded so far; what was disputed is not in it. */
  refundedCents: number;
  /** As of when the provider reported that total, by its own clock; absent if it named no time. */
  refundToldAt?: number;
  /** Every such total, oldest first, as of its time or of the latest known before it (refunds_in_disputes.ts). */
  refundTotals?: { toldAt: number; refundedCents: number }[];
  /**
   * The refunds that have failed after the provider had taken them, by its ids, and why. A failure may be reported
   * before the request for the refund is answered.
   */
  failedRefunds?: { id: string; problem: string }[];
  disputes: Dispute[];
  /** What an admin has to look at, and what was settled of it; absent if nothing ever was. */
  matters?: MoneyMatter[];
  /** Credits that refunds and disputes have taken back so far. */
  reversedCredits: number;
  /** How many entries did that; each has its number in its key. */
  reversals: number;
  /** The money, in cents, that those entries stand for. */
  reversedCents?: number;
  /** Paid after its promo code had been freed, when it could be used no more: such a use is beyond the code's limits. */
  isBeyondPromo?: true;
  /** His request to begin at once: which words he was shown, and when (ms since the epoch). API calls may leave it out. */
  consent?: { version: string; at: number };
  /** The part of the payment that he withdrew from (withdrawals.ts). */
  withdrawn?: Withdrawn;
  /** Present if the seller charged tax when the payment began. */
  tax?: PaymentTax;
}

/** An id comes from outside: one that is too long for a key is no id. */
export const isPaymentId = (id: string): boolean => /^[\w-]{8,64}$/.test(id);

export const readPayment = (store: Store, paymentId: string): Promise<Deno.KvEntryMaybe<Payment>> =>
  store.kv.get<Payment>(keys.payment(isPaymentId(paymentId) ? paymentId : ""));

/** Any man's payment: for providers, staff and jobs. What he asks for himself goes by `paymentOf`. */
export async function paymentById(store: Store, paymentId: string): Promise<Payment | null> {
  return (await readPayment(store, paymentId)).value;
}

/** One's own payment; null for any other. */
export async function paymentOf(store: Store, manId: number, paymentId: string): Promise<Payment | null> {
  const payment = await paymentById(store, paymentId);
  return payment?.manId === manId ? payment : null;
}

/** The payment to which a provider's own id belongs, whether it names the checkout or any money that came. */
export async function paymentByProviderId(
  store: Store,
  provider: ProviderName,
  providerId: string,
): Promise<Payment | null> {
  if (providerId.length > 200) return null;
  const paymentId = (await store.kv.get<string>(keys.paymentIdByProviderId(provider, providerId))).value;
  return paymentId === null ? null : await paymentById(store, paymentId);
}

/** A man's payments in any state, newest first. */
export async function paymentsOf(
  store: Store,
  manId: number,
  paging: Paging,
): Promise<{ payments: Payment[]; totalCount: number }> {
  const ids = (await listKeys(store, prefixes.paymentsOfMan(manId))).map((key) => String(key[3]));
  const found = await getAll<Payment>(store, pageOf(ids, paging).map(keys.payment));
  return { payments: found.filter((payment) => payment !== null), totalCount: ids.length };
}

/** All of a man's payments in any state, newest first. */
export async function* allPaymentsOf(store: Store, manId: number): AsyncGenerator<Payment> {
  const limit = 100;
  for (let page = 1;; page++) {
    const { payments, totalCount } = await paymentsOf(store, manId, { page, limit });
    yield* payments;
    if (page * limit >= totalCount) return;
  }
}

/** The payments of a man that he may still pay, or whose money is under way, newest first; of the newest hundred. */
export async function openPaymentsOf(store: Store, manId: number): Promise<Payment[]> {
  const { payments } = await paymentsOf(store, manId, { page: 1, limit: 100 });
  return payments.filter(({ state }) => state === "created" || state === "pending");
}

/** The newest payment whose money arrived, whatever became of it later: it tells what a credit has cost this man. */
export async function lastPaidPayment(store: Store, manId: number): Promise<Payment | null> {
  const paymentId = await store.memory.recall(
    ["last_paid_payment", manId],
    async () => (await store.kv.get<string>(keys.lastPaidPayment(manId))).value,
  );
  return paymentId === null
    ? null
    : await store.memory.recall(["payment", paymentId], () => paymentById(store, paymentId));
}
