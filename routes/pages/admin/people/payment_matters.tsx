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
import { isSecond, type Mispaid, openMattersOf } from "../../../../kv/credits/payments/money_matters.ts";
import { standingOf } from "../../../../kv/credits/payments/mispaid/mispaid_money.ts";
import {
  markOfMatters,
  settleableOf,
  settleMatters,
} from "../../../../kv/credits/payments/mispaid/settling_by_hand.ts";
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
      const money = (cents: number) => formatCents(locale, cents, matter.currency);
      const { standing, goneCents, dueAt } = standingOf(payment, matter);
      const came = { paid: money(matter.amountCents), ordered, date: at, provider, money: matter.moneyId };
      const isPartGone = goneCents > 0 && standing !== "taken" && !matter.isUnheard;
      return paragraphOf(locale, [
        t(`admin:matters.${cameOf(payment, matter)}`, came),
        isPartGone &&
        t("admin:matters.gone", { gone: money(goneCents), left: money(matter.amountCents - goneCents) }),
        standing === "asked" && dueAt !== undefined
          ? t("admin:matters.askedUntil", { due: date(dueAt, "moment") })
          : standing !== "here" && t(`admin:matters.${standing}`),
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

/** How money came: the end of the keys of its texts. */
export const cameOf = (payment: Payment, matter: Mispaid): "mispaid" | "twice" | "unheard" =>
  matter.isUnheard ? "unheard" : isSecond(payment, matter) ? "twice" : "mispaid";

/**
 * What can be done about a matter: the end of the key of its text. Money that a bank asks for must not go back twice, and who
 * has left can be given no credits.
 */
function stepOf(payment: Payment, matter: MoneyMatter, hasLeft: boolean) {
  if (matter.kind === "lost_dispute") return payment.paidAt === null ? "lost_unpaid" : "lost_dispute";
  const { standing } = standingOf(payment, matter);
  if (standing === "asked") return matter.isUnheard ? "unheardAsked" : "asked";
  if (matter.isUnheard) return "unheard";
  if (standing === "taken") return hasLeft ? "takenLeft" : "taken";
  return hasLeft ? "left" : cameOf(payment, matter);
}

/**
 * The matters of a payment; nothing if there never were any. `asks`: whether to ask now if they are settled; `hasLeft`:
 * whether its man has deleted his account.
 */
export function PaymentMatters({ payment, asks, hasLeft }: { payment: Payment; asks: boolean; hasLeft: boolean }) {
  const { t, href } = usePage();
  const date = useDate();
  const matterOf = useMatter(payment);
  const open = openMattersOf(payment);
  const settled = (payment.matters ?? []).filter(({ settledAt }) => settledAt !== undefined);
  const path = paymentPath(payment.id);
  return (
    <>
      {settled.map((matter, place) => (
        <p key={place} class="soft">
          {matterOf(matter)} {t("admin:matters.settled", { date: date(matter.settledAt!, "moment") })}
        </p>
      ))}
      {open.map((matter, place) => (
        <Notice key={place} tone="bad">
          <p>{matterOf(matter)}</p>
          <p>{t(`admin:matters.do.${stepOf(payment, matter, hasLeft)}`)}</p>
        </Notice>
      ))}
      {settleableOf(payment).length > 0 && (asks
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

/** Which money a refund from here is of, while other money that came for a paid order waits to be given back. */
export function WhichMoney({ payment }: { payment: Payment }) {
  const { t } = usePage();
  const hasOther = openMattersOf(payment).some(({ kind }) => kind === "mispaid");
  return payment.paidAt !== null && hasOther ? <Notice tone="attention">{t("admin:refund.ofFirst")}</Notice> : null;
}

/** All payments that an admin has to look at. */
export function WaitingMatters({ payments }: { payments: Payment[] }) {
  const { t } = usePage();
  return (
    <section aria-labelledby={mattersAnchor}>
      <h2 id={mattersAnchor}>{t("admin:matters.title")}</h2>
      <ul class="admin__writings">
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
