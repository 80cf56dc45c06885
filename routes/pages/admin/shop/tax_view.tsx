/** The tax of a quarter as a table, with links to its files. */
import { Button } from "../../../../components/buttons.tsx";
import { SelectField } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { Notice } from "../../../../components/states.tsx";
import { formatCents, formatMonth, formatNumber } from "../../../../i18n/format.ts";
import { type Currency, firstCurrency } from "../../../../kv/credits/prices/currencies.ts";
import { monthsOf, type Quarter, type TaxReportRow } from "../../../../kv/credits/tax/tax_report.ts";
import { countryNameByIso } from "../../../account/country_names.ts";
import { AdminFrame } from "../frame.tsx";

export const taxPath = "/admin/tax";
export const reportPath = `${taxPath}/report.csv`;
export const journalPath = `${taxPath}/journal.csv`;

interface TaxViewProps {
  /** Whether the seller charges tax now. */
  isCharged: boolean;
  quarter: Quarter;
  quarters: Quarter[];
  rows: TaxReportRow[];
}

export function TaxView({ isCharged, quarter, quarters, rows }: TaxViewProps) {
  const { t, href } = usePage();
  const disagreements = sumOf(rows, "disagreements");
  // Each currency has a table and sums of its own: nothing is added across currencies.
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  const inOther = [...byCurrency.keys()].some((currency) => currency !== firstCurrency);
  return (
    <AdminFrame title={t("shop:tax.title")} lead={t("shop:tax.lead")}>
      {!isCharged && <Notice>{t("shop:tax.off")}</Notice>}
      <form class="admin__find" action={href(taxPath)}>
        <SelectField
          id="quarter"
          name="quarter"
          label={t("shop:tax.quarter")}
          options={quarters.map((value) => ({ value, label: value }))}
          value={quarter}
        />
        <Button type="submit" tone="quiet">{t("shop:tax.show")}</Button>
      </form>
      {disagreements > 0 && <Notice>{t("shop:tax.warn", { count: disagreements })}</Notice>}
      {rows.length === 0 && <p class="soft">{t("shop:tax.none")}</p>}
      {inOther && <Notice>{t("shop:tax.currencies")}</Notice>}
      {[...byCurrency].map(([currency, some]) => (
        <Report key={currency} quarter={quarter} currency={currency} rows={some} />
      ))}
      <Files quarter={quarter} />
    </AdminFrame>
  );
}

const amounts = ["net", "tax", "gross"] as const;
const counts = ["receipts", "creditNotes", "disagreements"] as const;

function Report({ quarter, currency, rows }: { quarter: Quarter; currency: Currency; rows: TaxReportRow[] }) {
  const { t, locale } = usePage();
  const money = (cents: number) => formatCents(locale, cents, currency);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${t("shop:tax.title")} ${quarter} ${currency}`}>
      <table class="table">
        <caption class="visually-hidden">{`${quarter} ${currency}`}</caption>
        <thead>
          <tr>
            <th scope="col">{t("shop:tax.column.country")}</th>
            <th scope="col">{t("shop:tax.column.concerns")}</th>
            {["rate", ...amounts, ...counts].map((column) => (
              <th key={column} scope="col" class="num">{t(`shop:tax.column.${column}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.country} ${row.ratePermille} ${row.concerns}`}>
              <th scope="row" class="nowrap">{countryNameByIso(locale, row.country)}</th>
              <td class="nowrap">{row.concerns}</td>
              <td class="num">
                {row.ratePermille === null ? t("shop:tax.outside") : formatNumber(locale, row.ratePermille / 10)}
              </td>
              {amounts.map((amount) => <td key={amount} class="num">{money(row[`${amount}Cents`])}</td>)}
              {counts.map((count) => <td key={count} class="num">{formatNumber(locale, row[count])}</td>)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>{t("shop:tax.total")}</th>
            {amounts.map((amount) => <td key={amount} class="num">{money(sumOf(rows, `${amount}Cents`))}</td>)}
            {counts.map((count) => <td key={count} class="num">{formatNumber(locale, sumOf(rows, count))}</td>)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type Summed = `${typeof amounts[number]}Cents` | typeof counts[number];

const sumOf = (rows: TaxReportRow[], of: Summed): number => rows.reduce((sum, row) => sum + row[of], 0);

function Files({ quarter }: { quarter: Quarter }) {
  const { t, href, locale } = usePage();
  const inWords = (month: string) => formatMonth(locale, Number(month.slice(0, 4)), Number(month.slice(5)));
  return (
    <ul>
      <li>
        <a href={`${href(reportPath)}?quarter=${quarter}`}>{t("shop:tax.report")}</a>
      </li>
      {monthsOf(quarter).map((month) => (
        <li key={month}>
          <a href={`${href(journalPath)}?month=${month}`}>{t("shop:tax.journal", { month: inWords(month) })}</a>
        </li>
      ))}
    </ul>
  );
}
