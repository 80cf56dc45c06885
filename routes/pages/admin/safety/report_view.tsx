/** A report as a page: who and what, the attached words, what is known of both, and the form that answers it. */
import { Check } from "../../../../components/choices.tsx";
import { FieldError, TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { stateOf } from "../../../../kv/accounts/directory.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import type { LadyPhoto, LadyRecord } from "../../../../kv/ladies/record.ts";
import type { Writing } from "../../../../kv/safety/report_snapshots.ts";
import { type Report, reportAnswerLengthMax } from "../../../../kv/safety/reports.ts";
import { suspensionReasonLengthMax } from "../../../../kv/safety/suspensions.ts";
import { warningLengthMax } from "../../../../kv/safety/warnings.ts";
import { ConfirmationForm, ConfirmationProblem, ConfirmationQuestion } from "../confirmation.tsx";
import { AdminFrame, bornOf } from "../frame.tsx";
import { reportPath, reportsPath, staffReadingPath, userPath } from "../paths.ts";
import type { AlikeShown } from "../vetting/alike.ts";
import { AlikePhotos, OwnPhotos } from "../vetting/alike_view.tsx";
import { type Forecast, type Kind, WillSuspend } from "../people/suspension_parts.tsx";

export const answers = ["dismiss", "warn", "conduct", "fraud"] as const;

/** What the form says so far. */
export interface Answer {
  action: typeof answers[number] | null;
  /** For who reported. */
  words: string;
  /** For who is warned. */
  warning: string;
  /** Of a suspension, for the site. */
  reason: string;
}

export interface Known {
  id: number;
  user: User | null;
  record: LadyRecord | null;
  filedCount: number;
  aboutCount: number;
}

/** Of the reported person, and of others whose look like them. */
export interface Pictures {
  own: LadyPhoto[];
  alike: AlikeShown[];
}

interface ReportViewProps {
  report: Report;
  reporter: Known;
  reported: Known;
  pictures: Pictures;
  nowMs: number;
  answer: Answer;
  isSure: boolean;
  forecast: Forecast | null;
  errors: Record<string, string>;
  problem: string | null;
}

export function ReportView(props: ReportViewProps) {
  const { report, reporter, reported, pictures, nowMs, problem } = props;
  const { t, href } = usePage();
  const date = useDate();
  const letterId = /^letter:(\d+)$/.exec(report.subject ?? "")?.[1];
  return (
    <AdminFrame
      title={t(`safety:category.${report.category}`)}
      lead={[
        t("admin:reports.one", { id: report.id }),
        date(report.filedAt, "moment"),
        t(`admin:reports.from.${report.from}`),
      ].join(" · ")}
      back={{ path: reportsPath, label: t("admin:reports.title") }}
    >
      <ConfirmationProblem message={problem} />
      {report.answeredAt !== null && <Answered report={report} />}
      <section aria-labelledby="told">
        <h2 id="told">{t("admin:reports.told")}</h2>
        {report.text === ""
          ? <p class="soft">{t("admin:reports.noText")}</p>
          : <p class="admin__words">{report.text}</p>}
        {letterId && (
          <p>
            <a href={href(staffReadingPath(Number(letterId)))}>{t("admin:letters.title", { id: letterId })}</a>{" "}
            <span class="soft">{t("admin:reports.letterHint")}</span>
          </p>
        )}
      </section>
      <section aria-labelledby="known">
        <h2 id="known">{t("admin:reports.known")}</h2>
        <dl class="admin__facts">
          <Person role="reported" known={reported} nowMs={nowMs} />
          <Person role="reporter" known={reporter} nowMs={nowMs} />
        </dl>
        <OwnPhotos name={reported.user?.firstname ?? ""} photos={pictures.own} />
        <AlikePhotos alike={pictures.alike} />
      </section>
      <section aria-labelledby="writings">
        <h2 id="writings">{t("admin:reports.writings")}</h2>
        {report.lastMessages.length === 0
          ? <p class="soft">{t("admin:reports.noWritings")}</p>
          : (
            <ol class="admin__writings">
              {report.lastMessages.map((writing) => (
                <Written key={`${writing.kind}${writing.id}`} writing={writing} people={[reporter, reported]} />
              ))}
            </ol>
          )}
      </section>
      {report.answeredAt === null && (
        <section aria-labelledby="answer">
          <h2 id="answer">{t("admin:reports.answer")}</h2>
          {props.isSure ? <Question {...props} /> : <AnswerForm {...props} />}
        </section>
      )}
    </AdminFrame>
  );
}

function Answered({ report }: { report: Report }) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <Notice tone="good">
      <p>
        {t(`admin:reports.outcome.${report.outcome}`)} · {date(report.answeredAt!, "moment")} ·{" "}
        <a href={href(userPath(report.answeredBy!))}>#{report.answeredBy}</a>
      </p>
      <p class="admin__words">{report.words}</p>
    </Notice>
  );
}

