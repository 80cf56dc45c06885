/** An appeal as a page: the decision with its reasons, what the person says to it, and the form that answers. */
import { Check } from "../../../../components/choices.tsx";
import { FieldError, TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import type { Translate } from "../../../../i18n/translate.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import { appealAnswerLengthMax } from "../../../../kv/safety/appeals.ts";
import { type Decision, reportAnswer } from "../../../../kv/safety/decisions.ts";
import type { ReadReport } from "../../../../kv/safety/report_reading.ts";
import { langOf } from "../../../ladies/word_languages.ts";
import { reasonsOf } from "../../../safety/statement.ts";
import { ConfirmationForm, ConfirmationProblem } from "../confirmation.tsx";
import { AdminFrame } from "../frame.tsx";
import { GuestFact } from "./report_view.tsx";
import { appealPath, appealsPath, reportPath, userPath } from "../paths.ts";
import { PersonLink } from "../person_link.tsx";

interface AppealViewProps {
  decision: Decision;
  /** Null for a guest, and for somebody whose account is gone. */
  person: User | null;
  /** The report, if the appeal is against its answer; else null. */
  read: ReadReport | null;
  /** Whether the reader made the decision, and so may not look at it again. */
  isOwn: boolean;
  /** What was written so far. */
  words: string;
  errors: Record<string, string>;
  problem: string | null;
}

export function AppealView(props: AppealViewProps) {
  const { decision, person, read, isOwn, problem } = props;
  const { t, href, locale } = usePage();
  const date = useDate();
  const { id, userId, kind, reportId, decidedBy, at } = decision;
  const appeal = decision.appeal!;
  return (
    <AdminFrame
      title={t(`admin:appeals.kind.${kind}`)}
      lead={[t("admin:appeals.one", { id }), date(appeal.at, "moment")].join(" · ")}
      back={{ path: appealsPath, label: t("admin:appeals.title") }}
    >
      <ConfirmationProblem message={problem} />
      <section aria-labelledby="decision">
        <h2 id="decision">{t("admin:appeals.decision")}</h2>
        <dl class="admin__facts">
          {read?.report.guest ? <GuestFact guest={read.report.guest} /> : (
            <div>
              <dt>{t(read ? "admin:reports.reporter" : "admin:appeals.against")}</dt>
              <dd>
                <PersonLink id={userId} user={person} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t("admin:appeals.decidedBy")}</dt>
            <dd>
              {decidedBy === null ? t("admin:nobody") : <a href={href(userPath(decidedBy))}>#{decidedBy}</a>} ·{" "}
              {date(at, "moment")}
            </dd>
          </div>
          {(read ? answerOf(t, date, read) : reasonsOf(t, decision)).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd class="admin__words" lang={langOf(locale, value)}>{value}</dd>
            </div>
          ))}
        </dl>
        {reportId !== null && (
          <p>
            <a href={href(reportPath(reportId))}>{t("admin:reports.one", { id: reportId })}</a>
          </p>
        )}
      </section>
      <section aria-labelledby="objection">
        <h2 id="objection">{t("admin:appeals.objection")}</h2>
        <p class="admin__words" lang={langOf(locale, appeal.text)}>{appeal.text}</p>
      </section>
      {appeal.state === "open"
        ? isOwn ? <Notice>{t("refusals:same_decider")}</Notice> : <AnswerForm {...props} />
        : (
          <Notice tone="good">
            <p>
              {t(`admin:appeals.verdict.${appeal.state}`)} · {date(appeal.answeredAt!, "moment")} ·{" "}
              <a href={href(userPath(appeal.answeredBy!))}>#{appeal.answeredBy}</a>
            </p>
            <p class="admin__words" lang={langOf(locale, appeal.words ?? "")}>{appeal.words}</p>
          </Notice>
        )}
    </AdminFrame>
  );
}

/** What the reporter told, at first and later, and what the site answered. */
const answerOf = (
  t: Translate,
  date: ReturnType<typeof useDate>,
  { report: { text, outcome, words }, additions }: ReadReport,
) => [
  { label: t("admin:reports.told"), value: text },
  ...additions.filter(({ text }) => text !== "").map(({ addedAt, guestName, text }) => ({
    label: [
      t("admin:reports.added"),
      date(addedAt, "moment"),
      ...guestName ? [t("admin:reports.guestNamed", { name: guestName })] : [],
    ].join(" · "),
    value: text,
  })),
  { label: t("admin:appeals.kind.report_answer"), value: `${t(`admin:reports.outcome.${outcome}`)}\n${words}` },
];

/** The sentences of the two verdicts: they mean one thing for a measure, and another for the answer to a report. */
const willOf = ({ kind }: Decision) =>
  kind === reportAnswer
    ? { upheld: "answerUpheld", reversed: "answerReversed" }
    : { upheld: "upheld", reversed: "reversed" };

function AnswerForm({ decision, person, read, words, errors }: AppealViewProps) {
  const { t } = usePage();
  const locale = read?.report.guest?.locale ?? person?.locale;
  return (
    <section aria-labelledby="answer">
      <h2 id="answer">{t("admin:appeals.answer")}</h2>
      <ConfirmationForm path={appealPath(decision.id)} cancel={appealsPath} submit={t("admin:appeals.send")}>
        <fieldset class="group">
          <legend>{t("admin:appeals.verdictLegend")}</legend>
          {(["upheld", "reversed"] as const).map((each) => (
            <Check key={each} type="radio" name="verdict" value={each} required>
              {t(`admin:appeals.will.${willOf(decision)[each]}`)}
            </Check>
          ))}
          {errors.verdict && <FieldError id="verdict">{errors.verdict}</FieldError>}
        </fieldset>
        <TextArea
          id="words"
          name="words"
          label={t("admin:appeals.words")}
          hint={locale && t("admin:approvals.reasonHint", { language: t(`admin:language.${locale}`) })}
          error={errors.words}
          rows={5}
          required
          maxLength={appealAnswerLengthMax}
          defaultValue={words}
        />
      </ConfirmationForm>
    </section>
  );
}
