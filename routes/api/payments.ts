/** Calls about buying credits. */
import * as z from "zod";
import type { User } from "../../kv/accounts/users.ts";
import type { PaymentMethod } from "../../kv/credits/payments.ts";
import type { Rate } from "../../kv/credits/prices.ts";
import { verifyPromo } from "../../kv/credits/promo_codes.ts";
import { promoDiscountOf } from "../../kv/credits/quote.ts";
import { ratesAt } from "../../kv/credits/rates.ts";
import { beginCheckout } from "../credits/checkout.ts";
import type { AppContext } from "../http/env.ts";
import { idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

const rateShape = z.object({
  id: z.number(),
  name: z.string(),
  credits: z.number(),
  bonusCredits: z.number(),
  priceCents: z.number(),
  currency: z.literal("EUR"),
  mark: z.enum(["most_popular", "best_value"]).nullable(),
});

const purchase = z.object({
  rateId: idField,
  promoCode: z.string().trim().max(100).nullish(),
  consentsToBegin: z.boolean().optional()
    .describe("The buyer asked to begin at once, and knows that no money comes back for what was used"),
  totalCents: idField.optional().describe("What the buyer was shown; where it costs something else, 409 quote_changed"),
  billingCountry: z.string().regex(/^[A-Za-z]{2}$/).optional()
    .describe(
      "Where the buyer lives (ISO 3166-1 alpha-2); needed where the seller charges VAT, which the price includes",
    ),
}).loose();

const shownRate = ({ words: _words, ...rate }: Rate): z.infer<typeof rateShape> => rate;

const promoRefusals = ["promo_unknown", "promo_expired", "promo_used"] as const;

const amountCentsMax = 100_000_000;

export const paymentCalls = [
  defineCall({
    method: "get",
    path: "/rates",
    summary: "The packages of credits for sale, by price",
    access: "everyone",
    query: z.object({ direction: z.enum(["asc", "desc"]).optional() }).loose(),
    answer: z.object({ rates: z.array(rateShape) }),
    async handle(c, { query }) {
      const { store } = c.var.deps;
      const sign = query.direction === "desc" ? -1 : 1;
      const sorted = (await ratesAt(store, store.now()))
        .toSorted((one, other) => sign * (one.priceCents - other.priceCents));
      return { ok: true, answer: { rates: sorted.map(shownRate) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/payments/card",
    summary: "Begin to buy a package by card; it is paid at checkoutUrl",
    access: "men",
    refuses: [...promoRefusals, "quote_changed", "payment_unavailable", "too_many_requests"],
    body: purchase,
    answer: z.object({ paymentId: z.string(), checkoutUrl: z.string() }),
    async handle(c, input) {
      const begun = await begin(c, "card", input);
      if (!begun.ok) return begun;
      return { ok: true, answer: { paymentId: begun.payment.id, checkoutUrl: begun.checkoutUrl } };
    },
  }),
  defineCall({
    method: "post",
    path: "/payments/pay-pal",
    summary: "Begin to buy a package by PayPal, 5% off; it is paid at invoiceUrl",
    access: "men",
    refuses: [...promoRefusals, "quote_changed", "payment_unavailable", "too_many_requests"],
    body: purchase,
    answer: z.object({ paymentId: z.string(), invoiceUrl: z.string() }),
    async handle(c, input) {
      const begun = await begin(c, "paypal", input);
      if (!begun.ok) return begun;
      return { ok: true, answer: { paymentId: begun.payment.id, invoiceUrl: begun.checkoutUrl } };
    },
  }),
  defineCall({
    method: "post",
    path: "/promo-codes/:promoCode/verify",
    summary: "What a promo code takes off an amount; both in cents, the amount after the wallet discount",
    access: "men",
    refuses: [...promoRefusals, "too_many_requests"],
    params: z.object({ promoCode: z.string().trim().min(1).max(100) }),
    body: z.object({
      amount: idField.refine((cents) => cents <= amountCentsMax, "too_big").meta({ maximum: amountCentsMax }),
    }).loose(),
    answer: z.object({ discount: z.number(), credits: z.number() }),
    async handle(c, { params, body, user }) {
      const verified = await verifyPromo(c.var.deps.store, user.id, params.promoCode);
      if (!verified.ok) return verified;
      const { promo } = verified;
      return { ok: true, answer: { discount: promoDiscountOf(promo, body.amount), credits: promo.credits } };
    },
  }),
];

/** A call without a key is a wish of its own. */
function begin(
  c: AppContext,
  method: PaymentMethod,
  { body, user, idempotencyKey }: { body: z.infer<typeof purchase>; user: User; idempotencyKey: string | null },
) {
  const key = `call:${method}:${idempotencyKey ?? c.var.deps.store.randomToken()}`;
  const { rateId, promoCode = null, totalCents, consentsToBegin: hasConsented, billingCountry } = body;
  const seen = totalCents === undefined ? undefined : { totalCents };
  return beginCheckout(c, { manId: user.id, rateId, method, promoCode, key, seen, hasConsented, billingCountry });
}