function Person({ role, known: { id, user, record, filedCount, aboutCount }, nowMs }: {
  role: "reporter" | "reported";
  known: Known;
  nowMs: number;
}) {
  const { t, href, locale } = usePage();
  const date = useDate();
  return (
    <div>
      <dt>{t(`admin:reports.${role}`)}</dt>
      <dd>
        <p>
          <a href={href(userPath(id))}>{`${user?.firstname ?? t("admin:nobody")} #${id}`}</a>
        </p>
        {user && (
          <p class="small soft">
            {[
              t(`admin:group.${user.groupId}`),
              t(`admin:state.${stateOf(user, record?.isPublished ?? false)}`),
              bornOf({ t, locale }, user, nowMs),
              t("admin:reports.joined", { date: date(user.createdAt) }),
            ].filter(Boolean).join(" · ")}
          </p>
        )}
        <p class="small soft">
          {t("admin:reports.aboutCount", { count: aboutCount })} ·{" "}
          {t("admin:reports.filedCount", { count: filedCount })}
        </p>
      </dd>
    </div>
  );
}

function Written({ writing, people }: { writing: Writing; people: Known[] }) {
  const { t, href } = usePage();
  const date = useDate();
  const author = people.find(({ id }) => id === writing.authorId)?.user;
  const about = [
    `${author?.firstname ?? t("admin:nobody")} #${writing.authorId}`,
    date(writing.at, "moment"),
  ].join(" · ");
  return (
    <li>
      <span class="small soft">
        {about} · {writing.kind === "letter"
          ? <a href={href(staffReadingPath(writing.id))}>{t("admin:letters.title", { id: writing.id })}</a>
          : t("admin:reports.message")}
      </span>
      {writing.text === null
        ? <span class="faint">{t("admin:reports.sealed")}</span>
        : <span class="admin__words">{writing.text}</span>}
    </li>
  );
}

function AnswerForm({ report, reporter, reported, answer, errors }: ReportViewProps) {
  const { t } = usePage();
  const language = ({ user }: Known) =>
    user ? t("admin:approvals.reasonHint", { language: t(`admin:language.${user.locale}`) }) : undefined;
  return (
    <ConfirmationForm path={reportPath(report.id)} cancel={reportsPath} submit={t("admin:reports.send")}>
      <fieldset class="group">
        <legend>{t("admin:reports.decision")}</legend>
        {answers.map((each) => (
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
        hint={language(reporter)}
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
        hint={language(reported)}
        error={errors.warning}
        rows={3}
        maxLength={warningLengthMax}
        defaultValue={answer.warning}
      />
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

function Question({ report, reported, answer, forecast }: ReportViewProps) {
  const { t } = usePage();
  const { action, words, reason } = answer;
  return (
    <ConfirmationQuestion
      path={reportPath(report.id)}
      cancel={reportPath(report.id)}
      submit={t("admin:suspension.suspendName", { name: reported.user?.firstname ?? `#${reported.id}` })}
      fields={{ action: action!, words, reason }}
    >
      <WillSuspend kind={action as Kind} forecast={forecast} />
      <p class="admin__words">{t("admin:confirmation.reason", { reason })}</p>
      <p class="admin__words">{t("admin:reports.willAnswer", { words })}</p>
    </ConfirmationQuestion>
  );
}
