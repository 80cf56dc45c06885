/** The gallery's figures: prices, facts, an order, packages, the ledger. */
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { LedgerTable } from "../../../components/ledger_table.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Facts, Quote, Tariff } from "../../../components/tariff.tsx";
import { Part, type PartsProps } from "./gallery_part.tsx";

export function TillParts({ prefix }: PartsProps) {
  return (
    <>
      <Prices prefix={prefix} />
      <Packages prefix={prefix} />
      <Ledger />
    </>
  );
}

function Prices({ prefix }: PartsProps) {
  const { t } = usePage();
  const lines = [
    { label: t("gallery:tariff.first"), price: t("gallery:price.free") },
    { label: t("gallery:tariff.open"), price: t("gallery:price.five") },
    { label: t("gallery:tariff.send"), price: t("gallery:price.ten") },
    { label: t("gallery:tariff.text"), price: t("gallery:price.one"), note: t("gallery:price.aMinute") },
  ];
  const facts = ["height", "hair", "work", "goal"].map((name) => ({
    label: t(`gallery:fact.${name}`),
    value: name === "hair" ? t("gallery:choice.brown") : t(`gallery:fact.${name}Value`),
  }));
  const order = [
    { label: t("gallery:quote.package"), price: "€180.00" },
    { label: t("gallery:quote.wallet"), price: "−€9.00" },
    { label: t("gallery:quote.code"), price: "−€10.00" },
    { label: t("gallery:quote.total"), price: "€161.00", isTotal: true },
  ];
  const promo = (
    <form class="with-button" action="#main">
      <Field id={`${prefix}-promo`} label={t("gallery:quote.promo")} value="SPRING10" />
      <Button tone="quiet" type="submit">{t("gallery:quote.apply")}</Button>
    </form>
  );
  // The gallery has this order twice; both are landmarks and need different names.
  const title = (
    <>
      {t("gallery:quote.title")}
      <span class="visually-hidden">{t(prefix === "light" ? "gallery:day" : "gallery:night")}</span>
    </>
  );
  return (
    <Part name="prices">
      <div class="tiles">
        <Tariff lines={lines} />
        <Facts facts={facts} oneColumn />
        <Quote id={`${prefix}-quote`} title={title} lines={order} before={promo}>
          <Button tone="seal" wide>{t("gallery:button.pay")}</Button>
          <p class="fine">{t("gallery:quote.after")}</p>
        </Quote>
      </div>
    </Part>
  );
}

const packages = [
  { name: "basic", credits: 20, each: "€0.75", cost: "€15" },
  { name: "economy", credits: 65, each: "€0.46", cost: "€30", hasBonus: true },
  { name: "optimal", credits: 400, each: "€0.45", cost: "€180", isPopular: true },
];

function Packages({ prefix }: PartsProps) {
  const { t } = usePage();
  return (
    <Part name="packages">
      <fieldset class="packages">
        <legend class="visually-hidden">{t("gallery:package.choose")}</legend>
        {packages.map(({ name, credits, each, cost, hasBonus, isPopular }) => (
          <label key={name}>
            <input type="radio" name={`${prefix}-rate`} value={name} checked={isPopular} />
            <span class="name">
              {t(`gallery:package.${name}`)}
              {isPopular && <span class="mark">{t("gallery:mark.popular")}</span>}
            </span>
            <span class="credits">
              {credits} <small>{t(hasBonus ? "gallery:package.bonus" : "gallery:package.credits")}</small>
            </span>
            <span class="each">{t("gallery:package.each", { price: each })}</span>
            <span class="cost">{cost}</span>
          </label>
        ))}
      </fieldset>
    </Part>
  );
}

function Ledger() {
  const { t } = usePage();
  const line = (index: number, details: string, deltaCredits: number, deltaText: string, balanceText: string) => ({
    key: index,
    date: { iso: `2026-03-${17 - index}`, text: t(`gallery:ledger.day${index}`) },
    details: t(`gallery:ledger.${details}`),
    deltaCredits,
    deltaText,
    balanceText,
  });
  // A refunded payment whose credits were spent already.
  const owed = {
    ...line(3, "opened", -65, "−65", "0"),
    key: "owed",
    details: t("balance:operation.refundedPayment", { note: t("balance:rate.economy") }),
    owedText: t("balance:owedAfter", { n: "30" }),
  };
  return (
    <Part name="table">
      <LedgerTable
        caption={t("gallery:ledger.caption")}
        lines={[
          line(1, "chat", -13, "−13", "184"),
          line(2, "reversed", 5, "+5", "197"),
          line(3, "opened", -5, "−5", "192"),
          owed,
        ]}
      />
    </Part>
  );
}
