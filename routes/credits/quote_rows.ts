/** A quote in words, line by line: the same lines before, at and after a payment, and on its receipt. */
import type { TariffRow } from "../../components/tariff.tsx";
import { formatCents } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { Translate } from "../../i18n/translate.ts";
import { type Quote, walletDiscountPercent } from "../../kv/credits/prices/quote.ts";
import { rateName } from "./rate_names.ts";

interface Reader {
  locale: Locale;
  t: Translate;
}

/** A line whose parts are plain text, so that it can be sent to the browser. */
export interface QuoteRow extends TariffRow {
  label: string;
  price: string;
}

/**
 * The lines of a quote: package, bonus, wallet discount, promo code, total, the tax in it, and its credits. They are to be
 * received, or were ordered, or were received. What does not apply has no line.
 */
export function quoteRows(
  reader: Reader,
  quote: Quote,
  { tax = [], credits: stage = "receive" }: { tax?: QuoteRow[]; credits?: "receive" | "ordered" | "received" } = {},
): QuoteRow[] {
  const { t, locale } = reader;
  const credits = (count: number) => t("common:credits", { count });
  const added = (count: number) => `+${credits(count)}`;
  const lines: QuoteRow[] = [{
    label: t("balance:quote.package", {
      rate: rateName(reader, quote.rateName, quote.rateWords),
      credits: credits(quote.packageCredits),
    }),
    price: formatCents(locale, quote.priceCents, quote.currency),
  }];
  if (quote.bonusCredits > 0) lines.push({ label: t("balance:quote.bonus"), price: added(quote.bonusCredits) });
  if (quote.walletDiscountCents > 0) {
    const label = t("balance:quote.wallet", { percent: walletDiscountPercent });
    lines.push({ label, price: less(reader, quote, quote.walletDiscountCents) });
  }
  const code = t("balance:quote.code", { code: quote.promoCode ?? "" });
  if (quote.promoDiscountCents > 0) lines.push({ label: code, price: less(reader, quote, quote.promoDiscountCents) });
  if (quote.promoCredits > 0) lines.push({ label: code, price: added(quote.promoCredits) });
  return [
    ...lines,
    { label: t("balance:quote.total"), price: formatCents(locale, quote.totalCents, quote.currency), isTotal: true },
    ...tax,
    { label: t(`balance:quote.${stage}`), price: credits(quote.totalCredits) },
  ];
}

/** "−€1.50", with a true minus sign. */
export const less = ({ locale }: Reader, { currency }: Pick<Quote, "currency">, cents: number): string =>
  `−${formatCents(locale, cents, currency)}`;
