/**
 * What new prices change, each value beside the one in force: shown before they begin at once. A yes counts only for the
 * prices that were shown.
 */
import { usePage } from "../../../../components/page_context.ts";
import { formatCents, formatNumber } from "../../../../i18n/format.ts";
import type { Locale } from "../../../../i18n/locales.ts";
import type { Translate } from "../../../../i18n/translate.ts";
import { currencies } from "../../../../kv/credits/prices/currencies.ts";
import { type ActPrices, acts, type Rate } from "../../../../kv/credits/prices/prices.ts";
import { priceFieldOf, type RateListWish } from "../../../../kv/credits/prices/rates.ts";
import { hashOf } from "../../../../kv/store/proof.ts";
import { centsOf } from "../amounts.ts";
import { rateColumns, type TypedRate, typedRate } from "./rate_rows.ts";
import type { Texts } from "./shop_fields.tsx";

/** In the admin's words; null for what is not there. */
export interface PriceChange {
  what: string;
  before: string | null;
  after: string | null;
}

/** The question whether prices are meant to begin at once. */
export interface AtOnce {
  changes: readonly PriceChange[];
  /** Stands for what the question shows: the list in force, and the prices that would follow it. */
  digest: string;
}

/** The digest of a question about these prices. */
export const digestOf = ({ id, changedAt }: { id: number; changedAt: number }, wanted: unknown): string =>
  hashOf({ id, changedAt, wanted });

/** Whether a form says yes to the very question that the digest stands for, and not to one about other prices. */
export const saysYesTo = async ({ sure, asked }: Texts, digest: () => Promise<string>): Promise<boolean> =>
  sure === "yes" && asked === await digest();

interface Reader {
  t: Translate;
  locale: Locale;
}

export function PriceChanges({ changes }: { changes: readonly PriceChange[] }) {
  const { t } = usePage();
  if (changes.length === 0) return <p>{t("shop:change.none")}</p>;
  const shown = (value: string | null) => value ?? "–";
  return (
    <ul>
      {changes.map(({ what, before, after }) => (
        <li key={what}>{t("shop:change.line", { what, before: shown(before), after: shown(after) })}</li>
      ))}
    </ul>
  );
}

/** What a tariff changes. */
export const tariffChanges = ({ t }: Pick<Reader, "t">, present: ActPrices, wanted: ActPrices): PriceChange[] =>
  acts.filter((act) => present[act] !== wanted[act]).map((act) => ({
    what: t(`shop:tariffs.act.${act}`),
    before: t("common:credits", { count: present[act] }),
    after: t("common:credits", { count: wanted[act] }),
  }));

/** What a price list changes: each field of a package that stays, and each package that comes or goes as a whole. */
export function rateChanges(
  reader: Reader,
  present: readonly Rate[],
  wanted: RateListWish["rates"],
): PriceChange[] {
  const [before, after] = [present.map(typedRate), wanted.map(typedRate)];
  const isSame = (one: TypedRate) => (other: TypedRate) => one.id !== "" && one.id === other.id;
  return [
    ...after.flatMap((row) => {
      const was = before.find(isSame(row));
      return was ? changesOf(reader, was, row) : [{ what: row.name, before: null, after: sumOf(reader, row) }];
    }),
    ...before.filter((row) => !after.some(isSame(row)))
      .map((row) => ({ what: row.name, before: sumOf(reader, row), after: null })),
  ];
}

const changesOf = (reader: Reader, was: TypedRate, row: TypedRate): PriceChange[] =>
  rateColumns.filter((column) => was[column] !== row[column]).map((column) => ({
    what: reader.t("shop:change.of", { name: was.name, field: labelOf(reader, column) }),
    before: shownIn(reader, column, was[column]),
    after: shownIn(reader, column, row[column]),
  }));

/** A whole package: what it brings, and what it costs in each currency. */
function sumOf(reader: Reader, row: TypedRate): string {
  const { t } = reader;
  const credits = t("common:credits", { count: Number(row.credits) });
  const bonus = Number(row.bonusCredits) > 0 ? t("shop:rates.free", { count: Number(row.bonusCredits) }) : null;
  const prices = currencies.map((currency) => priceIn(reader, row, currency));
  return [credits, bonus, ...prices].filter(Boolean).join(" · ");
}

function priceIn(
  { locale }: Pick<Reader, "locale">,
  row: TypedRate,
  currency: typeof currencies[number],
): string | null {
  const typed = row[priceFieldOf(currency)];
  return typed === "" ? null : formatCents(locale, centsOf(typed), currency);
}

const currencyOf = (column: string) => currencies.find((currency) => priceFieldOf(currency) === column);

function labelOf({ t }: Reader, column: keyof TypedRate): string {
  const currency = currencyOf(column);
  if (currency) return t("shop:change.priceIn", { currency });
  switch (column) {
    case "name":
      return t("shop:field.english");
    case "zhHant":
      return t("shop:field.traditional");
    case "zhHans":
      return t("shop:field.simplified");
    case "credits":
      return t("shop:rates.credits");
    case "bonusCredits":
      return t("shop:rates.bonus");
    default:
      return t("shop:rates.mark");
  }
}

function shownIn(reader: Reader, column: keyof TypedRate, value: string): string | null {
  if (value === "") return null;
  const currency = currencyOf(column);
  if (currency) return formatCents(reader.locale, centsOf(value), currency);
  if (column === "mark") return reader.t(`balance:mark.${value}`);
  return column === "credits" || column === "bonusCredits" ? formatNumber(reader.locale, Number(value)) : value;
}
