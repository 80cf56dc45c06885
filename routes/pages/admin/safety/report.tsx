/** The page of one report: all that was told, what the two wrote, what is known of both, and the answer, given once. */
import { canBeSeen, trimText } from "../../../../chat/shared/text.ts";
import { userById } from "../../../../kv/accounts/users.ts";
import { ladyById } from "../../../../kv/ladies/ladies.ts";
import { answerReport, mayAnswer, reportAnswerLengthMax } from "../../../../kv/safety/report_answers.ts";
import { readReport } from "../../../../kv/safety/report_reading.ts";
import { type Report, reportById, reportsAbout, reportsOf } from "../../../../kv/safety/reports.ts";
import { suspend, suspensionFactsLengthMax, suspensionReasonLengthMax } from "../../../../kv/safety/suspensions.ts";
import type { Store } from "../../../../kv/open.ts";
import { warn, warningLengthMax } from "../../../../kv/safety/warnings.ts";
import { nobody } from "../../../../kv/store/ids.ts";
import { type Refusal, refuse, type Result } from "../../../../kv/store/refusals.ts";
import { photosOf, shownPhoto } from "../../../../kv/vetting/photos.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { type Body, idOf } from "../../../http/read_input.ts";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { type Form, textOf, toldOf } from "../form.ts";
import { groundOf } from "../ground_field.tsx";
import { reportsPath } from "../paths.ts";
import { type Forecast, forecastOf, type Kind } from "../people/suspension_parts.tsx";
import { alikeOf } from "../vetting/alike.ts";
import { type Answer, answers, type Known, needsSomebody } from "./report_answer.tsx";
import { type Pictures, ReportView } from "./report_view.tsx";

export const reportPage: PageDefinition = {
  paths: [`${reportsPath}/:id`],
  access: "admins",
  get: (c) => show(c, reportIdOf(c), emptyAnswer, {}),
  async post(c, body) {
    const report = await reportById(c.var.deps.store, reportIdOf(c));
    return report ? await act(c, report, body) : await answerRefusal(c, refuse("not_found"));
  },
};

const reportIdOf = (c: AppContext): number => idOf(c.req.param("id")) ?? NaN;

const emptyAnswer: Answer = {
  action: null,
  words: "",
  warning: "",
  reason: "",
  facts: "",
  ground: null,
  additionsRead: null,
};

async function act(c: MemberContext, report: Report, body: Body): Promise<Response> {
  const { deps: { store }, facts: { prefix } } = c.var;
  const answer = answerOf(body);
  const reported = needsSomebody(answer.action) ? await userById(store, report.reportedId ?? nobody) : null;
  const checked = check(report, answer, reported !== null);
  if (!checked.ok) return await show(c, report.id, answer, { refusal: checked });
  const kind = kindOf(answer);
  if (kind && body.sure !== "yes") {
    const forecast = await forecastOf(store, reported, kind);
    return await show(c, report.id, answer, { isSure: body.sure !== "no", forecast });
  }
  const done = await carryOut(c, report, answer);
  if (!done.ok) return await show(c, report.id, answer, { refusal: done });
  c.var.deps.wakeJobs?.();
  leaveFlash(c, "success", "admin:reports.flash.answered");
  return c.redirect(localHref(prefix, reportsPath), 303);
}

function answerOf(form: Form): Answer {
  const action = answers.find((each) => each === form.action) ?? null;
  return {
    action,
    words: textOf(form.words),
    warning: textOf(form.warning),
    reason: textOf(form.reason),
    facts: textOf(form.facts),
    ground: groundOf(form.ground),
    additionsRead: idOf(textOf(form.additionsRead)) ?? 0,
  };
}

/** The kind of suspension that the answer asks for; null if it asks for none. */
const kindOf = ({ action }: Answer): Kind | null => action === "conduct" || action === "fraud" ? action : null;

