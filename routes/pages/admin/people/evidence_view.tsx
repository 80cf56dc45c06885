/** The page of the evidence for a dispute: how far it is, each text as the bank gets it, and the next step. */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { Facts } from "../../../../components/tariff.tsx";
import { formatCents } from "../../../../i18n/format.ts";
import type { Translate } from "../../../../i18n/translate.ts";
import {
  type DisputeEvidence,
  mayStage,
  maySubmit,
  openDisputeOf,
  unsentProblems,
} from "../../../../kv/credits/payments/dispute_evidence.ts";
import type { Payment } from "../../../../kv/credits/payments/payments.ts";
import { type EvidenceFields, evidenceFields, evidenceProblems } from "../../../../services/payments/types.ts";
import { ConfirmationForm, ConfirmationProblem, ConfirmationQuestion } from "../confirmation.tsx";
import { AdminFrame } from "../frame.tsx";
import { evidencePath, paymentPath } from "../paths.ts";

interface EvidenceViewProps {
  payment: Payment;
  /** The evidence for the dispute that is shown; null if there is none yet. */
  evidence: DisputeEvidence | null;
  /** The texts that would be staged now, with the mark that names them; null if the page shows those of `evidence`. */
  fresh: { fields: EvidenceFields; mark: string } | null;
  isSure: boolean;
  isChanged: boolean;
  problem: string | null;
}

export function EvidenceView({ payment, evidence, fresh, isSure, isChanged, problem }: EvidenceViewProps) {
  const { t, locale } = usePage();
  const date = useDate();
  const dispute = openDisputeOf(payment);
  const dueAt = evidence?.dueAt ?? dispute?.dueAt ?? null;
  const cents = dispute?.amountCents;
  const facts = [
    { label: t("admin:evidence.dispute"), value: evidence?.disputeId ?? dispute?.id ?? "" },
    ...cents === undefined
      ? []
      : [{ label: t("admin:payments.column.amount"), value: formatCents(locale, cents, payment.quote.currency) }],
    ...dueAt === null ? [] : [{ label: t("admin:evidence.due"), value: date(dueAt, "moment") }],
    { label: t("admin:payments.column.state"), value: evidenceState(t, evidence) },
    ...evidence ? [{ label: t("admin:evidence.since"), value: date(evidence.changedAt, "moment") }] : [],
  ];
  const fields: Partial<Record<string, string>> = fresh?.fields ?? evidence?.fields ?? {};
  const next = <NextStep payment={payment} evidence={evidence} mark={fresh?.mark ?? null} isSure={isSure} />;
  return (
    <AdminFrame
      title={t("admin:evidence.title")}
      lead={t("admin:evidence.lead")}
      back={{ path: paymentPath(payment.id), label: t("admin:payments.one") }}
    >
      <Facts oneColumn facts={facts} />
      <ConfirmationProblem message={problem} />
      {isChanged && <Notice tone="bad" role="alert">{t("admin:evidence.changed")}</Notice>}
      {evidence?.problem && <Notice tone="bad">{problemIn(t, evidence.problem)}</Notice>}
      {/* The last question stands at the top of the page; any other step follows the texts that the admin reads first. */}
      {isSure && next}
      <section aria-labelledby="texts">
        <h2 id="texts">{t(fresh ? "admin:evidence.will" : "admin:evidence.texts")}</h2>
        <dl class="admin__facts admin__facts--texts">
          {evidenceFields.map((name) => (
            <div key={name}>
              <dt>{t(`admin:evidence.field.${name}`)}</dt>
              <dd class="admin__words" lang="en">{fields[name]}</dd>
            </div>
          ))}
        </dl>
      </section>
      {!isSure && next}
    </AdminFrame>
  );
}

/** What an admin may do now: stage what is read, submit what is staged, or neither. */
function NextStep({ payment, evidence, mark, isSure }: {
  payment: Payment;
  evidence: DisputeEvidence | null;
  mark: string | null;
  isSure: boolean;
}) {
  const { t, href } = usePage();
  const path = evidencePath(payment.id);
  if (mark !== null && mayStage(payment, evidence)) {
    return (
      <ConfirmationForm path={path} cancel={paymentPath(payment.id)} submit={t("admin:evidence.stage")}>
        <p>{t("admin:evidence.willStage")}</p>
        <input type="hidden" name="shown" value={mark} />
      </ConfirmationForm>
    );
  }
  if (!maySubmit(payment, evidence)) return null;
  if (isSure) {
    return (
      <ConfirmationQuestion path={path} cancel={path} submit={t("admin:evidence.submit")} fields={{ do: "submit" }}>
        <p>{t("admin:evidence.willSubmit")}</p>
      </ConfirmationQuestion>
    );
  }
  return (
    <>
      <ConfirmationForm path={path} cancel={paymentPath(payment.id)} submit={t("admin:evidence.submit")}>
        <input type="hidden" name="do" value="submit" />
      </ConfirmationForm>
      {mayStage(payment, evidence) && (
        <p>
          <ButtonLink href={`${href(path)}?anew`} tone="quiet" small>{t("admin:evidence.anew")}</ButtonLink>
        </p>
      )}
    </>
  );
}

/** How far the evidence is, in words; also on the payment's page. */
export const evidenceState = (t: Translate, evidence: DisputeEvidence | null): string =>
  t(`admin:evidence.state.${evidence ? `${evidence.step}_${evidence.state}` : "none"}`);

const known: readonly string[] = [...Object.values(evidenceProblems), ...Object.values(unsentProblems)];

/** A sentence for a problem that we know; for any other, the provider's code. */
const problemIn = (t: Translate, problem: string): string =>
  known.includes(problem)
    ? t(`admin:evidence.problem.${problem}`)
    : t("admin:evidence.problem.other", { code: problem });
