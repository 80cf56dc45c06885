/**
 * The providers of the money tests: three who refund once for each key, and remember it in a store of their own, which no
 * kill of the site touches. They refuse some refunds, of some the first answer is lost, and some fail after they were
 * reported.
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
  /** It was refunded, and the money came back to the provider. */
  hasFailed: boolean;
}

/** What a provider says of a payment: all that is refunded, and after how many happenings that was so. */
interface Total {
  refundedCents: number;
  toldAt: number;
}

export interface Providers {
  all: PaymentProvider[];
  /** Lets one refund fail, once for each `name`; null if there is none to fail. A repeat is answered the same. */
  failRefund: (paymentId: string, name: string) => Promise<{ providerRefundId: string } & Total | null>;
  close: () => void;
}

/** The providers' store lies beside the site's own. */
export const providersFileOf = (file: string): string => `${file}-providers`;

/** Which provider a purchase is paid with: about half of the cards with the third. */
export const providerOf = ({ method, key }: Pick<Buying, "method" | "key">): ProviderName =>
  method === "paypal" ? "paypal" : diceOf(key, 2) === 0 ? "stripe" : "solidgate";

export async function openProviders(file: string): Promise<Providers> {
  const book = await Deno.openKv(file);
  const all = (["stripe", "paypal", "solidgate"] as const).map((name) => providerWith(name, book));
  return { all, failRefund: (paymentId, name) => failRefund(book, paymentId, name), close: () => book.close() };
}

/** All refunds that were made, in any order. */
export async function readGivenBack(file: string): Promise<GivenBack[]> {
  const book = await Deno.openKv(file);
  try {
    const pages = await Array.fromAsync(book.list<Page>({ prefix: pageKey("").slice(0, 1) }));
    return pages.flatMap(({ key: [, paymentId], value: { refunds } }) =>
      Object.entries(refunds).map(([key, { cents, failedAs }]) => ({
        paymentId: String(paymentId),
        key,
        cents,
        hasFailed: failedAs !== null,
      }))
    );
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

/** All that happened to the money of a payment; `moment` counts it. */
interface Page {
  moment: number;
  refunds: Record<string, Refund>;
}

/** `failedAs`: the name under which it failed, and the total that was reported then. */
interface Refund {
  cents: number;
  failedAs: ({ name: string } & Total) | null;
}

const pageKey = (paymentId: string) => ["refunds", paymentId];
const refundIdOf = (key: string): string => `at-provider-${key}`;

/** Writes what `next` makes of the page, whatever other processes write; changes nothing if that is null. */
async function write(book: Deno.Kv, paymentId: string, next: (page: Page) => Page | null): Promise<Page> {
  for (;;) {
    const entry = await book.get<Page>(pageKey(paymentId));
    const page = entry.value ?? { moment: 0, refunds: {} };
    const written = next(page);
    if (!written) return page;
    if ((await book.atomic().check(entry).set(entry.key, written).commit()).ok) return written;
  }
}

const totalOf = ({ moment, refunds }: Page): Total => ({
  refundedCents: Object.values(refunds).reduce((sum, { cents, failedAs }) => sum + (failedAs ? 0 : cents), 0),
  toldAt: moment,
});

async function giveBack(book: Deno.Kv, { paymentId, key, amountCents }: RefundOrder) {
  const refused = { state: "failed" as const, problem: "refused" };
  if (diceOf(key, 7) === 0) return refused;
  let isNew = false;
  const page = await write(book, paymentId, ({ moment, refunds }) => {
    isNew = !refunds[key];
    if (!isNew) return null;
    return { moment: moment + 1, refunds: { ...refunds, [key]: { cents: amountCents, failedAs: null } } };
  });
  if (isNew && diceOf(key, 5) === 0) throw new ProviderFailure("the answer was lost");
  const providerRefundId = refundIdOf(key);
  const { failedAs } = page.refunds[key]!;
  if (!failedAs) return { state: "done" as const, providerRefundId, ...totalOf(page) };
  const { refundedCents, toldAt } = failedAs;
  return { ...refused, known: { providerRefundId, refundedCents, toldAt } };
}

async function failRefund(book: Deno.Kv, paymentId: string, name: string) {
  const { refunds } = await write(book, paymentId, ({ moment, refunds }) => {
    if (Object.values(refunds).some(({ failedAs }) => failedAs?.name === name)) return null;
    const there = Object.entries(refunds).filter(([, { failedAs }]) => failedAs === null);
    const failing = there[diceOf(name, there.length)];
    if (!failing) return null;
    const [key, refund] = failing;
    const left = { moment: moment + 1, refunds: { ...refunds, [key]: { ...refund, failedAs: { name, ...noTotal } } } };
    return { ...left, refunds: { ...left.refunds, [key]: { ...refund, failedAs: { name, ...totalOf(left) } } } };
  });
  const failed = Object.entries(refunds).find(([, { failedAs }]) => failedAs?.name === name);
  if (!failed) return null;
  const [key, { failedAs }] = failed;
  const { refundedCents, toldAt } = failedAs!;
  return { providerRefundId: refundIdOf(key), refundedCents, toldAt };
}

const noTotal: Total = { refundedCents: 0, toldAt: 0 };

/** A number below `sides` that depends on nothing but the text. */
function diceOf(text: string, sides: number): number {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + sign.codePointAt(0)!) % 1_000_003;
  return sum % sides;
}
