/** Appeals: the list of decisions that somebody objected to, and the page of each, where another admin looks at it again. */
import { usePage } from "../../../../components/page_context.ts";
import { Notice } from "../../../../components/states.tsx";
import { PersonName } from "../../../../components/person_name.tsx";
import { actingAdmins, type User, userById, usersByIds } from "../../../../kv/accounts/users.ts";
import { answerAppeal, answeredAppeals, appealedDecision, openAppeals } from "../../../../kv/safety/appeals.ts";
import { type Decision, reportAnswer } from "../../../../kv/safety/decisions.ts";
import { readReport } from "../../../../kv/safety/report_reading.ts";
import { nobody } from "../../../../kv/store/ids.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { type Body, idOf } from "../../../http/read_input.ts";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { AnswerList, readAskedList, SinceCell } from "../answer_list.tsx";
import { textOf, toldOf } from "../form.ts";
import { appealPath, appealsPath } from "../paths.ts";
import { AppealView } from "./appeal_view.tsx";

const listPage: PageDefinition = {
  paths: [appealsPath],
  access: "admins",
  async get(c) {
    const { deps: { store }, facts: { t } } = c.var;
    const { asked, found } = await readAskedList(
      c,
      (list) => (list.isAnswered ? answeredAppeals : openAppeals)(store, list),
    );
    const [people, admins] = await Promise.all([
      usersByIds(store, found.decisions.map(({ userId }) => userId)),
      actingAdmins(store),
    ]);
    return await answerPage(c, {
      title: t("admin:appeals.title"),
      robots: "noindex",
      view: (
        <AnswerList
          name="appeals"
          path={appealsPath}
          asked={asked}
          totalCount={found.totalCount}
          note={admins < 2 && <Notice>{t("admin:appeals.alone")}</Notice>}
          columns={["what", "by"]}
          lines={found.decisions.map((decision, at) => (
            <Line key={decision.id} decision={decision} person={people[at] ?? null} nowMs={store.now()} />
          ))}
        />
      ),
    });
  },
};

function Line({ decision, person, nowMs }: { decision: Decision; person: User | null; nowMs: number }) {
  const { t, href } = usePage();
  const { id, kind, userId, reportId, appeal } = decision;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <a href={href(appealPath(id))}>{t(`admin:appeals.kind.${kind}`)}</a>
      </th>
      <td role="cell" data-label={t("admin:appeals.column.by")}>
        {userId === nobody
          ? t("admin:transparency.source.guest")
          : <PersonName name={person?.firstname ?? t("admin:nobody")} id={userId} />}
        {kind === reportAnswer && ` · ${t("admin:reports.one", { id: reportId })}`}
      </td>
      <SinceCell at={appeal!.at} answeredAt={appeal!.answeredAt ?? null} nowMs={nowMs} />
    </tr>
  );
}

const onePage: PageDefinition = {
  paths: [`${appealsPath}/:id`],
  access: "admins",
  get: (c) => answerAbout(c, (decision) => show(c, decision, "")),
  post: (c, body) => answerAbout(c, (decision) => act(c, decision, body)),
};

export const appealPages: PageDefinition[] = [listPage, onePage];

async function answerAbout(c: AppContext, answer: (decision: Decision) => Promise<Response>): Promise<Response> {
  const decision = await appealedDecision(c.var.deps.store, idOf(c.req.param("id")) ?? NaN);
  return decision ? await answer(decision) : await answerRefusal(c, refuse("not_found"));
}

async function act(c: MemberContext, decision: Decision, body: Body): Promise<Response> {
  const { deps: { store }, facts: { prefix, origin }, signedIn } = c.var;
  const { userId, id: decisionId } = decision;
  const words = textOf(body.words);
  const verdict = verdicts.find((each) => each === body.verdict);
  if (!verdict) return await show(c, decision, words, refuse("invalid", { fields: { verdict: "required" } }));
  const isReversed = verdict === "reversed";
  const answer = { userId, decisionId, actorId: signedIn.user.id, isReversed, words, origin };
  const done = await answerAppeal(store, answer);
  if (!done.ok) return await show(c, await appealedDecision(store, decisionId) ?? decision, words, done);
  c.var.deps.wakeJobs?.();
  leaveFlash(c, "success", `admin:appeals.flash.${verdict}`);
  return c.redirect(localHref(prefix, appealsPath), 303);
}

const verdicts = ["upheld", "reversed"] as const;

async function show(c: MemberContext, decision: Decision, words: string, refusal?: Refusal): Promise<Response> {
  const { deps: { store }, facts: { t }, signedIn } = c.var;
  const { errors, problem } = toldOf(c, refusal);
  const actorId = signedIn.user.id;
  const [person, read] = await Promise.all([
    decision.userId === nobody ? null : userById(store, decision.userId),
    decision.kind === reportAnswer ? readReport(store, { reportId: decision.reportId!, actorId }) : null,
  ]);
  return await answerPage(c, {
    title: t("admin:appeals.one", { id: decision.id }),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <AppealView
        decision={decision}
        person={person}
        read={read}
        isOwn={decision.decidedBy === actorId}
        words={words}
        errors={errors}
        problem={problem}
      />
    ),
  });
}