/** Checks the whole answer before any of it is done. Refuses `conflict` if it must not be answered, and `invalid`. */
function check(report: Report, answer: Answer, isThere: boolean): Result<object> {
  const { action, words, warning, reason, facts } = answer;
  if (!mayAnswer(report, answer.additionsRead ?? 0)) return refuse("conflict");
  const fields: Record<string, string> = {};
  const need = (name: string, text: string, most: number) => {
    if (!canBeSeen(text)) fields[name] = "required";
    else if (trimText(text).length > most) fields[name] = "too_long";
  };
  if (action === null) fields.action = "required";
  // Nobody is there to be warned or suspended.
  else if (!isThere && needsSomebody(action)) fields.action = "wrong_value";
  need("words", words, reportAnswerLengthMax);
  if (action === "warn") need("warning", warning, warningLengthMax);
  if (kindOf(answer)) {
    need("reason", reason, suspensionReasonLengthMax);
    need("facts", facts, suspensionFactsLengthMax);
  }
  return Object.keys(fields).length > 0 ? refuse("invalid", { fields }) : { ok: true };
}

/** Acts and answers in one commit: of two admins who answer at the same time, only one does either. */
async function carryOut(c: MemberContext, report: Report, answer: Answer): Promise<Result<object>> {
  const { deps: { store }, facts: { origin }, signedIn } = c.var;
  const actorId = signedIn.user.id;
  const { id: reportId, reportedId: userId } = report;
  const answers = { reportId, words: answer.words, additionsRead: answer.additionsRead ?? 0 };
  const told = { actorId, answers, ground: answer.ground ?? undefined, origin };
  if (answer.action === "warn" && userId !== null) return await warn(store, { userId, words: answer.warning, ...told });
  const kind = kindOf(answer);
  if (kind && userId !== null) {
    const kept = await suspend(store, { userId, kind, reason: answer.reason, facts: answer.facts, ...told });
    // If the person was suspended already, as after another report, the answer is true all the same.
    if (kept.ok || kept.reason !== "conflict") return kept;
  }
  const outcome = answer.action === "dismiss" ? "not_confirmed" : "acted";
  return await answerReport(store, { ...answers, actorId, outcome });
}

interface Outcome {
  refusal?: Refusal;
  isSure?: boolean;
  forecast?: Forecast | null;
}

/** Shows the report as it is now, with all that was added. */
async function show(c: MemberContext, reportId: number, answer: Answer, outcome: Outcome): Promise<Response> {
  const { facts: { t }, deps: { store }, signedIn } = c.var;
  const read = await readReport(store, { reportId, actorId: signedIn.user.id });
  if (!read) return await answerRefusal(c, refuse("not_found"));
  const { report } = read;
  const { refusal, isSure = false, forecast = null } = outcome;
  const { errors, problem } = toldOf(c, refusal);
  return await answerPage(c, {
    title: t("admin:reports.one", { id: report.id }),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <ReportView
        {...read}
        reporter={await knownOf(c, report.reporterId)}
        reported={await knownOf(c, report.reportedId)}
        pictures={await picturesOf(store, report.reportedId)}
        nowMs={store.now()}
        answer={answer}
        isSure={isSure}
        forecast={forecast}
        errors={errors}
        problem={refusal?.reason === "conflict"
          ? t(report.answeredAt === null ? "admin:reports.grown" : "admin:reports.decided")
          : problem}
      />
    ),
  });
}

/** What else the site knows of somebody that helps to decide. */
async function knownOf(c: AppContext, userId: number | null): Promise<Known | null> {
  if (userId === null) return null;
  const { store } = c.var.deps;
  const one = { page: 1, limit: 1 };
  const [user, record, filed, about] = await Promise.all([
    userById(store, userId),
    ladyById(store, userId),
    reportsOf(store, userId, one),
    reportsAbout(store, userId, one),
  ]);
  return { id: userId, user, record, filedCount: filed.totalCount, aboutCount: about.totalCount };
}

/** Somebody's photos, and photos of other people that look like them: stolen photos are often in two accounts. */
async function picturesOf(store: Store, userId: number | null): Promise<Pictures> {
  if (userId === null) return { own: [], alike: [] };
  const user = await userById(store, userId);
  const photos = user ? await photosOf(store, user) : [];
  return {
    own: photos.slice(0, picturesAtMost).map((photo) => shownPhoto(userId, photo)),
    alike: await alikeOf(store, userId, photos),
  };
}

const picturesAtMost = 6;
