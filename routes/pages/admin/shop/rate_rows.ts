/** The packages of a price list as its form shows and sends them: a row of texts for each package. */
import { translatorFor } from "../../../../i18n/translate.ts";
import { currencies, firstCurrency, otherCurrencies } from "../../../../kv/credits/prices/currencies.ts";
import { priceCentsIn, type Rate } from "../../../../kv/credits/prices/prices.ts";
import { type PriceField, priceFieldOf, type RateListWish, ratesAtMost } from "../../../../kv/credits/prices/rates.ts";
import { rateName } from "../../../credits/rate_names.ts";
import { idOf } from "../../../http/read_input.ts";
import { centsOf, typedAmount } from "../amounts.ts";
import { type Texts, wholeOf } from "./shop_fields.tsx";

const priceColumns = currencies.map(priceFieldOf);
export const rateColumns = [
  "id",
  "name",
  "zhHant",
  "zhHans",
  "credits",
  "bonusCredits",
  ...priceColumns,
  "mark",
] as const;

/** A package as it is typed; a new one has no id. */
export type TypedRate = Record<typeof rateColumns[number], string>;

/** The packages of the first list have their names in the catalogues. */
export function typedRate(rate: Omit<Rate, "id"> & { id: number | null }): TypedRate {
  const nameIn = (locale: "zh-Hant" | "zh-Hans") =>
    rateName({ locale, t: translatorFor(locale) }, rate.name, rate.words);
  return {
    id: String(rate.id ?? ""),
    name: rate.name,
    zhHant: nameIn("zh-Hant"),
    zhHans: nameIn("zh-Hans"),
    credits: String(rate.credits),
    bonusCredits: String(rate.bonusCredits),
    ...typedPrices(rate),
    mark: rate.mark ?? "",
  };
}

/** A package's price in each currency by the name of the field; empty if it is not sold in that currency. */
const typedPrices = (rate: Pick<Rate, "priceCents" | "otherPriceCents">): Record<PriceField, string> =>
  Object.fromEntries(currencies.map((currency) => {
    const cents = priceCentsIn(rate, currency);
    return [priceFieldOf(currency), cents === undefined ? "" : typedAmount({ cents, currency })];
  })) as Record<PriceField, string>;

/** The package that a row asks for. */
export function rateOf(row: TypedRate): RateListWish["rates"][number] {
  return {
    id: idOf(row.id),
    name: row.name,
    credits: wholeOf(row.credits, NaN),
    bonusCredits: wholeOf(row.bonusCredits, 0),
    priceCents: centsOf(row.priceCents),
    currency: firstCurrency,
    ...otherPricesOf(row),
    mark: row.mark === "most_popular" || row.mark === "best_value" ? row.mark : null,
    words: { "zh-Hant": row.zhHant, "zh-Hans": row.zhHans },
  };
}

/** The prices in other currencies that were typed; an empty object if there are none. */
function otherPricesOf(row: TypedRate): Pick<Rate, "otherPriceCents"> {
  const typed = otherCurrencies.filter((currency) => row[priceFieldOf(currency)] !== "")
    .map((currency) => [currency, centsOf(row[priceFieldOf(currency)])]);
  return typed.length === 0 ? {} : { otherPriceCents: Object.fromEntries(typed) };
}

/** The texts of packages by the names of their fields, like "name.0". */
export const typedRows = (rows: TypedRate[]): Texts =>
  Object.fromEntries(rows.flatMap((row, at) => rateColumns.map((column) => [`${column}.${at}`, row[column]])));

/**
 * Reads the packages back from such fields. A new package is left out if all its fields are empty; an existing one is
 * removed by emptying its name, credits and price.
 */
export function rowsOf(typed: Texts): TypedRate[] {
  const rows = Array.from({ length: ratesAtMost + 2 }, (_, at) => {
    const texts = rateColumns.map((column) => [column, typed[`${column}.${at}`] ?? ""]);
    return Object.fromEntries(texts) as TypedRate;
  });
  return rows.filter(({ id, ...row }) =>
    (id === "" ? Object.values(row) : [row.name, row.credits, row.priceCents]).some((text) => text !== "")
  );
}
