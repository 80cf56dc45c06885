/**
 * What became of a report without an account, at the address in the mail with its answer: the report as it was written,
 * the answer, and the form to object to it once. Only those who have the address can read it.
 */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { mayAppeal } from "../../../kv/safety/appeals.ts";
import { type AnsweredReport, fileGuestAppeal, reportByLink } from "../../../kv/safety/guest_appeals.ts";
import { additionsTo } from "../../../kv/safety/reports.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { type Body, idOf } from "../../http/read_input.ts";
import { guestReportPath } from "../../safety/guest_report_forms.ts";
import { subjectTold } from "../../safety/told_subject.ts";
import { answerPrivate, type FormState, freshForm, Gate, refusedForm } from "../auth/gate.tsx";
import { ReportAnswerView } from "../safety/report_answer_view.tsx";

export const guestAnswerPage: PageDefinition = {
  paths: [`${guestReportPath}/:id/:key`],
  access: "everyone",
  get: (c) => answerLink(c, (answered) => show(c, answered, freshForm())),
  post: (c, body) => answerLink(c, (answered) => object(c, answered, body)),
};

const keyIn = (c: AppContext): string => c.req.param("key") ?? "";

async function answerLink(c: AppContext, answer: (answered: AnsweredReport) => Promise<Response>): Promise<Response> {
  const answered = await reportByLink(c.var.deps.store, idOf(c.req.param("id")) ?? NaN, keyIn(c));
  if (answered) return await answer(answered);
  return await answerPrivate(c, {
    title: c.var.facts.t("guestReports:gone.title"),
    status: 404,
    view: <GoneReportView />,
  });
}

async function object(c: AppContext, { report }: AnsweredReport, body: Body): Promise<Response> {
  const { deps: { store, wakeJobs }, facts: { address, path, prefix } } = c.var;
  const text = typeof body.text === "string" ? body.text : "";
  const filed = await fileGuestAppeal(store, { reportId: report.id, key: keyIn(c), text, address });
  if (!filed.ok) {
    const form = refusedForm(c, filed, { text }, ["text"]);
    // Read anew: somebody may have objected at the same address on another device.
    return await answerLink(c, (answered) => show(c, answered, form));
  }
  wakeJobs?.();
  leaveFlash(c, "success", "guestReports:appeal.sent");
  return c.redirect(localHref(prefix, path), 303);
}

async function show(c: AppContext, { report, decision }: AnsweredReport, form: FormState): Promise<Response> {
  const { deps: { store }, facts: { t, path } } = c.var;
  return await answerPrivate(c, {
    title: t("guestReports:answer.title", { id: report.id }),
    status: form.status,
    view: (
      <ReportAnswerView
        report={report}
        additions={await additionsTo(store, [report])}
        subject={subjectTold(t, report.subject ?? "")}
        decision={decision}
        mayAppeal={mayAppeal(store, decision)}
        path={path}
        form={form}
      />
    ),
  });
}

/** For a wrong address, and once the report is gone. */
function GoneReportView() {
  const { t, href } = usePage();
  return (
    <Gate title={t("guestReports:gone.title")} lead={t("guestReports:gone.text")}>
      <ButtonLink href={href("/contact-us")}>{t("safety:mail.contact")}</ButtonLink>
    </Gate>
  );
}
