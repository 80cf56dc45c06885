/**
 * Suspending or reinstating somebody: for a reason, and after the page has said what will happen. A lady who is suspended
 * for conduct may be suspended for fraud as well.
 */
import { canBeSeen } from "../../../../chat/shared/text.ts";
import { ButtonLink } from "../../../../components/buttons.tsx";
import { Choices } from "../../../../components/choices.tsx";
import { TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { lady, type User } from "../../../../kv/accounts/users.ts";
import type { Ground } from "../../../../kv/safety/decisions.ts";
import {
  reinstate,
  suspend,
  suspensionFactsLengthMax,
  suspensionMark,
  suspensionReasonLengthMax,
} from "../../../../kv/safety/suspensions.ts";
import type { Refusal } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { statusOf } from "../../../http/refusal_answer.tsx";
import { ConfirmationForm, ConfirmationProblem, ConfirmationQuestion } from "../confirmation.tsx";
import { textOf, toldOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import { GroundField, groundOf } from "../ground_field.tsx";
import { fraudPath, suspensionPath, userPath, usersPath } from "../paths.ts";
import {
  type Forecast,
  forecastOf,
  type Kind,
  mayBecomeFraud,
  StandingSuspension,
  WillSuspend,
} from "./suspension_parts.tsx";
import { answerAbout } from "./user.tsx";
import { fullNameOf } from "../../../../i18n/names.ts";

/** What the form says so far. */
interface Asked {
  action: "suspend" | "reinstate";
  kind: Kind;
  reason: string;
  /** What the suspended person reads. */
  facts: string;
  ground: Ground | null;
}

export const suspensionPage: PageDefinition = {
  paths: [`${usersPath}/:id/suspension`],
  access: "admins",
  get: (c) => answerAbout(c, (user) => show(c, user, freshFor(user, kindOf(c.req.query("kind"))))),
  post: (c, body) => answerAbout(c, (user) => act(c, user, body)),
};

const kindOf = (said: unknown): Kind => said === "fraud" ? "fraud" : "conduct";

/** Whether the person can be suspended for this now. */
const maySuspend = (user: User, kind: Kind): boolean =>
  user.suspension === undefined || (kind === "fraud" && mayBecomeFraud(user));

const freshFor = (user: User, kind: Kind): Asked => ({
  action: maySuspend(user, kind) ? "suspend" : "reinstate",
  kind,
  reason: "",
  facts: "",
  ground: null,
});

async function act(c: MemberContext, user: User, body: Body): Promise<Response> {
  const { deps: { store }, facts: { origin, prefix }, signedIn } = c.var;
  const reason = textOf(body.reason);
  const kind = kindOf(body.kind);
  const facts = textOf(body.facts);
  const mustReinstate = user.suspension !== undefined && !(body.do === "suspend" && maySuspend(user, kind));
  const action = mustReinstate ? "reinstate" : "suspend";
  const asked: Asked = { action, kind, reason, facts, ground: groundOf(body.ground) };
  const isOver = body.do === "reinstate";
  // The second of two presses: it is done already, unless the store knows of another admin's decision.
  const isAgain = body.sure === "yes" && (isOver || (body.do === "suspend" && user.suspension?.kind === kind));
  // A page that was read before somebody else decided must not do the opposite of what it says.
  if (body.do !== action && !isAgain) return await show(c, user, asked, { refusal: conflict });
  const missing = [...canBeSeen(reason) ? [] : ["reason"], ...isOver || canBeSeen(facts) ? [] : ["facts"]];
  if (missing.length > 0) return await show(c, user, asked, { refusal: withoutWords(missing) });
  // A form that does not say it has seen nothing.
  const seen = Number(textOf(body.standing) || NaN);
  if (body.sure !== "yes") {
    const isUnseen = isOver && user.suspension !== undefined && seen !== suspensionMark(user.suspension);
    if (isUnseen) return await show(c, user, asked, { refusal: conflict });
    const forecast = isOver ? null : await forecastOf(store, user, kind);
    return await show(c, user, asked, { isSure: body.sure !== "no", forecast });
  }
  const wanted = { userId: user.id, reason, actorId: signedIn.user.id, origin };
  const ground = asked.ground ?? undefined;
  const done = isOver
    ? await reinstate(store, { ...wanted, seen })
    : await suspend(store, { ...wanted, kind, facts, ground });
  if (!done.ok) return await show(c, user, asked, { refusal: done });
  c.var.deps.wakeJobs?.();
  leaveFlash(c, "success", `admin:suspension.flash.${isOver ? "reinstated" : "suspended"}`);
  return c.redirect(localHref(prefix, userPath(user.id)), 303);
}

const conflict: Refusal = { ok: false, reason: "conflict" };
const withoutWords = (fields: string[]): Refusal => ({
  ok: false,
  reason: "invalid",
  fields: Object.fromEntries(fields.map((name) => [name, "required"])),
});

interface Outcome {
  refusal?: Refusal;
  isSure?: boolean;
  forecast?: Forecast | null;
}

async function show(c: AppContext, user: User, asked: Asked, outcome: Outcome = {}): Promise<Response> {
  const { t } = c.var.facts;
  const { refusal, isSure = false, forecast = null } = outcome;
  const { errors, problem } = toldOf(c, refusal);
  return await answerPage(c, {
    title: t(`admin:suspension.${asked.action}`),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <SuspensionView
        user={user}
        asked={asked}
        isSure={isSure}
        forecast={forecast}
        errors={errors}
        problem={problem}
      />
    ),
  });
}

interface SuspensionViewProps {
  user: User;
  asked: Asked;
  isSure: boolean;
  forecast: Forecast | null;
  errors: Record<string, string>;
  problem: string | null;
}

function SuspensionView({ user, asked, isSure, forecast, errors, problem }: SuspensionViewProps) {
  const { t, href } = usePage();
  const { action, ...said } = asked;
  const isOver = action === "reinstate";
  const name = fullNameOf(user);
  const path = suspensionPath(user.id);
  const back = userPath(user.id);
  const mark = isOver && user.suspension ? String(suspensionMark(user.suspension)) : null;
  return (
    <AdminFrame
      title={t(`admin:suspension.${action}Name`, { name })}
      back={{ path: back, label: `${name} #${user.id}` }}
    >
      <ConfirmationProblem message={problem} />
      {isOver && user.suspension && <StandingSuspension suspension={user.suspension} />}
      {isSure
        ? (
          <ConfirmationQuestion
            path={path}
            submit={t(`admin:suspension.${action}`)}
            fields={{ do: action, ...said, ground: asked.ground ?? "", ...(mark !== null && { standing: mark }) }}
          >
            {isOver
              ? <p>{t("admin:suspension.willReinstate")}</p>
              : <WillSuspend kind={asked.kind} forecast={forecast} />}
            {!isOver && <SinceFirst user={user} />}
            {!isOver && <p class="admin__words">{t("admin:suspension.willRead", { facts: asked.facts })}</p>}
            <p class="admin__words">{t("admin:confirmation.reason", { reason: asked.reason })}</p>
          </ConfirmationQuestion>
        )
        : (
          <ConfirmationForm path={path} cancel={back} submit={t("admin:confirmation.next")}>
            <input type="hidden" name="do" value={action} />
            {mark !== null && <input type="hidden" name="standing" value={mark} />}
            {!isOver && user.suspension && <input type="hidden" name="kind" value={asked.kind} />}
            {!isOver && !user.suspension && (
              <Choices
                legend={t("admin:suspension.kindLegend")}
                name="kind"
                type="radio"
                options={(["conduct", "fraud"] as const).map((kind) => ({
                  value: kind,
                  label: t(`admin:suspension.kind.${kind}`),
                }))}
                chosen={[asked.kind]}
              />
            )}
            {!isOver && <Told asked={asked} user={user} error={errors.facts ?? null} />}
            {!isOver && user.groupId === lady && <FraudHint user={user} />}
            <TextArea
              id="reason"
              name="reason"
              label={t("admin:suspension.reason")}
              hint={t(`admin:suspension.${isOver ? "reinstate" : "reason"}Hint`)}
              error={errors.reason}
              rows={4}
              required
              maxLength={suspensionReasonLengthMax}
              defaultValue={asked.reason}
            />
          </ConfirmationForm>
        )}
      {isOver && !isSure && mayBecomeFraud(user) && (
        <p>
          <ButtonLink href={href(fraudPath(user.id))} tone="quiet" small>{t("admin:suspension.toFraud")}</ButtonLink>
        </p>
      )}
    </AdminFrame>
  );
}

/** The reasons, as the person reads them. */
function Told({ asked, user, error }: { asked: Asked; user: User; error: string | null }) {
  const { t } = usePage();
  return (
    <>
      <GroundField chosen={asked.ground} />
      <TextArea
        id="facts"
        name="facts"
        label={t("admin:suspension.facts")}
        hint={t("admin:approvals.reasonHint", { language: t(`admin:language.${user.locale}`) })}
        error={error}
        rows={4}
        required
        maxLength={suspensionFactsLengthMax}
        defaultValue={asked.facts}
      />
    </>
  );
}

/** What a suspension for fraud does; if she is suspended already, also that the 30 days end at that suspension. */
function FraudHint({ user: { suspension } }: { user: User }) {
  const { t } = usePage();
  const date = useDate();
  return (
    <p class="small soft">
      {suspension
        ? t("admin:suspension.fraudHintSince", { date: date(suspension.at, "moment") })
        : t("admin:suspension.fraudHint")}
    </p>
  );
}

/** For a lady who is suspended already: the day from which the 30 days of a fraud are counted back. */
function SinceFirst({ user: { suspension } }: { user: User }) {
  const { t } = usePage();
  const date = useDate();
  if (!suspension) return null;
  return <p class="small soft">{t("admin:suspension.fraudSince", { date: date(suspension.at, "moment") })}</p>;
}
