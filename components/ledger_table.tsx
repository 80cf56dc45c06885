/** The lines of a ledger; on a phone each line becomes two. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";
import { usePage } from "./page_context.ts";

export interface LedgerRow {
  key: string | number;
  date: { iso: string; text: string };
  details: ComponentChildren;
  /** Decides the colour; `deltaText`, with its sign, is what is shown. */
  deltaCredits: number;
  deltaText: string;
  balanceText: string;
  /** Below the balance if there is a debt, e.g. "30 owed". */
  owedText?: string;
}

interface LedgerTableProps {
  /** The table's name for screen readers. */
  caption: string;
  lines: readonly LedgerRow[];
}

export function LedgerTable({ caption, lines }: LedgerTableProps) {
  const { t } = usePage();
  return (
    // `display: grid` on a phone removes the table's roles, so they are written out.
    <table class="table table--stack table--ledger" role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">{t("balance:column.date")}</th>
          <th scope="col" role="columnheader">{t("balance:column.details")}</th>
          <th scope="col" role="columnheader" class="num">{t("balance:column.credits")}</th>
          <th scope="col" role="columnheader" class="num">{t("balance:column.balance")}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map((line) => (
          <tr key={line.key} role="row">
            <td role="cell">
              <time datetime={line.date.iso}>{line.date.text}</time>
            </td>
            <td role="cell">{line.details}</td>
            <td role="cell" class={classNames("num", line.deltaCredits > 0 && "in")}>{line.deltaText}</td>
            <td role="cell" class="num">
              {line.balanceText}
              {line.owedText && <small class="owed">{line.owedText}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
