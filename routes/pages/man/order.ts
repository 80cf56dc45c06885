/** What a man has chosen so far, read from a form or an address, and the quote that it makes, in words. */
import { formatCents } from "../../../i18n/format.ts";
import type { PurchaseAnswer, ShownQuote } from "../../../islands/purchase/state.ts";
import type { Currency } from "../../../kv/credits/prices/currencies.ts";
import { openPaymentsOf } from "../../../kv/credits/payments/payments.ts";
import { normaliseCode, readPromoFacts } from "../../../kv/credits/prices/promo_codes.ts";
import { quoteFor } from "../../../kv/credits/payments/purchases.ts";
import { type PaymentMethod, paymentMethods, type Quote, quoteOf } from "../../../kv/credits/prices/quote.ts";
import { ratesInAt, wasForSale } from "../../../kv/credits/prices/rates.ts";
import { countryById, countryByIso } from "../../../kv/ladies/countries.ts";
import type { Result } from "../../../kv/store/refusals.ts";
import { quoteRows } from "../../credits/quote_rows.ts";
import { shopFor } from "../../credits/shop.ts";
import { includedTaxRow, taxingSellerOf } from "../../credits/tax_rows.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { safeNext } from "../../http/next_path.ts";
import { idOf } from "../../http/read_input.ts";
import { messageOf } from "../../http/refusal_answer.tsx";
import { type Credits, creditsOf } from "./balance_frame.tsx";

export interface Order {
  /** Null if no package is chosen. */
  rateId: number | null;
  /** Whether he chose a package that is no longer for sale. */
  isGone?: boolean;
  /** The currency in which he sees prices and pays; his account remembers it. */
  currency: Currency;
  method: PaymentMethod;
  /** The way to pay that he chose, even if it exists only for other currencies; null if he chose none. */
  chosenMethod: PaymentMethod | null;
  promoCode: string;
  /** The country where he lives (ISO 3166-1 alpha-2), as he chose it; null if he chose none. */
  billingCountry: string | null;
  /** The page that he was on his way to. */
  next: string | null;
}

export interface QuotedOrder extends PurchaseAnswer {
  /** What can be paid; without the code if that cannot be used. */
  quote: Quote | null;
}

/** The ways to pay in a currency here, the cheaper one first; none if nothing is configured. */
export function methodsOf(c: AppContext, currency: Currency): PaymentMethod[] {
  const methods = c.var.deps.payments.methodsIn(currency);
  return [...paymentMethods].sort((one) => one === "paypal" ? -1 : 0).filter((method) => methods.includes(method));
}

/** Reads an order. A value that is not offered counts as not chosen; the first method stands in for one not offered. */
export async function orderOf(c: AppContext, raw: Record<string, unknown>): Promise<Order> {
  const { currency, rates } = await shopFor(c);
  const methods = methodsOf(c, currency);
  const text = (name: string) => typeof raw[name] === "string" ? raw[name].trim() : "";
  const wanted = idOf(text("rateId"));
  const chosenMethod = paymentMethods.find((method) => method === text("method")) ?? null;
  const rateId = rates.find(({ id }) => id === wanted)?.id ?? null;
  return {
    rateId,
    isGone: wanted !== null && rateId === null && await wasForSale(c.var.deps.store, wanted),
    currency,
    method: methods.find((method) => method === chosenMethod) ?? methods[0] ?? "card",
    chosenMethod,
    promoCode: text("promoCode").slice(0, 60),
    billingCountry: countryByIso(text("billingCountry"))?.iso ?? null,
    next: safeNext(text("next")),
  };
}

/** The country where he lives: as he chose, until then as his account says. */
export const billingCountryOf = (c: MemberContext, { billingCountry }: Order): string =>
  billingCountry ?? countryById(c.var.signedIn.user.countryId)?.iso ?? "";

/** The quote of an order. If its code cannot be used, it is the price without it, on a button that says so. */
export async function quotedOrder(c: MemberContext, order: Order): Promise<QuotedOrder> {
  if (order.rateId === null) return { quote: null, shown: null, promoError: null };
  const { rateId, currency, method } = order;
  const wanted = { manId: c.var.signedIn.user.id, rateId, currency, method };
  const { store } = c.var.deps;
  const [quoted, credits] = await Promise.all([
    quoteWith(c, { ...wanted, promoCode: order.promoCode || null }),
    creditsOf(c),
  ]);
  const country = billingCountryOf(c, order);
  if (quoted.ok) return { quote: quoted.quote, shown: shownOf(c, quoted.quote, country, credits), promoError: null };
  const plain = await quoteFor(store, { ...wanted, promoCode: null });
  if (!plain.ok) return { quote: null, shown: null, promoError: messageOf(c, quoted) };
  const { quote } = plain;
  return { quote, shown: shownOf(c, quote, country, credits, order.promoCode), promoError: messageOf(c, quoted) };
}

interface Wanted {
  manId: number;
  rateId: number;
  currency: Currency;
  method: PaymentMethod;
  promoCode: string | null;
}

/** A code that only an unpaid payment of his own holds can be used: that payment is given up when this one begins. */
async function quoteWith(c: AppContext, wanted: Wanted): Promise<Result<{ quote: Quote }>> {
  const { store } = c.var.deps;
  const { manId, rateId, currency, method, promoCode } = wanted;
  const quoted = await quoteFor(store, wanted);
  if (quoted.ok || quoted.reason !== "promo_used" || !promoCode) return quoted;
  const code = normaliseCode(promoCode);
  const open = await openPaymentsOf(store, manId);
  const isHeldByHimself = open.some(({ state, quote }) => state === "created" && quote.promoCode === code);
  const promo = isHeldByHimself ? (await readPromoFacts(store, manId, code)).promo.value : null;
  const rate = promo && (await ratesInAt(store, currency, store.now())).find(({ id }) => id === rateId);
  return rate ? { ok: true, quote: quoteOf(rate, method, promo) } : quoted;
}

/** `refusedCode` is the code that he entered, if it cannot be used. */
function shownOf(
  c: AppContext,
  quote: Quote,
  country: string,
  { balanceCredits, owedCredits }: Credits,
  refusedCode: string | null = null,
): ShownQuote {
  const { deps, facts, facts: { t, locale } } = c.var;
  const seller = taxingSellerOf(deps);
  const tax = seller ? [includedTaxRow(facts, seller, { quote, country, nowMs: deps.store.now() })] : [];
  const total = formatCents(locale, quote.totalCents, quote.currency);
  const after = balanceCredits + Math.max(0, quote.totalCredits - owedCredits);
  return {
    lines: quoteRows(facts, quote, { tax }),
    pay: t(refusedCode ? "balance:purchase.payWithout" : "balance:purchase.pay", { total }),
    after: t("balance:purchase.after", { credits: t("common:credits", { count: after }) }),
    shownTotal: totalHash(quote, refusedCode),
  };
}

/**
 * What the pay button sends back, so that only what was seen is paid; without his code only if the button said so of this
 * very code.
 */
const totalHash = ({ currency, totalCents, totalCredits }: Quote, refusedCode: string | null): string =>
  [currency, totalCents, totalCredits, ...(refusedCode ? ["without", normaliseCode(refusedCode)] : [])].join("-");
