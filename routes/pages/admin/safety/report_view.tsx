/** A report as a page: who and what, the attached words, what is known of both, and the form that answers it. */
import type { ComponentChildren } from "preact";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { stateOf } from "../../../../kv/accounts/directory.ts";
import type { LadyPhoto } from "../../../../kv/ladies/record.ts";
import type { Guest, Report } from "../../../../kv/safety/reports.ts";
import { langOf } from "../../../ladies/word_languages.ts";
import { ConfirmationProblem } from "../confirmation.tsx";
import { AdminFrame, bornOf } from "../frame.tsx";
import { letterReadingPath, reportsPath, userPath } from "../paths.ts";
import { PersonLink } from "../person_link.tsx";
import type { AlikeShown } from "../vetting/alike.ts";
import { AlikePhotos, OwnPhotos } from "../vetting/alike_view.tsx";
import { AnswerForm, type AnswerProps, AnswerQuestion, type Known } from "./report_answer.tsx";
import { Additions, Words, Writings } from "./report_told.tsx";

/** Photos of the reported person, and photos of other people that look like them. */
export interface Pictures {
  own: LadyPhoto[];
  alike: AlikeShown[];
}

interface ReportViewProps extends AnswerProps {
  pictures: Pictures;
  nowMs: number;
  isSure: boolean;
  problem: string | null;
}

export function ReportView(props: ReportViewProps) {
  const { report, additions, reporter, reported, pictures, nowMs, problem } = props;
  const { t, href } = usePage();
  const date = useDate();
  const letterId = /^letter:(\d+)$/.exec(report.subject ?? "")?.[1];
  const people = [reporter, reported].filter((known) => known !== null);
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
        {report.text === "" ? <p class="soft">{t("admin:reports.noText")}</p> : <Words text={report.text} />}
        {report.guest && !letterId && <PointedAt subject={report.subject ?? ""} />}
        {letterId && (
          <p>
            <a href={href(letterReadingPath(Number(letterId)))}>{t("admin:letters.title", { id: letterId })}</a>{" "}
            <span class="soft">{t("admin:reports.letterHint")}</span>
          </p>
        )}
        {additions.length > 0 && (
          <p>
            <a href="#added">{t("admin:reports.addedTo", { count: additions.length })}</a>
          </p>
        )}
      </section>
      <section aria-labelledby="known">
        <h2 id="known">{t("admin:reports.known")}</h2>
        <dl class="admin__facts">
          {reported && (
            <Person role="reported" known={reported} nowMs={nowMs}>
              <OwnPhotos name={reported.user?.firstname ?? ""} photos={pictures.own} />
            </Person>
          )}
          {reporter && <Person role="reporter" known={reporter} nowMs={nowMs} />}
          {report.guest && <GuestFact guest={report.guest} />}
        </dl>
        <AlikePhotos alike={pictures.alike} />
      </section>
      {!report.guest && (
        <section aria-labelledby="writings">
          <h2 id="writings">{t("admin:reports.writings")}</h2>
          {report.lastMessages.length === 0
            ? <p class="soft">{t("admin:reports.noWritings")}</p>
            : <Writings told={report} people={people} />}
        </section>
      )}
      {additions.length > 0 && <Additions additions={additions} read={props.answer.additionsRead} people={people} />}
      {report.answeredAt === null && (
        <section aria-labelledby="answer">
          <h2 id="answer">{t("admin:reports.answer")}</h2>
          {props.isSure ? <AnswerQuestion {...props} /> : <AnswerForm {...props} />}
        </section>
      )}
    </AdminFrame>
  );
}

/** What a guest points at: a link to a public page, or words. A reported person stands below already. */
function PointedAt({ subject }: { subject: string }) {
  const { t, href } = usePage();
  return (
    <p>
      <span class="soft">{t("admin:reports.column.about")}</span>{" "}
      {subject.startsWith("/") ? <a href={href(subject)}>{subject}</a> : subject}
    </p>
  );
}

/** Somebody who reported without an account: the e-mail address is not proven. */
export function GuestFact({ guest: { name, email, locale } }: { guest: Guest }) {
  const { t } = usePage();
  const who = [name, email].filter(Boolean).join(" · ");
  return (
    <div>
      <dt>{t("admin:reports.guest")}</dt>
      <dd>{[who || t("admin:reports.anonymous"), t(`admin:language.${locale}`)].join(" · ")}</dd>
    </div>
  );
}

function Answered({ report }: { report: Report }) {
  const { t, href, locale } = usePage();
  const date = useDate();
  return (
    <Notice tone="good">
      <p>
        {t(`admin:reports.outcome.${report.outcome}`)} · {date(report.answeredAt!, "moment")} ·{" "}
        <a href={href(userPath(report.answeredBy!))}>#{report.answeredBy}</a>
      </p>
      <p class="admin__words" lang={langOf(locale, report.words ?? "")}>{report.words}</p>
    </Notice>
  );
}

function Person({ role, known: { id, user, record, filedCount, aboutCount }, nowMs, children }: {
  role: "reporter" | "reported";
  known: Known;
  nowMs: number;
  children?: ComponentChildren;
}) {
  const { t, locale } = usePage();
  const date = useDate();
  return (
    <div>
      <dt>{t(`admin:reports.${role}`)}</dt>
      <dd>
        <p>
          <PersonLink id={id} user={user} />
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
        {children}
      </dd>
    </div>
  );
}
