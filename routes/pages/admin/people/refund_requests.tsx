/** The money that deleted members asked back: how much, of which payments, and the button that marks it as paid, which asks once. */
import { Button } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { Empty } from "../../../../components/states.tsx";
import { formatCents, formatList, formatNumber } from "../../../../i18n/format.ts";
import { firstCurrency, type Money } from "../../../../kv/credits/prices/currencies.ts";
import { openMoneyRefunds } from "../../../../kv/credits/payments/money_refunds.ts";
import { paymentsWithMatters } from "../../../../kv/credits/payments/money_matters.ts";
import { isOver, type MoneyRefunds } from "../../../../kv/credits/payments/refunds_in_total.ts";
import { type Payment, paymentById } from "../../../../kv/credits/payments/payments.ts";
import { waitingRefunds, type WaitingRequest } from "../../../../kv/credits/payments/refund_requests.ts";
import { settleRefund, whyNotByHand } from "../../../../kv/credits/payments/refunds_by_hand.ts";
import { moneyOfPart, moneyOfUnused, type UnusedPart } from "../../../../kv/credits/payments/unused_credits.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { neighbourOf } from "../../../http/neighbour.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { typedAmount } from "../amounts.ts";
import { ConfirmationQuestion } from "../confirmation.tsx";
import { textOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import { homePath, paymentPath, refundRequestsPath } from "../paths.ts";
import { WaitingMatters } from "./payment_matters.tsx";

const refundRequestsPage: PageDefinition = {
  paths: [refundRequestsPath],
  access: "admins",
  get: show,
  async post(c, body) {
    const manId = Number(body.manId);
    if (!Number.isSafeInteger(manId)) return await answerRefusal(c, refuse("not_found"));
    const wanted = { manId, actorId: c.var.signedIn.user.id, seen: textOf(body.seen) };
    const { store } = c.var.deps;
    const waiting = await waitingRefunds(store);
    if (body.sure !== "yes") return await askIfPaid(c, waiting.find((each) => each.manId === manId), wanted.seen);
    const next = neighbourOf(waiting.map((each) => each.manId), manId);
    const settled = await settleRefund(store, wanted);
    if (!settled.ok) return await answerRefusal(c, settled);
    leaveFlash(c, "success", "admin:refundRequests.settled");
    const anchor = next === undefined ? "" : `#${requestAnchor(next)}`;
    return c.redirect(localHref(c.var.facts.prefix, refundRequestsPath) + anchor, 303);
  },
};

export const refundRequestPages: PageDefinition[] = [refundRequestsPage];

/** Asks before a request is marked as paid; refuses at once what would be refused then. */
async function askIfPaid(c: AppContext, request: WaitingRequest | undefined, seen: string): Promise<Response> {
  const { deps: { store }, facts: { t } } = c.var;
  if (!request) return await answerRefusal(c, refuse("not_found"));
  const whyNot = whyNotByHand(await openMoneyRefunds(store), request.manId);
  if (whyNot) return await answerRefusal(c, refuse("conflict", { wording: whyNot }));
  if (seen !== request.mark) return await answerRefusal(c, refuse("conflict"));
  const title = t("admin:refundRequests.title");
  return await answerPage(c, { title, robots: "noindex", view: <PaidQuestion request={request} /> });
}

function PaidQuestion({ request }: { request: WaitingRequest }) {
  const { t, locale } = usePage();
  const { manId, mark, waitingCredits } = request;
  const amount = formatList(
    locale,
    moneyOfUnused(request).map(({ cents, currency }) => formatCents(locale, cents, currency)),
  );
  return (
    <AdminFrame
      title={t("admin:refundRequests.title")}
      back={{ path: refundRequestsPath, label: t("admin:refundRequests.title") }}
    >
      <ConfirmationQuestion
        path={refundRequestsPath}
        cancel={refundRequestsPath}
        submit={t("admin:refundRequests.mark")}
        fields={{ manId: String(manId), seen: mark }}
      >
        <p>
          {t("admin:refundRequests.will", {
            member: manId,
            amount,
            credits: t("common:credits", { count: waitingCredits }),
          })}
        </p>
      </ConfirmationQuestion>
    </AdminFrame>
  );
}

const requestAnchor = (manId: number): string => `request-${manId}`;

/** A part of a request, with the provider's id of the money, by which the operator finds it there. */
type Part = UnusedPart & { money: string | null; receipt: number | null };
type Row = Omit<WaitingRequest, "parts"> & { parts: Part[] };

async function show(c: AppContext): Promise<Response> {
  const { deps: { store }, facts: { t } } = c.var;
  const [requests, open, toLookAt] = await Promise.all([
    waitingRefunds(store),
    openMoneyRefunds(store),
    paymentsWithMatters(store),
  ]);
  const rows = await Promise.all(requests.map(async (request): Promise<Row> => ({
    ...request,
    parts: await Promise.all(request.parts.map(async (part): Promise<Part> => {
      const payment = await paymentById(store, part.paymentId);
      return { ...part, money: payment?.providerMoneyId ?? null, receipt: payment?.number ?? null };
    })),
  })));
  return await answerPage(c, {
    title: t("admin:refundRequests.title"),
    robots: "noindex",
    view: <View rows={rows} open={open} toLookAt={toLookAt} />,
  });
}

const columns = ["member", "asked", "amount", "payments", "done"];

function View({ rows, open, toLookAt }: { rows: Row[]; open: MoneyRefunds[]; toLookAt: Payment[] }) {
  const { t } = usePage();
  return (
    <AdminFrame
      title={t("admin:refundRequests.title")}
      lead={t("admin:refundRequests.lead")}
      back={{ path: homePath, label: t("admin:desk.title") }}
    >
      {rows.length === 0
        ? toLookAt.length === 0 && (
          <Empty title={t("admin:refundRequests.none.title")}>{t("admin:refundRequests.none.text")}</Empty>
        )
        : (
          <StackedTable
            caption={t("admin:refundRequests.title")}
            columns={columns.map((column) => t(`admin:refundRequests.column.${column}`))}
          >
            {rows.map((row) => (
              <RequestRow
                key={row.manId}
                row={row}
                mayBePaid={whyNotByHand(open, row.manId) !== null}
              />
            ))}
          </StackedTable>
        )}
      {open.length > 0 && <AtProviders open={open} />}
      {toLookAt.length > 0 && <WaitingMatters payments={toLookAt} />}
    </AdminFrame>
  );
}

/** The refunds at providers that are still under way or have failed. */
function AtProviders({ open }: { open: MoneyRefunds[] }) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const lines = open.flatMap(({ paymentId, manId, currency = firstCurrency, refunds }) =>
    refunds.filter((refund) => !isOver(refund)).map((refund) => ({ paymentId, manId, currency, refund }))
  );
  return (
    <section aria-labelledby="providers">
      <h2 id="providers">{t("admin:refund.open")}</h2>
      <ul class="plain">
        {lines.map(({ paymentId, manId, currency, refund }) => (
          <li key={refund.id}>
            #{manId} · {formatCents(locale, refund.cents, currency)} · {date(refund.changedAt, "moment")} ·{" "}
            <a href={href(paymentPath(paymentId))}>{t(`admin:refund.state.${refund.state}`)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A request cannot be marked as paid by hand while a provider is asked for the money or may have paid it. */
function RequestRow({ row, mayBePaid }: { row: Row; mayBePaid: boolean }) {
  const { t, href, locale } = usePage();
  const date = useDate();
  const { manId, askedAt, credits, parts, mark } = row;
  const money = ({ cents, currency }: Money) => formatCents(locale, cents, currency);
  return (
    <tr role="row" id={requestAnchor(manId)}>
      <th scope="row" role="rowheader">#{manId}</th>
      <td role="cell">{date(askedAt, "moment")}</td>
      <td role="cell">
        {formatList(locale, moneyOfUnused(row).map(money))}
        <br />
        <small class="soft">{t("common:credits", { count: credits })}</small>
      </td>
      <td role="cell">
        <ul class="plain">
          {parts.map((part) => (
            <li key={part.paymentId}>
              {t("admin:refundRequests.part", {
                receipt: part.receipt === null ? part.paymentId : formatNumber(locale, part.receipt),
                amount: money(moneyOfPart(part)),
                provider: part.provider,
                money: part.money ?? "",
              })}{" "}
              <a href={`${href(paymentPath(part.paymentId))}?amount=${typedAmount(moneyOfPart(part))}`}>
                {t("admin:refund.link")}
              </a>
            </li>
          ))}
        </ul>
      </td>
      <td role="cell">
        {mayBePaid
          ? <small class="soft">{t("admin:refund.open")}</small>
          : (
            <form method="post" action={href(refundRequestsPath)}>
              <input type="hidden" name="seen" value={mark} />
              <Button
                type="submit"
                tone="quiet"
                small
                name="manId"
                value={String(manId)}
                aria-label={t("admin:refundRequests.markNamed", { member: manId })}
              >
                {t("admin:refundRequests.mark")}
              </Button>
            </form>
          )}
      </td>
    </tr>
  );
}
