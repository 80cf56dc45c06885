/** Calls about buying credits. */
import * as z from "zod";
import type { User } from "../../kv/accounts/users.ts";
import type { PaymentMethod } from "../../kv/credits/payments/payments.ts";
import { currencies, firstCurrency } from "../../kv/credits/prices/currencies.ts";
import { type PricedRate, rateIn } from "../../kv/credits/prices/prices.ts";
import { verifyPromo } from "../../kv/credits/prices/promo_codes.ts";
import { promoDiscountOf } from "../../kv/credits/prices/quote.ts";
import { ratesAt } from "../../kv/credits/prices/rates.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { beginCheckout } from "../credits/checkout.ts";
import { currenciesSold } from "../credits/shop.ts";
import type { AppContext } from "../http/env.ts";
import { idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

const rateShape = z.object({
  id: z.number(),
  name: z.string(),
  credits: z.number(),
  bonusCredits: z.number(),
  priceCents: z.number(),
  currency: z.enum(currencies),
  mark: z.enum(["most_popular", "best_value"]).nullable(),
});

const currencyField = z.enum(currencies).optional();

const purchase = z.object({
  rateId: idField,
  currency: currencyField.describe("In which it is paid, one of those of /rates; euros unless told otherwise"),
  promoCode: z.string().trim().max(100).nullish(),
  consentsToBegin: z.boolean().optional()
    .describe("The buyer asked to begin at once, and knows that no money comes back for what was used"),
  totalCents: idField.optional().describe("What the buyer was shown; where it costs something else, 409 quote_changed"),
  billingCountry: z.string().regex(/^[A-Za-z]{2}$/).optional()
    .describe(
      "Where the buyer lives (ISO 3166-1 alpha-2); needed where the seller charges VAT, which the price includes",
    ),
}).loose();

const shownRate = ({ words: _words, ...rate }: PricedRate): z.infer<typeof rateShape> => rate;

const promoRefusals = ["promo_unknown", "promo_expired", "promo_used"] as const;

const amountCentsMax = 100_000_000;

export const paymentCalls = [
  defineCall({
    method: "get",
    path: "/rates",
    summary: "The packages of credits for sale, by price",
    access: "everyone",
    query: z.object({ direction: z.enum(["asc", "desc"]).optional(), currency: currencyField }).loose(),
    answer: z.object({
      rates: z.array(rateShape),
      currencies: z.array(z.enum(currencies)).describe(
        "In which all of them are sold; prices are converted by no rate",
      ),
    }),
    async handle(c, { query }) {
      const { store } = c.var.deps;
      const sign = query.direction === "desc" ? -1 : 1;
      const all = await ratesAt(store, store.now());
      const sold = currenciesSold(c, all);
      const currency = query.currency ?? firstCurrency;
      if (!sold.includes(currency)) return refuse("invalid", { fields: { currency: "wrong_value" } });
      const sorted = all.map((rate) => rateIn(rate, currency)!)
        .sort((one, other) => sign * (one.priceCents - other.priceCents));
      return { ok: true, answer: { rates: sorted.map(shownRate), currencies: sold } };
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
  ...([
    ["alipay", "/payments/alipay", "Alipay"],
    ["wechat_pay", "/payments/wechat-pay", "WeChat Pay"],
  ] as const).map(([method, path, name]) =>
    defineCall({
      method: "post",
      path,
      summary: `Begin to buy a package by ${name}, where the site offers it in the currency; it is paid at checkoutUrl`,
      access: "men",
      refuses: [...promoRefusals, "quote_changed", "payment_unavailable", "too_many_requests"],
      body: purchase,
      answer: z.object({ paymentId: z.string(), checkoutUrl: z.string() }),
      async handle(c, input) {
        const begun = await begin(c, method, input);
        if (!begun.ok) return begun;
        return { ok: true, answer: { paymentId: begun.payment.id, checkoutUrl: begun.checkoutUrl } };
      },
    })
  ),
  defineCall({
    method: "post",
    path: "/promo-codes/:promoCode/verify",
    summary: "What a promo code takes off an amount; both in cents, the amount after the wallet discount",
    access: "men",
    refuses: [...promoRefusals, "too_many_requests"],
    params: z.object({ promoCode: z.string().trim().min(1).max(100) }),
    body: z.object({
      amount: idField.refine((cents) => cents <= amountCentsMax, "too_big").meta({ maximum: amountCentsMax }),
      currency: currencyField.describe("Of the amount; euros unless told otherwise"),
    }).loose(),
    answer: z.object({ discount: z.number(), credits: z.number() }),
    async handle(c, { params, body, user }) {
      const verified = await verifyPromo(c.var.deps.store, user.id, params.promoCode);
      if (!verified.ok) return verified;
      const { promo } = verified;
      const discount = promoDiscountOf(promo, body.amount, body.currency ?? firstCurrency);
      return { ok: true, answer: { discount, credits: promo.credits } };
    },
  }),
];

/** Begins a checkout; each call without an Idempotency-Key is a purchase of its own. */
function begin(
  c: AppContext,
  method: PaymentMethod,
  { body, user, idempotencyKey }: { body: z.infer<typeof purchase>; user: User; idempotencyKey: string | null },
) {
  const key = `call:${method}:${idempotencyKey ?? c.var.deps.store.randomToken()}`;
  const { rateId, currency, promoCode = null, totalCents, consentsToBegin: hasConsented, billingCountry } = body;
  const seen = totalCents === undefined ? undefined : { totalCents };
  const wish = { manId: user.id, rateId, currency, method, promoCode, key };
  return beginCheckout(c, { ...wish, seen, hasConsented, billingCountry });
}
