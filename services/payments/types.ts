/**
 * What the site expects of every payment provider: a checkout on the provider's pages, and signed word of what became
 * of it.
 */
import { type Currency, type Method, methods, type ProviderName, type Takes } from "./currencies.ts";

export type { Currency, Method, ProviderName } from "./currencies.ts";

/** What is to be paid. The same order asked for again is the same checkout: `paymentId` is the idempotency key. */
export interface Order {
  paymentId: string;
  method: Method;
  amountCents: number;
  currency: Currency;
  /** What the provider's page calls it, in the buyer's language. */
  description: string;
  locale: string;
  /** Absolute addresses that the buyer comes back to. */
  successUrl: string;
  cancelUrl: string;
  /** Ms since the epoch. */
  expiresAt: number;
}

export interface Checkout {
  /** What the provider calls it. */
  providerId: string;
  /** Where the buyer pays. */
  checkoutUrl: string;
}

/** A checkout as it is kept: of a man who has left, its address is forgotten. */
export interface KnownCheckout {
  providerId: string;
  checkoutUrl: string | null;
}

/**
 * What a provider says has become of a payment. Amounts are integer cents (currencies.ts). Currencies are upper-case,
 * and so is the country in which the buyer lives (ISO 3166-1 alpha-2), if the provider tells it.
 */
export type Change =
  | { kind: "pending" | "declined" | "expired" | "cancelled" }
  /** The buyer agreed; the money has still to be taken. */
  | { kind: "approved"; amountCents: number; currency: string; buyerCountry?: string }
  | { kind: "paid"; amountCents: number; currency: string; moneyId: string; buyerCountry?: string }
  | Refunded
  | RefundFailed
  | Disputed;

/**
 * `disputeId` is null if the provider says that the money was taken back and names no dispute. `dueAt`: until when it
 * takes evidence; `toldAt`: as of when it says so; `refundsSince`: from when on refunds are part of the dispute, where they
 * are. All ms since the epoch, if it tells.
 */
export interface Disputed {
  kind: "disputed";
  disputeId: string | null;
  amountCents: number;
  currency: string;
  outcome: "open" | "won" | "lost";
  dueAt?: number;
  toldAt?: number;
  refundsSince?: number;
}

/** All that was refunded so far, not the last refund alone; `toldAt`: as of when, by the provider's clock, ms. */
export interface Refunded {
  kind: "refunded";
  refundedCents: number;
  currency: string;
  toldAt?: number;
}

/**
 * A refund that was accepted, or even told of as done, has failed after all; `refundedCents` is what stays refunded.
 */
export interface RefundFailed extends Omit<Refunded, "kind"> {
  kind: "refund_failed";
  providerRefundId: string;
  /** The provider's own code. */
  problem: string;
}

/** A provider's country as one of ours, or nothing where it is none. PayPal calls China "C2". */
export function countryIn(code: string | null | undefined): { buyerCountry?: string } {
  const buyerCountry = code === "C2" ? "CN" : code?.toUpperCase();
  return buyerCountry && /^[A-Z]{2}$/.test(buyerCountry) ? { buyerCountry } : {};
}

export interface ProviderEvent {
  /** Unique at the provider; it repeats an event under the same id. */
  eventId: string;
  /** The provider's own name for it. */
  type: string;
  /** Whose event it is: our id where the provider carries it, else the id of the money. */
  paymentId: string | null;
  moneyId: string | null;
  change: Change;
}

export interface HookMessage {
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** Ms since the epoch. */
  nowMs: number;
}

/** A genuine event, null for one that does not concern us; or why the message is not believed. */
export type HookReading =
  | { ok: true; event: ProviderEvent | null }
  | { ok: false; problem: "forged" | "stale" | "malformed" };

/** Money that is to go back, all of a payment or a part. Asked for again under the same `key`, it goes back once. */
export interface RefundOrder {
  /** Our own id of the refund. */
  refundId: string;
  key: string;
  /** Whose money it was, and what the provider calls it. */
  paymentId: string;
  moneyId: string;
  amountCents: number;
  currency: Currency;
  /** What the provider last told as refunded of this money, and as of when by its clock (ms); 0 if it did not say. */
  refundedCents: number;
  refundToldAt: number;
  /** When it was asked for, ms since the epoch. */
  requestedAt: number;
  /** The provider's id of this refund if it was asked for earlier and had not come to an end; null otherwise. */
  providerRefundId: string | null;
  /** Whether it was sent before and its answer may be lost. */
  wasSent: boolean;
  /** What the provider calls the other refunds of this money. */
  otherRefundIds: readonly string[];
}

/** All that was refunded of this money, and as of when by the provider's clock. */
export type RefundTotal = Pick<Refunded, "refundedCents" | "toldAt">;

/**
 * A refund is under way; or done, with all that was refunded of this money so far, or with its own part from a provider
 * that keeps no total; or failed, with the provider's own code, and, if the provider knows the refund, all that is refunded
 * without it.
 */
export type RefundAnswer =
  | { state: "sent"; providerRefundId: string }
  | { state: "done"; providerRefundId: string } & (RefundTotal | { addedCents: number })
  | { state: "failed"; problem: string; known?: { providerRefundId: string } & RefundTotal };

