/** What the person who reported reads: the report, its answer, and the appeal against the answer. */
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Prose } from "../../../components/prose.tsx";
import { Facts } from "../../../components/tariff.tsx";
import { appealEndsAt } from "../../../kv/safety/appeals.ts";
import type { AnsweredReport } from "../../../kv/safety/guest_appeals.ts";
import type { Addition } from "../../../kv/safety/reports.ts";
import type { FormState } from "../auth/gate.tsx";
import { AppealPart } from "./decisions_view.tsx";

interface ReportAnswerViewProps extends AnsweredReport {
  additions: Addition[];
  /** What or whom the report is about, in words. */
  subject: string;
  mayAppeal: boolean;
  /** The path of this page. */
  path: string;
  /** The link to all reports of the reader, if somebody is signed in; a guest has no such page. */
  backHref?: string;
  form: FormState;
}

export function ReportAnswerView(
  { report, additions, subject, decision, mayAppeal, path, backHref, form }: ReportAnswerViewProps,
) {
  const { t } = usePage();
  const date = useDate();
  const { id, category, text, filedAt, answeredAt, outcome, words } = report;
  const line = (label: string, value: string) => ({ label, value: <Prose text={value} /> });
  return (
    <div class="wrap article article--text flow">
      <header>
        <h1>{t("guestReports:answer.title", { id })}</h1>
        <p class="soft">{t("safety:reports.on", { date: date(filedAt, "moment") })}</p>
      </header>
      <Facts
        facts={[
          line(t("guestReports:answer.subject"), subject),
          line(t("guestReports:answer.category"), t(`safety:category.${category}`)),
          ...text ? [line(t("guestReports:answer.text"), text)] : [],
          ...additions.filter(({ text }) => text !== "").map(({ addedAt, text }) =>
            line(t("safety:reports.added", { date: date(addedAt, "moment") }), text)
          ),
        ]}
        oneColumn
      />
      <section class="flow" aria-labelledby="ours">
        <h2 id="ours">{t("guestReports:answer.ours")}</h2>
        <p class="small soft">{t("safety:reports.answered", { date: date(answeredAt!, "moment") })}</p>
        <p>{t(`safety:outcome.${outcome}`)}</p>
        <Prose text={words ?? ""} />
        <p class="small soft">{t("guestReports:mail.answer.person")}</p>
        {mayAppeal && (
          <p class="small soft">{t("guestReports:appeal.redress", { date: date(appealEndsAt(decision)) })}</p>
        )}
      </section>
      <AppealPart words="guestReports:appeal" path={path} decision={decision} mayAppeal={mayAppeal} form={form} />
      {backHref && (
        <p>
          <a href={backHref}>{t("safety:reports.title")}</a>
        </p>
      )}
    </div>
  );
}
