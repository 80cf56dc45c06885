/** The form that answers a report: what is done, what each of the two reads, and what the site keeps for itself. */
import { Check } from "../../../../components/choices.tsx";
import { FieldError, TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import type { LadyRecord } from "../../../../kv/ladies/record.ts";
import type { Ground } from "../../../../kv/safety/decisions.ts";
import { reportAnswerLengthMax } from "../../../../kv/safety/report_answers.ts";
import type { ReadReport } from "../../../../kv/safety/report_reading.ts";
import { suspensionFactsLengthMax, suspensionReasonLengthMax } from "../../../../kv/safety/suspensions.ts";
import { warningLengthMax } from "../../../../kv/safety/warnings.ts";
import { ConfirmationForm, ConfirmationQuestion } from "../confirmation.tsx";
import { GroundField } from "../ground_field.tsx";
import { reportPath, reportsPath } from "../paths.ts";
import { type Forecast, type Kind, WillSuspend } from "../people/suspension_parts.tsx";

export const answers = ["dismiss", "done", "warn", "conduct", "fraud"] as const;
export type Action = typeof answers[number];

/** Whether the action is against the reported person, and so needs one who still has an account. */
export const needsSomebody = (action: Action | null): boolean =>
  action === "warn" || action === "conduct" || action === "fraud";

/** What the form says so far. */
export interface Answer {
  action: Action | null;
  /** What the reporter reads. */
  words: string;
  /** What a warned person reads. */
  warning: string;
  /** The reason of a suspension, for the staff. */
  reason: string;
  /** What a suspended person reads. */
  facts: string;
  /** The rule that was broken. */
  ground: Ground | null;
  /** How many additions the form showed; null before it was sent. */
  additionsRead: number | null;
}

export interface Known {
  id: number;
  user: User | null;
  record: LadyRecord | null;
  filedCount: number;
  aboutCount: number;
}

export interface AnswerProps extends ReadReport {
  /** Null for a guest. */
  reporter: Known | null;
  /** Null if the report is about no member. */
  reported: Known | null;
  answer: Answer;
  forecast: Forecast | null;
  errors: Record<string, string>;
}

export function AnswerForm({ report, additions, reporter, reported, answer, errors }: AnswerProps) {
  const { t } = usePage();
  const language = (reader: { locale: string } | null | undefined) =>
    reader ? t("admin:approvals.reasonHint", { language: t(`admin:language.${reader.locale}`) }) : undefined;
  const isThere = reported !== null && reported.user !== null;
  const possible = answers.filter((each) => isThere || !needsSomebody(each));
  return (
    <ConfirmationForm path={reportPath(report.id)} cancel={reportsPath} submit={t("admin:reports.send")}>
      <input type="hidden" name="additionsRead" value={additions.length} />
      <fieldset class="group">
        <legend>{t("admin:reports.decision")}</legend>
        {possible.map((each) => (
          <Check key={each} type="radio" name="action" value={each} checked={answer.action === each} required>
            {t(`admin:reports.action.${each}`)}
          </Check>
        ))}
        {errors.action && <FieldError id="action">{errors.action}</FieldError>}
      </fieldset>
      <TextArea
        id="words"
        name="words"
        label={t("admin:reports.words")}
        hint={language(reporter?.user ?? report.guest)}
        error={errors.words}
        rows={4}
        required
        maxLength={reportAnswerLengthMax}
        defaultValue={answer.words}
      />
      <TextArea
        id="warning"
        name="warning"
        class="admin__if-warned"
        label={t("admin:reports.warning")}
        hint={language(reported?.user)}
        error={errors.warning}
        rows={3}
        maxLength={warningLengthMax}
        defaultValue={answer.warning}
      />
      <TextArea
        id="facts"
        name="facts"
        class="admin__if-suspended"
        label={t("admin:suspension.facts")}
        hint={language(reported?.user)}
        error={errors.facts}
        rows={3}
        maxLength={suspensionFactsLengthMax}
        defaultValue={answer.facts}
      />
      {isThere && <GroundField class="admin__if-against" chosen={answer.ground} />}
      <TextArea
        id="reason"
        name="reason"
        class="admin__if-suspended"
        label={t("admin:reports.reason")}
        hint={t("admin:suspension.reasonHint")}
        error={errors.reason}
        rows={3}
        maxLength={suspensionReasonLengthMax}
        defaultValue={answer.reason}
      />
    </ConfirmationForm>
  );
}

/** The question before a suspension: what it will do, and what each person will read. */
export function AnswerQuestion({ report, reported, answer, forecast }: AnswerProps) {
  const { t } = usePage();
  const { action, words, warning, reason, facts, ground, additionsRead } = answer;
  return (
    <ConfirmationQuestion
      path={reportPath(report.id)}
      submit={t("admin:suspension.suspendName", { name: reported?.user?.firstname ?? `#${reported?.id}` })}
      fields={{
        action: action!,
        words,
        warning,
        reason,
        facts,
        ground: ground ?? "",
        additionsRead: String(additionsRead ?? 0),
      }}
    >
      <WillSuspend kind={action as Kind} forecast={forecast} />
      <p class="admin__words">{t("admin:confirmation.reason", { reason })}</p>
      <p class="admin__words">{t("admin:suspension.willRead", { facts })}</p>
      <p class="admin__words">{t("admin:reports.willAnswer", { words })}</p>
    </ConfirmationQuestion>
  );
}
