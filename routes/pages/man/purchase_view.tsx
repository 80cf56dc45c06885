/**
 * The packages as a price list, and beside them the order. One form: choosing is GET; paying and choosing another currency
 * are POST.
 */
import { Button } from "../../../components/buttons.tsx";
import { SelectField, type SelectOption } from "../../../components/fields.tsx";
import { Mark } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { formatCents, formatCurrency, formatNumber } from "../../../i18n/format.ts";
import Purchase from "../../../islands/purchase/island.tsx";
import type { PurchaseAnswer } from "../../../islands/purchase/state.ts";
import { centsPerCredit, type PricedRate } from "../../../kv/credits/prices/prices.ts";
import { type PaymentMethod, walletDiscountPercent } from "../../../kv/credits/prices/quote.ts";
import { withdrawalDays } from "../../../kv/credits/payments/withdrawals.ts";
import { rateName } from "../../credits/rate_names.ts";
import type { Shop } from "../../credits/shop.ts";
import { balancePaths } from "./balance_frame.tsx";
import type { Order } from "./order.ts";

interface PurchaseViewProps {
  /** What is for sale now. */
  shop: Shop;
  order: Order;
  answer: PurchaseAnswer;
  /** The countries to choose from; null if no tax depends on where he lives. */
  billing: { chosen: string; countries: SelectOption[] } | null;
  /** Empty if nothing can be paid at present. */
  methods: readonly PaymentMethod[];
  problem: string | null;
  /** The fresh key of the form, so that pressing twice is one payment. */
  purchaseKey: string;
}

export function PurchaseView({ shop, order, answer, billing, methods, problem, purchaseKey }: PurchaseViewProps) {
  const { href } = usePage();
  return (
    <form class="shop" method="get" action={href(balancePaths.purchase)}>
      {order.next && <input type="hidden" name="next" value={order.next} />}
      <input type="hidden" name="purchaseKey" value={purchaseKey} />
      {methods.length === 0 && <KeptOrder order={order} />}
      <Packages shop={shop} order={order} billing={billing} problem={problem} isClosed={methods.length === 0} />
      {methods.length > 0 ? <TheOrder order={order} answer={answer} methods={methods} /> : <Closed />}
    </form>
  );
}

/** What he chose, if nothing can be paid and the fields are disabled: in another currency he may go on with it. */
function KeptOrder({ order }: Pick<PurchaseViewProps, "order">) {
  const { rateId, chosenMethod: method, promoCode, billingCountry } = order;
  return (
    <>
      {Object.entries({ rateId, method, promoCode, billingCountry }).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null
      )}
    </>
  );
}

/** The choice of a currency, inside the form of the order: what is chosen and typed so far is sent with it. */
function InWhichCurrency({ shop: { currency, currencies } }: Pick<PurchaseViewProps, "shop">) {
  const { t, locale } = usePage();
  return (
    <div class="with-button">
      {/* If somebody presses Enter in a field, the browser presses the form's first button. */}
      <button type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true" formNoValidate />
      <SelectField
        id="currency"
        name="currency"
        label={t("balance:purchase.currency")}
        options={currencies.map((value) => ({ value, label: `${formatCurrency(locale, value)} (${value})` }))}
        value={currency}
      />
      <Button type="submit" formmethod="post" formNoValidate name="choose" value="currency" tone="quiet">
        {t("balance:purchase.inCurrency")}
      </Button>
    </div>
  );
}

function Packages(
  { shop, order, billing, problem, isClosed }: Pick<PurchaseViewProps, "shop" | "order" | "billing" | "problem"> & {
    isClosed: boolean;
  },
) {
  const { t } = usePage();
  return (
    <section aria-labelledby="choose">
      <h2 id="choose">{t("balance:purchase.choose")}</h2>
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      {shop.currencies.length > 1 && <InWhichCurrency shop={shop} />}
      <fieldset class="packages" disabled={isClosed}>
        <legend class="visually-hidden">{t("balance:purchase.choose")}</legend>
        {shop.rates.map((rate) => <Package key={rate.id} rate={rate} isChosen={rate.id === order.rateId} />)}
      </fieldset>
      {billing && !isClosed && <Billing {...billing} />}
      {order.next && <p class="soft">{t("balance:purchase.back")}</p>}
    </section>
  );
}

function Package({ rate, isChosen }: { rate: PricedRate; isChosen: boolean }) {
  const { t, locale } = usePage();
  const total = rate.credits + rate.bonusCredits;
  return (
    <label>
      <input type="radio" name="rateId" value={rate.id} checked={isChosen} />
      <span class="name">
        {rateName({ t, locale }, rate.name, rate.words)}
        {rate.mark && <Mark>{t(`balance:mark.${rate.mark}`)}</Mark>}
      </span>
      <span class="credits">
        {formatNumber(locale, total)}{" "}
        <small>
          {rate.bonusCredits > 0
            ? t("balance:purchase.creditsWithBonus", { count: total, n: formatNumber(locale, rate.bonusCredits) })
            : t("common:creditUnit", { count: total })}
        </small>
      </span>
      <span class="each">
        {t("balance:purchase.each", { price: formatCents(locale, centsPerCredit(rate), rate.currency) })}
      </span>
      <span class="cost">{formatCents(locale, rate.priceCents, rate.currency)}</span>
    </label>
  );
}

/** Asks for the country and nothing else: the tax needs no more. */
function Billing({ chosen, countries }: NonNullable<PurchaseViewProps["billing"]>) {
  const { t } = usePage();
  return (
    <SelectField
      id="billing-country"
      name="billingCountry"
      label={t("balance:purchase.country")}
      hint={t("balance:purchase.countryHint")}
      autocomplete="country"
      required
      options={countries}
      value={chosen}
    />
  );
}

function TheOrder({ order, answer, methods }: Pick<PurchaseViewProps, "order" | "answer" | "methods">) {
  const { t, href } = usePage();
  const words = ["title", "promo", "apply", "methods", "choose", "show", "failed"] as const;
  const consent = t("balance:order.consent", { days: withdrawalDays });
  return (
    <Purchase
      quoteHref={href("/man/balance/quote")}
      answer={answer}
      promoCode={order.promoCode}
      methods={methods.map((method) => ({
        value: method,
        label: t(`balance:method.${method}`),
        note: method === "paypal" ? t("balance:purchase.percentOff", { percent: walletDiscountPercent }) : undefined,
        isChosen: method === order.method,
      }))}
      consent={consent}
      words={Object.fromEntries(words.map((word) => [word, t(`balance:order.${word}`)])) as Record<
        typeof words[number],
        string
      >}
    />
  );
}

function Closed() {
  const { t } = usePage();
  return (
    <section class="quote" aria-labelledby="order">
      <h2 id="order">{t("balance:order.title")}</h2>
      <Notice>{t("balance:purchase.closed")}</Notice>
    </section>
  );
}
