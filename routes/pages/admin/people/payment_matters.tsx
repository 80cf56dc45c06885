/**
 * What an admin has to look at about a payment's money: what was ordered, what came or went instead, what can be done, and
 * the step that takes it off the desk, which asks once.
 */
import { Button } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { formatCents } from "../../../../i18n/format.ts";
import { paragraphOf } from "../../../../i18n/locales.ts";
import { markOfMatters, openMattersOf, settleMatters } from "../../../../kv/credits/payments/money_matters.ts";
import { standingOf } from "../../../../kv/credits/payments/mispaid/mispaid_money.ts";
import { type MoneyMatter, type Payment, reversalId } from "../../../../kv/credits/payments/payments.ts";
import type { Refusal } from "../../../../kv/store/refusals.ts";
import type { AppContext } from "../../../http/env.ts";
import type { Body } from "../../../http/read_input.ts";
import { ConfirmationQuestion } from "../confirmation.tsx";
import { textOf } from "../form.ts";
import { mattersAnchor, paymentPath } from "../paths.ts";

/** Whether the form of this page asks if what had to be looked at is settled, which is not done yet. */
export const asksToSettle = (body: Body): boolean => body.settle === "yes" && body.sure !== "yes";

/** Settles what the form of this page says was seen; null if the form is not about that. */
export async function takeSettling(
  c: AppContext,
  { payment, body, actorId }: { payment: Payment; body: Body; actorId: number },
): Promise<{ ok: true } | Refusal | null> {
  if (body.settle !== "yes") return null;
  const settled = await settleMatters(c.var.deps.store, { paymentId: payment.id, seen: textOf(body.seen), actorId });
  return settled.ok ? { ok: true } : settled;
}

/** What became of the money otherwise than it should, in a sentence. */
export function useMatter(payment: Payment): (matter: MoneyMatter) => string {
  const { t, locale } = usePage();
  const date = useDate();
  const { quote, provider, disputes } = payment;
  const ordered = formatCents(locale, quote.totalCents, quote.currency);
  return (matter) => {
    const at = date(matter.at, "moment");
    if (matter.kind === "mispaid") {
      const paid = formatCents(locale, matter.amountCents, matter.currency);
      const standing = standingOf(payment, matter);
      return paragraphOf(locale, [
        t("admin:matters.mispaid", { paid, ordered, date: at, provider, money: matter.moneyId }),
        standing !== "here" && t(`admin:matters.${standing}`),
      ]);
    }
    const { disputeId } = matter;
    const cents = disputes.find(({ id }) => id === disputeId)?.amountCents ?? quote.totalCents;
    const amount = formatCents(locale, cents, quote.currency);
    return disputeId === reversalId
      ? t("admin:matters.reversed", { amount, date: at, provider })
      : t("admin:matters.lost_dispute", { amount, date: at, provider, dispute: disputeId });
  };
}

/** What can be done about a matter: the end of the key of its text. Money that a bank asks for must not go back twice. */
function stepOf(payment: Payment, matter: MoneyMatter): "mispaid" | "asked" | "taken" | "lost_dispute" | "lost_unpaid" {
  if (matter.kind === "lost_dispute") return payment.paidAt === null ? "lost_unpaid" : "lost_dispute";
  const standing = standingOf(payment, matter);
  return standing === "here" ? "mispaid" : standing;
}

/** The matters of a payment; nothing if there never were any. `asks`: whether to ask now if they are settled. */
export function PaymentMatters({ payment, asks }: { payment: Payment; asks: boolean }) {
  const { t, href } = usePage();
  const date = useDate();
  const matterOf = useMatter(payment);
  const open = openMattersOf(payment);
  const settled = (payment.matters ?? []).filter(({ settledAt }) => settledAt !== undefined);
  const path = paymentPath(payment.id);
  return (
    <>
      {settled.map((matter) => (
        <p key={matter.at} class="soft">
          {matterOf(matter)} {t("admin:matters.settled", { date: date(matter.settledAt!, "moment") })}
        </p>
      ))}
      {open.map((matter) => (
        <Notice key={matter.at} tone="bad">
          <p>{matterOf(matter)}</p>
          <p>{t(`admin:matters.do.${stepOf(payment, matter)}`)}</p>
        </Notice>
      ))}
      {open.length > 0 && (asks
        ? (
          <ConfirmationQuestion
            path={path}
            cancel={path}
            submit={t("admin:matters.settle")}
            fields={{ settle: "yes", seen: markOfMatters(payment) }}
          >
            <p>{t("admin:matters.will")}</p>
          </ConfirmationQuestion>
        )
        : (
          <form class="actions" method="post" action={href(path)}>
            <Button type="submit" tone="quiet" small name="settle" value="yes">{t("admin:matters.settle")}</Button>
          </form>
        ))}
    </>
  );
}

/** All payments that an admin has to look at. */
export function WaitingMatters({ payments }: { payments: Payment[] }) {
  const { t } = usePage();
  return (
    <section aria-labelledby={mattersAnchor}>
      <h2 id={mattersAnchor}>{t("admin:matters.title")}</h2>
      <ul class="plain">
        {payments.map((payment) => <WaitingMatter key={payment.id} payment={payment} />)}
      </ul>
    </section>
  );
}

function WaitingMatter({ payment }: { payment: Payment }) {
  const { t, href, locale } = usePage();
  const matterOf = useMatter(payment);
  return (
    <li>
      #{payment.manId} · {paragraphOf(locale, openMattersOf(payment).map(matterOf))}{" "}
      <a href={href(paymentPath(payment.id))} aria-label={t("admin:matters.lookNamed", { member: payment.manId })}>
        {t("admin:matters.look")}
      </a>
    </li>
  );
}
