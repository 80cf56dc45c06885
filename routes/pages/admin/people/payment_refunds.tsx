/** The refunds of a payment at the desk: how each stands, and the button that tries a failed one again. */
import { Button } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { formatCents } from "../../../../i18n/format.ts";
import { isUnpaid, type MoneyRefund } from "../../../../kv/credits/payments/refunds_in_total.ts";

/** The row of a refund: the page goes on there once it was tried again. */
export const refundAnchor = (id: string): string => `refund-${id}`;

const columns = ["asked", "amount", "state"];

interface RefundsProps {
  refunds: MoneyRefund[];
  path: string;
  currency: string;
  /** What this page says of money that went back: each form sends it along, so that what came since is not missed. */
  seen: Record<string, string>;
}

export function Refunds({ refunds, path, currency, seen }: RefundsProps) {
  const { t, href, locale } = usePage();
  const date = useDate();
  return (
    <StackedTable
      caption={t("admin:refund.list")}
      columns={columns.map((column) => t(`admin:refund.column.${column}`))}
    >
      {refunds.map((refund) => (
        <tr role="row" key={refund.id} id={refundAnchor(refund.id)}>
          <th scope="row" role="rowheader">{date(refund.requestedAt, "moment")}</th>
          <td role="cell">{formatCents(locale, refund.cents, currency)}</td>
          <td role="cell">
            {t(`admin:refund.state.${refund.replacedBy === undefined ? refund.state : "replaced"}`)}{" "}
            <small class="soft">{date(refund.changedAt, "moment")}</small>{" "}
            {refund.problem !== null && <small class="soft">({refund.problem})</small>}
            {isUnpaid(refund) && (
              <form method="post" action={href(path)}>
                {Object.entries(seen).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <Button type="submit" tone="quiet" small name="retry" value={refund.id}>
                  {t("admin:refund.retry")}
                </Button>
              </form>
            )}
          </td>
        </tr>
      ))}
    </StackedTable>
  );
}
