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

export interface Dispute {
  id: string;
  amountCents: number;
  outcome: "open" | "won" | "lost";
  /** Until when the provider takes evidence (ms since the epoch), where it said so when the dispute was opened. */
  dueAt?: number;
  /** As of when the provider told of it so, by its own clock (ms since the epoch); absent where it named no time. */
  toldAt?: number;
}

/** What stands for a dispute where a provider says that the money was taken back, and names none. */
export const reversalId = "reversal";

/** Credits that were taken out when he withdrew, before their money goes back. */
export interface Withdrawn {
  credits: number;
  /** What is paid back for them. */
  cents: number;
  /**
   * What was lost of the payment already when he withdrew (lostCents), less what of it has failed since; that money goes
   * back on top.
   */
  lostBeforeCents: number;
  /** Which refunds of ours that counts, by their ids (money_refunds.ts); absent where it was not noted yet. */
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
  /** Scheme, host and language prefix of the pages that the man comes back to. */
  returnBase: string;
  /** The man's language, for the provider's page. */
  locale: string;
  /** The page of ours that he was on his way to, for afterwards. */
  next: string | null;
  /** Of the receipt: counted without gaps, given when it is paid. */
  number: number | null;
  /** All times are ms since the epoch. */
  createdAt: number;
  /** From then on it is expired, unless money is under way. */
  expiresAt: number;
  paidAt: number | null;
  changedAt: number;
  /** What was refunded so far, and what was disputed. */
  refundedCents: number;
  /** As of when the provider told so, by its own clock; absent where it named no time. */
  refundToldAt?: number;
  /**
   * Which refunds have failed after they were taken, by the provider's names, and why; that may be told before the request
   * for the refund is answered.
   */
  failedRefunds?: { id: string; problem: string }[];
  disputes: Dispute[];
  /** Credits that refunds and disputes have taken back so far. */
  reversedCredits: number;
  /** How many entries did that: each has a number of its own. */
  reversals: number;
  /** The money that those entries stand for. */
  reversedCents?: number;
  /** That he asked to begin at once: which words he was shown, and when (ms since the epoch). Calls may leave it out. */
  consent?: { version: string; at: number };
  /** What of it he withdrew from (withdrawals.ts). */
  withdrawn?: Withdrawn;
  /** Where its seller charged tax when it began. */
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

/** The payment that a provider's own id stands for: of its checkout, or of the money. */
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

/** The newest payment that arrived, whatever became of it later: what a credit has cost this man. */
export async function lastPaidPayment(store: Store, manId: number): Promise<Payment | null> {
  const paymentId = await store.memory.recall(
    ["last_paid_payment", manId],
    async () => (await store.kv.get<string>(keys.lastPaidPayment(manId))).value,
  );
  return paymentId === null
    ? null
    : await store.memory.recall(["payment", paymentId], () => paymentById(store, paymentId));
}
