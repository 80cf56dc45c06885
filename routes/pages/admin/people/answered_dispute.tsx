/**
 * A dispute that is answered on the provider's own pages: until when it can be, and the note by which an admin says that
 * it was, which takes it off the desk.
 */
import { Button } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { openDisputeOf } from "../../../../kv/credits/payments/dispute_evidence.ts";
import { noteAnswered, type OpenDispute, openDisputeRecord } from "../../../../kv/credits/payments/open_disputes.ts";
import type { Payment } from "../../../../kv/credits/payments/payments.ts";
import type { Refusal } from "../../../../kv/store/refusals.ts";
import type { AppContext } from "../../../http/env.ts";
import type { Body } from "../../../http/read_input.ts";
import { textOf } from "../form.ts";
import { paymentPath } from "../paths.ts";

/** The open dispute that only a note can mark as answered; null if none is open, or its provider takes our evidence. */
export async function disputeElsewhere(c: AppContext, payment: Payment): Promise<OpenDispute | null> {
  const { store, payments } = c.var.deps;
  if (openDisputeOf(payment) === null || payments.named(payment.provider)?.sendEvidence !== undefined) return null;
  return await openDisputeRecord(store, payment.id);
}

/** Writes or removes the note, as the form of this page asks; null if the form is not about the note. */
export async function takeNote(
  c: AppContext,
  { payment, body, actorId }: { payment: Payment; body: Body; actorId: number },
): Promise<{ ok: true } | Refusal | null> {
  if (body.answered !== "yes" && body.answered !== "no") return null;
  const [paymentId, disputeId] = [payment.id, textOf(body.disputeId)];
  return await noteAnswered(c.var.deps.store, { paymentId, disputeId, isAnswered: body.answered === "yes", actorId });
}

interface AnsweredDisputeProps {
  payment: Payment;
  dispute: OpenDispute;
}

export function AnsweredDispute({ payment, dispute: { disputeId, answeredAt } }: AnsweredDisputeProps) {
  const { t, href } = usePage();
  const date = useDate();
  const isAnswered = answeredAt !== undefined;
  const dueAt = payment.disputes.find(({ id }) => id === disputeId)?.dueAt;
  return (
    <Notice tone={isAnswered ? "good" : "attention"}>
      <p>
        {isAnswered
          ? t("admin:answered.marked", { date: date(answeredAt, "moment") })
          : dueAt === undefined || dueAt === null
          ? t("admin:answered.open")
          : t("admin:answered.openUntil", { date: date(dueAt, "moment") })}
      </p>
      <form class="actions" method="post" action={href(paymentPath(payment.id))}>
        <input type="hidden" name="disputeId" value={disputeId} />
        <Button type="submit" tone="quiet" small name="answered" value={isAnswered ? "no" : "yes"}>
          {t(isAnswered ? "admin:answered.unmark" : "admin:answered.mark")}
        </Button>
      </form>
    </Notice>
  );
}
