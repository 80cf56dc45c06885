/**
 * The providers of the money tests: three who give money back once for each key, and remember it in a store of their own,
 * which no kill of the site touches. Some refunds they refuse, of some the answer is lost the first time.
 */
import {
  type PaymentProvider,
  ProviderFailure,
  type ProviderName,
  type RefundOrder,
} from "../../services/payments/types.ts";
import type { Buying } from "./operations.ts";

export interface GivenBack {
  paymentId: string;
  key: string;
  cents: number;
}

export interface Providers {
  all: PaymentProvider[];
  close: () => void;
}

/** Beside the site's own. */
export const providersFileOf = (file: string): string => `${file}-providers`;

/** By whom a purchase is paid: every second card by the third provider. */
export const providerOf = ({ method, key }: Pick<Buying, "method" | "key">): ProviderName =>
  method === "paypal" ? "paypal" : diceOf(key, 2) === 0 ? "stripe" : "solidgate";

export async function openProviders(file: string): Promise<Providers> {
  const book = await Deno.openKv(file);
  const all = (["stripe", "paypal", "solidgate"] as const).map((name) => providerWith(name, book));
  return { all, close: () => book.close() };
}

/** All that was given back, in any order. */
export async function readGivenBack(file: string): Promise<GivenBack[]> {
  const book = await Deno.openKv(file);
  try {
    return await Array.fromAsync(book.list<number>({ prefix: ["refund"] }), ({ key, value }) => ({
      paymentId: String(key[1]),
      key: String(key[2]),
      cents: value,
    }));
  } finally {
    book.close();
  }
}

function providerWith(name: ProviderName, book: Deno.Kv): PaymentProvider {
  const unasked = (): never => {
    throw new Error("nobody asks for that here");
  };
  return {
    name,
    takes: {},
    checkoutOrigins: [],
    openCheckout: unasked,
    endCheckout: unasked,
    readHook: unasked,
    refund: (order) => giveBack(book, order),
  };
}

async function giveBack(book: Deno.Kv, { paymentId, key, amountCents }: RefundOrder) {
  if (diceOf(key, 7) === 0) return { state: "failed" as const, problem: "refused" };
  const entry = ["refund", paymentId, key];
  const made = await book.atomic().check({ key: entry, versionstamp: null }).set(entry, amountCents).commit();
  if (made.ok && diceOf(key, 5) === 0) throw new ProviderFailure("the answer was lost");
  let refundedCents = 0;
  for await (const { value } of book.list<number>({ prefix: ["refund", paymentId] })) refundedCents += value;
  return { state: "done" as const, providerRefundId: `at-provider-${key}`, refundedCents };
}

/** The same text always throws the same. */
function diceOf(text: string, sides: number): number {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + sign.codePointAt(0)!) % 1_000_003;
  return sum % sides;
}
