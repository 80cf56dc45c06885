/**
 * Taking down one thing that others see, for a reason that its owner reads, and after the page has said what will happen:
 * what all pages share that do it.
 */
import type { ComponentChildren } from "preact";
import { canBeSeen } from "../../../../chat/shared/text.ts";
import { SelectField, TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { PersonName } from "../../../../components/person_name.tsx";
import { fullNameOf } from "../../../../i18n/names.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import type { Store } from "../../../../kv/open.ts";
import type { Ground } from "../../../../kv/safety/decisions.ts";
import { type Report, reportsAbout } from "../../../../kv/safety/reports.ts";
import { type Refusal, refuse, type Result } from "../../../../kv/store/refusals.ts";
import { rejectionReasonLengthMax } from "../../../../kv/vetting/approval_decisions.ts";
import type { WantedTakedown } from "../../../../kv/vetting/takedowns.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { type Body, idOf } from "../../../http/read_input.ts";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { ConfirmationForm, ConfirmationProblem, ConfirmationQuestion } from "../confirmation.tsx";
import { textOf, type Told, toldOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import { GroundField, groundOf } from "../ground_field.tsx";
import { userPath } from "../paths.ts";
import { answerAbout } from "./user.tsx";

/** What differs between the things that can be taken down. */
export interface Takedown<Thing> {
  path: string;
  /** Names its words in the catalogue. */
  name: "photo" | "text";
  /** The thing that the address names; null if others do not see it (any more). */
  find: (c: AppContext, user: User) => Promise<Thing | null>;
  pathOf: (user: User, thing: Thing) => string;
  markOf: (thing: Thing) => string;
  take: (store: Store, wanted: WantedTakedown, thing: Thing) => Promise<Result<object>>;
  /** The thing as others see it. */
  view: (props: Shown<Thing>) => ComponentChildren;
  /** The keys of what else will happen. */
  alsoWill: (shown: Shown<Thing>) => string[];
}

export interface Shown<Thing> {
  user: User;
  thing: Thing;
}

/** That her agency reads of it as well (`toldToAgency`), for `alsoWill`. */
export const agencyReads = ({ agencyId }: User): string[] =>
  agencyId === undefined ? [] : ["admin:takedown.agencyReads"];

/** What the form says so far. */
interface Asked {
  /** What the owner reads. */
  reason: string;
  ground: Ground | null;
  reportId: number | null;
}

export const takedownPageOf = <Thing,>(takedown: Takedown<Thing>): PageDefinition => ({
  paths: [takedown.path],
  access: "admins",
  get: (c) =>
    answerAbout(c, async (user) => {
      const [thing, reports] = await Promise.all([takedown.find(c, user), reportsOn(c, user)]);
      if (thing === null) return await answerRefusal(c, refuse("not_found"));
      const waiting = reports.find(({ answeredAt }) => answeredAt === null);
      const asked = { reason: "", ground: null, reportId: waiting?.id ?? null };
      return await show(c, { takedown, user, thing, reports }, asked);
    }),
  post: (c, body) => answerAbout(c, (user) => act(c, takedown, user, body)),
});

const reportsOn = async (c: AppContext, user: User): Promise<Report[]> =>
  (await reportsAbout(c.var.deps.store, user.id, { page: 1, limit: 10 })).reports;

async function act<Thing>(c: MemberContext, takedown: Takedown<Thing>, user: User, body: Body): Promise<Response> {
  const { deps: { store }, facts: { origin }, signedIn } = c.var;
  const { name } = takedown;
  const thing = await takedown.find(c, user);
  if (thing === null) return goBack(c, user, `${name}.gone`);
  const asked: Asked = {
    reason: textOf(body.reason),
    ground: groundOf(body.ground),
    reportId: idOf(textOf(body.report)),
  };
  const seen = textOf(body.seen);
  const answer = async (outcome: Outcome) =>
    await show(c, { takedown, user, thing, reports: await reportsOn(c, user) }, asked, outcome);
  if (seen !== takedown.markOf(thing)) return await answer({ refusal: refuse("conflict") });
  if (!canBeSeen(asked.reason)) return await answer({ refusal: refuse("invalid", { fields: { reason: "required" } }) });
  if (body.sure !== "yes") return await answer({ isSure: body.sure !== "no" });
  const wanted = {
    userId: user.id,
    seen,
    reason: asked.reason,
    ground: asked.ground ?? undefined,
    reportId: asked.reportId ?? undefined,
    actorId: signedIn.user.id,
    origin,
  };
  const done = await takedown.take(store, wanted, thing);
  if (!done.ok) {
    return done.reason === "not_found" ? goBack(c, user, `${name}.gone`) : await answer({ refusal: done });
  }
  c.var.deps.wakeJobs?.();
  return goBack(c, user, `${name}.done`);
}

/** Also the second of two presses finds the thing gone: it is told so, and decides nothing. */
function goBack(c: MemberContext, user: User, flash: `${"photo" | "text"}.${"done" | "gone"}`): Response {
  leaveFlash(c, flash.endsWith("done") ? "success" : "info", `admin:takedown.${flash}`);
  return c.redirect(localHref(c.var.facts.prefix, userPath(user.id)), 303);
}

interface Known<Thing> extends Shown<Thing> {
  takedown: Takedown<Thing>;
  /** About its owner, newest first. */
  reports: Report[];
}

interface Outcome {
  refusal?: Refusal;
  isSure?: boolean;
}

async function show<Thing>(
  c: AppContext,
  known: Known<Thing>,
  asked: Asked,
  outcome: Outcome = {},
): Promise<Response> {
  const { t } = c.var.facts;
  const { name } = known.takedown;
  const { refusal, isSure = false } = outcome;
  const { errors, problem } = toldOf(c, refusal);
  const told = refusal?.reason === "conflict" ? t(`admin:takedown.${name}.changed`) : problem;
  return await answerPage(c, {
    title: t(`admin:takedown.${name}.title`),
    robots: "noindex",
    status: statusOf(refusal),
    view: <TakedownView {...known} asked={asked} isSure={isSure} errors={errors} problem={told} />,
  });
}

interface TakedownViewProps<Thing> extends Known<Thing>, Told {
  asked: Asked;
  isSure: boolean;
}

function TakedownView<Thing>(props: TakedownViewProps<Thing>) {
  const { takedown, user, thing, asked, isSure, problem } = props;
  const { t } = usePage();
  const path = takedown.pathOf(user, thing);
  const back = userPath(user.id);
  const seen = takedown.markOf(thing);
  const words = `admin:takedown.${takedown.name}`;
  const { reason, ground, reportId } = asked;
  return (
    <AdminFrame
      title={t(`${words}.title`)}
      back={{ path: back, label: <PersonName name={fullNameOf(user)} id={user.id} /> }}
    >
      <ConfirmationProblem message={problem} />
      <takedown.view user={user} thing={thing} />
      {isSure
        ? (
          <ConfirmationQuestion
            path={path}
            submit={t("admin:takedown.submit")}
            fields={{ seen, reason, ground: ground ?? "", report: String(reportId ?? "") }}
          >
            <p>{t(`${words}.will`)}</p>
            {takedown.alsoWill({ user, thing }).map((key) => <p key={key}>{t(key)}</p>)}
            <p class="admin__words">{t("admin:suspension.willRead", { facts: reason })}</p>
          </ConfirmationQuestion>
        )
        : (
          <ConfirmationForm path={path} cancel={back} submit={t("admin:confirmation.next")}>
            <input type="hidden" name="seen" value={seen} />
            <TakedownFields {...props} />
          </ConfirmationForm>
        )}
    </AdminFrame>
  );
}

function TakedownFields<Thing>({ user, reports, asked, errors }: TakedownViewProps<Thing>) {
  const { t } = usePage();
  const date = useDate();
  return (
    <>
      <TextArea
        id="reason"
        name="reason"
        label={t("admin:takedown.reason")}
        hint={t("admin:approvals.reasonHint", { language: t(`admin:language.${user.locale}`) })}
        error={errors.reason}
        rows={4}
        required
        maxLength={rejectionReasonLengthMax}
        defaultValue={asked.reason}
      />
      <GroundField chosen={asked.ground} />
      {reports.length > 0 && (
        <SelectField
          id="report"
          name="report"
          label={t("admin:takedown.report")}
          hint={t("admin:takedown.reportHint")}
          error={errors.report}
          emptyLabel={t("admin:takedown.noReport")}
          value={String(asked.reportId ?? "")}
          options={reports.map(({ id, category, filedAt }) => ({
            value: String(id),
            label: [t("admin:reports.one", { id }), t(`safety:category.${category}`), date(filedAt)].join(" · "),
          }))}
        />
      )}
    </>
  );
}