/** The texts that a bank is shown, by Stripe's names of them: each at most 20,000 characters, all together 150,000. */
export const evidenceFields = [
  "customer_name",
  "customer_email_address",
  "product_description",
  "service_date",
  "refund_policy_disclosure",
  "access_activity_log",
  "uncategorized_text",
] as const;
export type EvidenceFields = Record<typeof evidenceFields[number], string>;
export const evidenceLengthMax = 20_000;

/** Evidence for a dispute: `stage` lays it down where no bank sees it, `submit` hands it to the bank, which is for good. */
export interface EvidenceOrder {
  disputeId: string;
  step: "stage" | "submit";
  /** What is sent again under the same key is done once. */
  key: string;
  fields: EvidenceFields;
  /** Whether it was submitted before and the answer may be lost. */
  wasSent: boolean;
}

/**
 * Done, with until when the provider takes evidence (ms since the epoch); or failed, with its code or one of ours, and
 * whether nothing can be sent for this dispute any more.
 */
export type EvidenceAnswer =
  | { state: "done"; dueAt: number | null }
  | { state: "failed"; problem: string; isFinal?: boolean };

/** Why evidence is not taken, in our own words: the bank has some, the dispute is over, or takes none. */
export const evidenceProblems = { submitted: "submitted", closed: "closed", unanswerable: "unanswerable" } as const;

export interface PaymentProvider {
  name: ProviderName;
  /** What can be paid with here, and in which currencies. */
  takes: Takes;
  /** Origins of its pages, which a form of ours may lead to. */
  checkoutOrigins: readonly string[];
  /**
   * Opens a checkout. Throws `ProviderRefusal` if the provider refuses and there is none; otherwise `ProviderFailure`.
   */
  openCheckout: (order: Order) => Promise<Checkout>;
  /**
   * For how long after its hour a checkout can be paid (ms), even if it was declined, unless it is ended; absent if not
   * at all.
   */
  payableMs?: number;
  /**
   * Lets nobody begin to pay any more, which has to be done before a checkout is ended; absent if ending does it. Returns
   * the provider's code if it refuses, as it may once it has done so; null if it is done. Throws `ProviderFailure`.
   */
  closeCheckout?: (checkout: KnownCheckout) => Promise<string | null>;
  /** Ends a checkout; true if it surely cannot be paid any more. Throws `ProviderFailure`. */
  endCheckout: (checkout: KnownCheckout) => Promise<boolean>;
  /** Reads a webhook. Throws only if the provider has to be asked and cannot be: then it sends the webhook again. */
  readHook: (hook: HookMessage) => Promise<HookReading>;
  /** Takes the money of an approved order, once for each key. Throws `ProviderFailure`. */
  capture?: (providerId: string, key: string) => Promise<"captured" | "declined">;
  /** Gives money back, once for each key; asked again it says how the refund stands. Throws `ProviderFailure`. */
  refund: (order: RefundOrder) => Promise<RefundAnswer>;
  /** Sends evidence for a dispute, once for each key. Throws `ProviderFailure`. */
  sendEvidence?: (order: EvidenceOrder) => Promise<EvidenceAnswer>;
  /** Our payment for the provider's id of the money; null where it is none of ours. Throws `ProviderFailure`. */
  paymentIdOfMoney?: (moneyId: string) => Promise<string | null>;
}

/** The provider could not do it now; its message names what failed, and never a secret or a person. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
}

/** The provider has refused it for good, and nothing of it was done, now or before. */
export class ProviderRefusal extends ProviderFailure {
  override name = "ProviderRefusal";
  /** Whether it refuses the site itself, whoever buys whatever: the operator has to see to it. */
  readonly isOfSite: boolean;

  constructor(message: string, { isOfSite = false, ...options }: ErrorOptions & { isOfSite?: boolean } = {}) {
    super(message, options);
    this.isOfSite = isOfSite;
  }
}

/** The providers of a site, and what they offer. */
export class PaymentProviders {
  readonly all: readonly PaymentProvider[];

  constructor(all: readonly PaymentProvider[]) {
    this.all = all;
  }

  /** The methods by which euros can be paid here; none where nothing is configured. */
  get methods(): Method[] {
    return this.methodsIn("EUR");
  }

  /** The methods by which a currency can be paid here. */
  methodsIn(currency: Currency): Method[] {
    return methods.filter((method) => this.forMethod(method, currency) !== null);
  }

  forMethod(method: Method, currency: Currency = "EUR"): PaymentProvider | null {
    return this.all.find(({ takes }) => takes[method]?.includes(currency)) ?? null;
  }

  /** Whether a method takes any currency here. */
  takes(method: Method): boolean {
    return this.all.some(({ takes }) => (takes[method]?.length ?? 0) > 0);
  }

  /** The provider that takes cards; null if none does. */
  get cardsBy(): Exclude<ProviderName, "paypal"> | null {
    const name = this.forMethod("card")?.name;
    return name === undefined || name === "paypal" ? null : name;
  }

  named(name: ProviderName): PaymentProvider | null {
    return this.all.find((provider) => provider.name === name) ?? null;
  }

  /** Every origin that a form for paying may lead to. */
  get checkoutOrigins(): string[] {
    return [...new Set(this.all.flatMap((provider) => provider.checkoutOrigins))];
  }
}
