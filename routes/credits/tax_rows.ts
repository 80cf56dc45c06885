/** The tax of an order, of a receipt and of a credit note, in words. */
import { formatCents, formatNumber } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { Quote } from "../../kv/credits/prices/quote.ts";
import {
  type Amounts,
  amountsOf,
  ratePermilleFor,
  taxAreaOf,
  type TaxingSeller,
  taxingSeller,
} from "../../kv/credits/tax/tax.ts";
import { countryNameByIso } from "../account/country_names.ts";
import type { Dependencies } from "../http/env.ts";
import type { QuoteRow } from "./quote_rows.ts";

interface Reader {
  locale: Locale;
  t: Translate;
}

/** The seller, if he charges tax; null otherwise. */
export const taxingSellerOf = ({ config }: Pick<Dependencies, "config">): TaxingSeller | null =>
  taxingSeller(config.selling.seller);

interface Taxed {
  seller: TaxingSeller;
  country: string;
  ratePermille: number | null;
}

/** "VAT 19% (Germany)", or why there is none. */
export function taxLabel({ t, locale }: Reader, { seller, country, ratePermille }: Taxed): string {
  if (ratePermille === null) return t(`balance:tax.outside.${taxAreaOf(seller.vatId)}`);
  const percent = formatNumber(locale, ratePermille / 10);
  return t("balance:tax.rate", { percent, country: countryNameByIso(locale, country) });
}

/** The tax in an order's total, for a buyer who lives in `country`. */
export function includedTaxRow(
  reader: Reader,
  seller: TaxingSeller,
  { quote, country, nowMs }: { quote: Quote; country: string; nowMs: number },
): QuoteRow {
  const ratePermille = ratePermilleFor(seller, country, nowMs);
  const label = taxLabel(reader, { seller, country, ratePermille });
  const { taxCents } = amountsOf({ cents: quote.totalCents, currency: quote.currency }, ratePermille);
  return {
    label: ratePermille === null ? label : reader.t("balance:tax.included", { tax: label }),
    price: formatCents(reader.locale, taxCents, quote.currency),
  };
}

/** Net and tax, as they stand on a document. */
export function netAndTaxRows(
  reader: Reader,
  document: Taxed & Amounts,
): QuoteRow[] {
  const money = (cents: number) => formatCents(reader.locale, cents, document.currency);
  return [
    { label: reader.t("balance:tax.net"), price: money(document.netCents) },
    { label: taxLabel(reader, document), price: money(document.taxCents) },
  ];
}
