/** The order of a purchase between page and server: what is asked, what is answered; computes no price. */
import * as z from "zod/mini";

const shownQuote = z.object({
  lines: z.array(z.object({ label: z.string(), price: z.string(), isTotal: z.optional(z.boolean()) })),
  /** The words of the pay button; null where this cannot be paid. */
  pay: z.nullable(z.string()),
  /** What he will have afterwards. */
  after: z.string(),
  /** Sent back with the payment: only what was seen is paid. */
  seal: z.string(),
});

const purchaseAnswer = z.object({
  shown: z.nullable(shownQuote),
  promoError: z.nullable(z.string()),
});

export type ShownQuote = z.infer<typeof shownQuote>;
export type PurchaseAnswer = z.infer<typeof purchaseAnswer>;

/** The server's answer; null for anything that is none. */
export const readAnswer = (answer: unknown): PurchaseAnswer | null => purchaseAnswer.safeParse(answer).data ?? null;

const asked = ["rateId", "method", "promoCode"];

/** What the form asks for, as an address. */
export const orderQuery = (entries: Iterable<readonly [string, unknown]>): string =>
  new URLSearchParams(
    [...entries].flatMap(([name, value]) => asked.includes(name) && typeof value === "string" ? [[name, value]] : []),
  ).toString();
