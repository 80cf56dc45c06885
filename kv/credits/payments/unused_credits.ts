/**
 * Which of a man's credits he bought and has not used, and what they cost him. Given credits are spent before bought
 * ones, and bought ones in the order in which they were bought, so that as many as possible remain to be paid back.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type Currency, firstCurrency, type Money, payableUp, sumsOf } from "../prices/currencies.ts";
import type { Entry } from "../ledger/entry.ts";
import { lostCents } from "./payment_changes.ts";
import type { Payment, ProviderName } from "./payments.ts";

/** The unused credits of one payment. */
export interface UnusedPart {
  paymentId: string;
  provider: ProviderName;
  credits: number;
  /** The share of the price that these credits are of all that the payment brought, rounded up to what can be paid. */
  cents: number;
  /** Absent for euros. */
  currency?: Currency;
}

export interface UnusedCredits {
  credits: number;
  /** What the credits that were paid in euros cost. */
  cents: number;
  currency: typeof firstCurrency;
  /** What the credits that were paid in other currencies cost; absent if there are none. */
  otherSums?: Money[];
  parts: UnusedPart[];
}

/** What a part cost. */
export const moneyOfPart = ({ cents, currency = firstCurrency }: Pick<UnusedPart, "cents" | "currency">): Money => ({
  cents,
  currency,
});

/** What unused credits cost, one sum for each currency; empty if there is nothing to pay back. */
export const moneyOfUnused = ({ cents, currency, otherSums = [] }: UnusedCredits): Money[] =>
  sumsOf([{ cents, currency }, ...otherSums]);

interface Lot {
  /** Null for credits that were given. */
  paymentId: string | null;
  left: number;
}

/** The man's credits in lots, and the number of the last entry that was followed. */
async function followedLots(store: Store, manId: number): Promise<{ lots: CreditLots; seq: number }> {
  const lots = new CreditLots();
  let seq = 0;
  for await (const { value } of store.kv.list<Entry>({ prefix: prefixes.entries(manId) }, { batchSize: 500 })) {
    lots.follow(value);
    seq = value.seq;
  }
  return { lots, seq };
}

/**
 * The unused part of one payment, and `seq`, the last entry that was counted. The part is null if nothing can be paid
 * back, or while a bank decides about any of it: a withdrawal asks the provider at once, and of such a payment no money
 * is asked back (money_refunds.ts).
 */
export async function unusedOf(store: Store, payment: Payment): Promise<{ part: UnusedPart | null; seq: number }> {
  const { lots, seq } = await followedLots(store, payment.manId);
  const left = lots.lots.find(({ paymentId }) => paymentId === payment.id)?.left ?? 0;
  const isDisputed = payment.state === "disputed";
  return { part: left === 0 || isDisputed ? null : partOf(payment, left), seq };
}

/**
 * The bought and unused credits of a man, by payment. Of a payment about a part of which a bank decides, the rest counts:
 * what a man who leaves asks back is paid some time later (refund_requests.ts), and must not be forgotten until then.
 */
export const unusedCreditsOf = async (store: Store, manId: number): Promise<UnusedCredits> =>
  (await readUnused(store, manId)).unused;

/**
 * All unused credits of a man, and `seq`, the last entry that was counted. `changedAfter` (ms since the epoch) leaves out
 * payments of which no provider has said anything since: that they are paid, or that money which had gone back came again.
 */
export async function readUnused(
  store: Store,
  manId: number,
  changedAfter = -Infinity,
): Promise<{ unused: UnusedCredits; seq: number }> {
  const { lots, seq } = await followedLots(store, manId);
  const bought = lots.lots.flatMap(({ paymentId, left }) =>
    paymentId === null || left === 0 ? [] : { paymentId, left }
  );
  const payments = await getAll<Payment>(store, bought.map(({ paymentId }) => keys.payment(paymentId)));
  const parts = payments.flatMap((payment, at) =>
    payment?.paidAt != null && payment.changedAt > changedAfter ? partOf(payment, bought[at]!.left) ?? [] : []
  );
  const credits = parts.reduce((sum, part) => sum + part.credits, 0);
  const sums = sumsOf(parts.map(moneyOfPart));
  const cents = sums.find(({ currency }) => currency === firstCurrency)?.cents ?? 0;
  const otherSums = sums.filter(({ currency }) => currency !== firstCurrency);
  const unused: UnusedCredits = {
    credits,
    cents,
    currency: firstCurrency,
    ...(otherSums.length > 0 && { otherSums }),
    parts,
  };
  return { unused, seq };
}

function partOf(payment: Payment, credits: number): UnusedPart | null {
  const { totalCents, totalCredits, currency } = payment.quote;
  const share = payableUp(totalCents * credits / totalCredits, currency);
  const cents = Math.min(share, totalCents - lostCents(payment));
  const ofOther = currency === firstCurrency ? {} : { currency };
  return cents > 0 ? { paymentId: payment.id, provider: payment.provider, credits, cents, ...ofOther } : null;
}

/**
 * A man's credits in lots, followed entry by entry; pure. The sum of all lots is his balance less what he owes. Money
 * that went back takes credits from the lot of its own payment alone, which may fall below zero: then the other lots
 * stand in for it until its own credits come back.
 */
export class CreditLots {
  /** Given credits first, then what was bought, oldest first. */
  readonly #lots: Lot[] = [{ paymentId: null, left: 0 }];
  /** What each charge took from which lot, so that what comes back goes back there. */
  #taken = new Map<number, Lot[]>();

  /** What is left in each lot. The lots that are spent first are the first to stand in for one that is below zero. */
  get lots(): Lot[] {
    let lacking = this.#lots.reduce((sum, { left }) => sum + Math.max(0, -left), 0);
    return this.#lots.map(({ paymentId, left }) => {
      const standsIn = Math.min(Math.max(0, left), lacking);
      lacking -= standsIn;
      return { paymentId, left: Math.max(0, left) - standsIn };
    });
  }

  follow(entry: Entry): void {
    const { deltaCredits, reference: { paymentId } } = entry;
    if (deltaCredits >= 0) this.#put(entry);
    else if (paymentId !== undefined) this.#lot(paymentId).left += deltaCredits;
    else this.#take(entry.seq, -deltaCredits);
  }

  #put({ deltaCredits, reference, reversesSeq }: Entry): void {
    let rest = deltaCredits;
    const taken = reversesSeq === undefined ? [] : this.#taken.get(reversesSeq) ?? [];
    // Bought credits come back first: they are worth the most.
    for (const part of taken.toReversed()) {
      const back = Math.min(part.left, rest);
      part.left -= back;
      rest -= back;
      this.#lot(part.paymentId).left += back;
    }
    this.#lot(reversesSeq === undefined ? reference.paymentId ?? null : null).left += rest;
  }

  #take(seq: number, credits: number): void {
    let rest = credits;
    const taken: Lot[] = [];
    for (const lot of this.#lots) {
      const part = Math.min(Math.max(0, lot.left), rest);
      if (part === 0) continue;
      lot.left -= part;
      rest -= part;
      taken.push({ paymentId: lot.paymentId, left: part });
    }
    this.#taken.set(seq, taken);
  }

  #lot(paymentId: string | null): Lot {
    const known = this.#lots.find((lot) => lot.paymentId === paymentId);
    if (known) return known;
    const lot: Lot = { paymentId, left: 0 };
    this.#lots.push(lot);
    return lot;
  }
}
