/**
 * The decisions against a person: all of them, and each with its reasons and the form to object; and the answers to the
 * person's own reports. They are also for a person who is kept out, who finds here what else is still open: the copy of
 * the own data, and the end of the account.
 */
import type { Crumb } from "../../../components/frame/types.ts";
import { lady, man } from "../../../kv/accounts/users.ts";
import { fileAppeal, mayAppeal } from "../../../kv/safety/appeals.ts";
import { type Decision, decisionOf, decisionsAgainst, reportAnswer } from "../../../kv/safety/decisions.ts";
import { additionsTo, reportById } from "../../../kv/safety/reports.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { accountOf } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { decisionsPath } from "../../http/next_path.ts";
import { localHref } from "../../http/page.tsx";
import { type Body, idOf } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { decisionPath } from "../../safety/statement.ts";
import { accountCrumbs } from "../account/frame.tsx";
import { answerPrivate, type FormState, freshForm, refusedForm } from "../auth/gate.tsx";
import { partnersOf } from "../mail/partners.ts";
import { ownSafetyHref } from "./block_page.tsx";
import { DecisionsView, DecisionView } from "./decisions_view.tsx";
import { sideOf } from "./people.ts";
import { ReportAnswerView } from "./report_answer_view.tsx";

const listPage: PageDefinition = {
  paths: [decisionsPath],
  access: "members",
  keptOutMay: true,
  async get(c) {
    const { deps: { store }, facts: { t }, signedIn, keptOut } = c.var;
    return await answerPrivate(c, {
      title: t(keptOut ? "decisions:keptOut.title" : "decisions:title"),
      crumbs: crumbsTo(c),
      view: (
        <DecisionsView
          decisions={await decisionsAgainst(store, signedIn.user.id)}
          person={signedIn.user}
          keptOut={keptOut && { groupId: keptOut.user.groupId }}
        />
      ),
    });
  },
};

const onePage: PageDefinition = {
  paths: [`${decisionsPath}/:id`],
  access: "members",
  keptOutMay: true,
  get: (c) => answerAbout(c, (decision) => show(c, decision, freshForm())),
  post: (c, body) => answerAbout(c, (decision) => object(c, decision, body)),
};

export const decisionPages: PageDefinition[] = [listPage, onePage];

/** The breadcrumbs from a man's or lady's account to the list or one decision; none for staff or a person kept out. */
function crumbsTo(c: MemberContext, title?: string): Crumb[] | undefined {
  const { facts: { t, prefix }, signedIn: { user }, keptOut } = c.var;
  if (keptOut || (user.groupId !== man && user.groupId !== lady)) return undefined;
  const side = accountOf(user.groupId);
  const [home, account, safety] = accountCrumbs(c, side, "safety");
  const above = [home!, account!, { ...safety!, href: localHref(prefix, side.safetyPath) }];
  const list = { label: t("decisions:title"), ...(title && { href: localHref(prefix, decisionsPath) }) };
  return [...above, list, ...title ? [{ label: title }] : []];
}

/** Refuses `not_found` for a decision that is not the reader's own. */
async function answerAbout(c: MemberContext, answer: (decision: Decision) => Promise<Response>): Promise<Response> {
  const id = idOf(c.req.param("id")) ?? NaN;
  const decision = await decisionOf(c.var.deps.store, c.var.signedIn.user.id, id);
  return decision ? await answer(decision) : await answerRefusal(c, refuse("not_found"));
}

async function object(c: MemberContext, decision: Decision, body: Body): Promise<Response> {
  const { deps: { store }, facts: { prefix } } = c.var;
  const text = typeof body.text === "string" ? body.text : "";
  const filed = await fileAppeal(store, { userId: decision.userId, decisionId: decision.id, text });
  if (!filed.ok) return await refused(c, decision, text, filed);
  leaveFlash(c, "success", decision.kind === reportAnswer ? "guestReports:appeal.sent" : "decisions:appeal.sent");
  return c.redirect(localHref(prefix, decisionPath(decision.id)), 303);
}

/** Reads the decision anew: its reader may have objected in another tab. */
async function refused(c: MemberContext, { userId, id }: Decision, text: string, refusal: Refusal): Promise<Response> {
  const now = await decisionOf(c.var.deps.store, userId, id);
  return await show(c, now!, refusedForm(c, refusal, { text }, ["text"]));
}

async function show(c: MemberContext, decision: Decision, form: FormState): Promise<Response> {
  const { deps: { store }, facts: { t }, signedIn } = c.var;
  if (decision.kind === reportAnswer) return await showAnswer(c, decision, form);
  return await answerPrivate(c, {
    title: t(`decisions:kind.${decision.kind}`),
    crumbs: crumbsTo(c, t(`decisions:kind.${decision.kind}`)),
    status: form.status,
    view: (
      <DecisionView
        decision={decision}
        person={signedIn.user}
        mayAppeal={mayAppeal(store, decision)}
        form={form}
      />
    ),
  });
}

/** Shows the answer to a report; `not_found` once the report is deleted, as reports are some time after their answer. */
async function showAnswer(c: MemberContext, decision: Decision, form: FormState): Promise<Response> {
  const { deps: { store }, facts: { t }, signedIn: { user } } = c.var;
  const report = await reportById(store, decision.reportId!);
  if (!report) return await answerRefusal(c, refuse("not_found"));
  const { id, reportedId } = report;
  const person = reportedId === null ? null : (await partnersOf(c, sideOf(user), [reportedId])).get(reportedId);
  return await answerPrivate(c, {
    title: t("guestReports:answer.title", { id }),
    status: form.status,
    view: (
      <ReportAnswerView
        report={report}
        additions={await additionsTo(store, [report])}
        subject={person?.name ?? t("balance:somebody")}
        decision={decision}
        mayAppeal={mayAppeal(store, decision)}
        path={decisionPath(decision.id)}
        backHref={`${ownSafetyHref(c)}#reports`}
        form={form}
      />
    ),
  });
}
