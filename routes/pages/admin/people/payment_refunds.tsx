/** The refunds of a payment at the desk: how each stands, and the step that tries a failed one again, which asks once. */
import { Button } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { formatCents } from "../../../../i18n/format.ts";
import type { Payment } from "../../../../kv/credits/payments/payments.ts";
import { isUnpaid, type MoneyRefund } from "../../../../kv/credits/payments/refunds_in_total.ts";
import { ConfirmationQuestion } from "../confirmation.tsx";
import { paymentPath } from "../paths.ts";
import { WhichMoney } from "./payment_matters.tsx";

/** The row of a refund: the page goes on there once it was tried again. */
export const refundAnchor = (id: string): string => `refund-${id}`;

const columns = ["asked", "amount", "state"];

const stateOf = ({ state, replacedBy, isPointless }: MoneyRefund) =>
  replacedBy !== undefined ? "replaced" : isPointless ? "pointless" : state;

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
            {t(`admin:refund.state.${stateOf(refund)}`)} <small class="soft">{date(refund.changedAt, "moment")}</small>
            {" "}
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

export interface RefundAgain {
  refund: MoneyRefund;
  /** As in `RefundsProps`, from the page before the question. */
  seen: Record<string, string>;
}

/** Asks before a refund is tried again: its money may then be on its way at once. */
export function RetryQuestion({ payment, again: { refund, seen } }: { payment: Payment; again: RefundAgain }) {
  const { t, locale } = usePage();
  const path = paymentPath(payment.id);
  const amount = formatCents(locale, refund.cents, payment.quote.currency);
  return (
    <ConfirmationQuestion
      path={path}
      cancel={path}
      submit={t("admin:refund.retry")}
      fields={{ retry: refund.id, ...seen }}
    >
      <p>{t("admin:refund.will", { amount, provider: payment.provider })}</p>
      <WhichMoney payment={payment} />
    </ConfirmationQuestion>
  );
}
