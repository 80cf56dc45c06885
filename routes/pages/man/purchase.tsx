/** Buying credits: choose, see the quote, pay. Choosing is an address (GET); only the pay button posts. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { chooseCurrency } from "../../../kv/credits/prices/chosen_currency.ts";
import { type Refusal, refusals } from "../../../kv/store/refusals.ts";
import { countryOptions } from "../../account/country_names.ts";
import { beginCheckout, leaveForCheckout } from "../../credits/checkout.ts";
import { shopFor } from "../../credits/shop.ts";
import { taxingSellerOf } from "../../credits/tax_rows.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { sendKeyField } from "../../http/fields.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { messageOf } from "../../http/refusal_answer.tsx";
import { balanceCrumbs, BalanceFrame, balancePaths, creditsOf } from "./balance_frame.tsx";
import { billingCountryOf, methodsOf, type Order, orderOf, quotedOrder } from "./order.ts";
import { PurchaseView } from "./purchase_view.tsx";

export const purchasePage: PageDefinition = {
  paths: [balancePaths.purchase],
  access: "men",
  get: async (c) => await showPurchase(c, await orderOf(c, c.req.query())),
  post: (c, body) => body.choose === "currency" ? chooseAnother(c, body) : pay(c, body),
};

const quotePath = "/man/balance/quote";

/** The quote for the page's script, in the same words as on the page itself. */
export const quotePage: PageDefinition = { paths: [quotePath], access: "men", get: answerQuote };

async function answerQuote(c: MemberContext): Promise<Response> {
  const { shown, promoError } = await quotedOrder(c, await orderOf(c, c.req.query()));
  c.header("cache-control", "private, no-store");
  return c.json({ shown, promoError });
}

interface Outcome {
  status: ContentfulStatusCode;
  /** Said above the order. */
  problem: string;
}

async function showPurchase(c: MemberContext, order: Order, outcome?: Outcome): Promise<Response> {
  const { t } = c.var.facts;
  const { store } = c.var.deps;
  const [credits, quoted, shop] = await Promise.all([creditsOf(c), quotedOrder(c, order), shopFor(c)]);
  const { shown, promoError } = quoted;
  // Somebody without a script sent the form to see his order.
  const isSent = !outcome && c.req.query("purchaseKey") !== undefined;
  const isEmptyOrder = isSent && order.rateId === null;
  const isRefused = isEmptyOrder || isSent && promoError !== null;
  const problem = isEmptyOrder ? t("balance:purchase.chooseFirst") : outcome?.problem ?? null;
  return await answerPage(c, {
    title: t("common:buyCredits"),
    robots: "noindex",
    waitsForMainPart: true,
    status: isRefused ? 422 : outcome?.status ?? 200,
    crumbs: balanceCrumbs(c, "purchase"),
    view: (
      <BalanceFrame tab="purchase" next={order.next} {...credits}>
        <PurchaseView
          shop={shop}
          order={order}
          answer={{ shown, promoError }}
          billing={billingOf(c, order)}
          methods={methodsOf(c, order.currency)}
          problem={problem}
          purchaseKey={store.randomToken()}
        />
      </BalanceFrame>
    ),
  });
}

/** The question in which country he lives; null if no tax depends on it. */
const billingOf = (c: MemberContext, order: Order) =>
  taxingSellerOf(c.var.deps) && {
    chosen: billingCountryOf(c, order),
    countries: countryOptions(c.var.facts.locale).map(({ iso, label }) => ({ value: iso, label })),
  };

/** Notes in which currency he wishes to see prices, and shows his order in it. */
async function chooseAnother(c: MemberContext, body: Body): Promise<Response> {
  const { currencies } = await shopFor(c);
  const wanted = currencies.find((each) => each === body.currency);
  if (wanted) await chooseCurrency(c.var.deps.store, c.var.signedIn.user.id, wanted);
  // `orderOf` still reads the order in the former currency; the way to pay may exist for the new one only.
  const { rateId, chosenMethod: method, next, promoCode, billingCountry } = await orderOf(c, body);
  const kept = Object.entries({ rateId, method, promoCode, billingCountry, next }).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : []
  );
  const query = new URLSearchParams(kept).toString();
  return c.redirect(localHref(c.var.facts.prefix, balancePaths.purchase) + (query && `?${query}`), 303);
}

function problemOf(c: MemberContext, refusal: Refusal): string {
  const { t } = c.var.facts;
  if (refusal.reason === "quote_changed") return t("balance:purchase.changed");
  if (refusal.reason === "idempotency_key_reused") return t("balance:purchase.usedKey");
  return messageOf(c, refusal);
}

/** Pays for exactly what was seen; anything else is shown first. */
async function pay(c: MemberContext, body: Body): Promise<Response> {
  const { t } = c.var.facts;
  const manId = c.var.signedIn.user.id;
  const order = await orderOf(c, body);
  const again = (status: ContentfulStatusCode, problem: string) => showPurchase(c, order, { status, problem });
  if (methodsOf(c, order.currency).length === 0) return await showPurchase(c, order);
  if (order.isGone) return await again(409, t("balance:purchase.changed"));
  if (order.rateId === null) return await again(422, t("balance:purchase.chooseFirst"));
  const key = sendKeyField.safeParse(body.purchaseKey);
  if (!key.success) return await again(409, t("balance:purchase.stale"));
  const { quote, shown, promoError } = await quotedOrder(c, order);
  if (!quote || body.shownTotal !== shown?.shownTotal) {
    return await (promoError ? again(422, t("balance:purchase.codeFirst")) : again(409, t("balance:purchase.changed")));
  }
  if (taxingSellerOf(c.var.deps) && order.billingCountry === null) {
    return await again(422, t("balance:purchase.countryFirst"));
  }
  if (body.consent !== "yes") return await again(422, t("balance:purchase.consentFirst"));
  const { rateId, currency, method, billingCountry, next } = order;
  const promoCode = promoError ? null : order.promoCode || null;
  const wish = { manId, rateId, currency, method, promoCode, key: key.data, next, seen: quote };
  const begun = await beginCheckout(c, { ...wish, billingCountry, hasConsented: true });
  if (begun.ok) return leaveForCheckout(c, begun);
  return await again(refusals[begun.reason], problemOf(c, begun));
}
