/**
 * What things cost now, in credits and in money: every price in credits may say what that is in money, at a rate that is
 * named beside it.
 */
import { formatCents } from "../../i18n/format.ts";
import { man } from "../../kv/accounts/users.ts";
import { lastPaidPayment } from "../../kv/credits/payments/payments.ts";
import type { Currency } from "../../kv/credits/prices/currencies.ts";
import { type ActPrices, centsPerCredit, type Rate } from "../../kv/credits/prices/prices.ts";
import { pricesAt } from "../../kv/credits/prices/tariffs.ts";
import type { AppContext } from "../http/env.ts";
import { rateName } from "./rate_names.ts";
import { shopFor } from "./shop.ts";

/** The page that tells everybody what things cost. */
export const howSiteWorksPath = "/how-site-works";

/** What a number of credits cost in money: what was paid for them, or would be. */
export interface CreditRate {
  /** The package, by its English name. */
  rateName: string;
  rateWords?: Rate["words"];
  totalCents: number;
  totalCredits: number;
  currency: Currency;
  /** True if the man himself paid this; false for the price list. */
  isPaid: boolean;
}

export interface CreditPrices {
  /** What each act costs at this moment, in credits. */
  acts: ActPrices;
  /** "≈ €5.54" */
  money: (credits: number) => string;
  /** "10 credits ≈ €5.54" */
  price: (credits: number) => string;
  /** A sentence that says which rate it is; the short one stands beside a button. */
  note: string;
  shortNote: string;
}

/**
 * The dearest rate of the list, for readers who have bought nothing yet: with no package does a credit cost more than
 * they were told.
 */
async function listRate(c: AppContext): Promise<CreditRate> {
  const { rates } = await shopFor(c);
  const dearest = rates.reduce((most, rate) => centsPerCredit(rate) > centsPerCredit(most) ? rate : most);
  const { name, words, priceCents: totalCents, credits, bonusCredits, currency } = dearest;
  return {
    rateName: name,
    rateWords: words,
    totalCents,
    totalCredits: credits + bonusCredits,
    currency,
    isPaid: false,
  };
}

/** What each act costs now, in credits. */
export const actPricesNow = ({ var: { deps: { store } } }: AppContext): Promise<ActPrices> =>
  pricesAt(store, store.now());

/** The reader's prices in money: by his last paid package, by the dearest of the list for everybody else. */
export async function creditPricesOf(c: AppContext): Promise<CreditPrices> {
  const [rate, acts] = await Promise.all([rateOf(c), actPricesNow(c)]);
  return creditPricesAt(c, rate, acts);
}

async function rateOf(c: AppContext): Promise<CreditRate> {
  const user = c.var.signedIn?.user;
  if (user?.groupId !== man) return await listRate(c);
  const [paid, listed] = await Promise.all([lastPaidRate(c, user.id), listRate(c)]);
  return paid ?? listed;
}

async function lastPaidRate(c: AppContext, manId: number): Promise<CreditRate | null> {
  const payment = await lastPaidPayment(c.var.deps.store, manId);
  if (!payment) return null;
  const { rateName, rateWords, totalCents, totalCredits, currency } = payment.quote;
  return { rateName, rateWords, totalCents, totalCredits, currency, isPaid: true };
}

function creditPricesAt(c: AppContext, rate: CreditRate, acts: ActPrices): CreditPrices {
  const { t, locale } = c.var.facts;
  const money = (credits: number) => `≈\u00a0${formatCents(locale, centsOf(rate, credits), rate.currency)}`;
  const words = {
    rate: rateName(c.var.facts, rate.rateName, rate.rateWords),
    amounts: t(`balance:amounts.${rate.currency}`),
  };
  return {
    acts,
    money,
    price: (credits) => `${t("common:credits", { count: credits })} ${money(credits)}`,
    note: t(rate.isPaid ? "balance:money.paid" : "balance:money.list", words),
    shortNote: t(rate.isPaid ? "balance:money.paidShort" : "balance:money.listShort", words),
  };
}

/** Integer cents, to the nearest; for showing only, never for charging. */
export const centsOf = ({ totalCents, totalCredits }: CreditRate, credits: number): number =>
  Math.round(credits * totalCents / totalCredits);
