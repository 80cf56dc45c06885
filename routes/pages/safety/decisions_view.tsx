/** The views of decisions: the list, and one with its reasons, the appeal and what became of the appeal. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { TextArea } from "../../../components/fields.tsx";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Prose } from "../../../components/prose.tsx";
import { Notice } from "../../../components/states.tsx";
import { Facts } from "../../../components/tariff.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import type { GroupId, User } from "../../../kv/accounts/users.ts";
import { appealEndsAt, appealTextLengthMax } from "../../../kv/safety/appeals.ts";
import type { Appeal, Decision } from "../../../kv/safety/decisions.ts";
import { hasEnded } from "../../../kv/safety/suspensions.ts";
import { accountOf, ownDataPathOf } from "../../account/sides.ts";
import { decisionsPath } from "../../http/next_path.ts";
import { againWords, decisionPath, statementOf } from "../../safety/statement.ts";
import { deletePathOf } from "../account/delete_account.tsx";
import type { FormState } from "../auth/gate.tsx";

interface DecisionListProps {
  decisions: readonly Decision[];
  /** The person whom they concern. */
  person: Pick<User, "suspension">;
}

interface DecisionsViewProps extends DecisionListProps {
  /** Set for a person who is kept out, whose first page this is. */
  keptOut: { groupId: GroupId } | null;
}

export function DecisionsView({ decisions, person, keptOut }: DecisionsViewProps) {
  const { t } = usePage();
  return (
    <div class="wrap article article--text flow">
      <header>
        <h1>{t(keptOut ? "decisions:keptOut.title" : "decisions:title")}</h1>
        <p class="lead">{t(keptOut ? "decisions:keptOut.lead" : "decisions:lead")}</p>
      </header>
      {decisions.length === 0
        ? <p class="soft">{t(keptOut ? "decisions:keptOut.unexplained" : "decisions:none")}</p>
        : <DecisionList decisions={decisions} person={person} />}
      {keptOut && <StillOpen groupId={keptOut.groupId} />}
    </div>
  );
}

/** The list of decisions, also on the account page. */
export function DecisionList({ decisions, person }: DecisionListProps) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <ul class="told">
      {decisions.map((decision) => {
        const { id, kind, at, appeal } = decision;
        return (
          <li key={id}>
            <p>
              <b>{t(`decisions:kind.${kind}`)}</b>
            </p>
            <p class="small soft">{t("decisions:on", { date: date(at) })}</p>
            {appeal && <p class="small">{t(`decisions:appeal.state.${appeal.state}`)}</p>}
            <Ended decision={decision} person={person} />
            <p>
              <a href={href(decisionPath(id))}>{t("decisions:open")}</a>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** Says that the person is no longer kept out; if the decision was taken back, its appeal says so already. */
function Ended({ decision, person }: { decision: Decision } & Pick<DecisionListProps, "person">) {
  const { t } = usePage();
  const isTakenBack = decision.appeal?.state === "reversed";
  return hasEnded(decision, person) && !isTakenBack ? <p class="small">{t("decisions:ended")}</p> : null;
}

/** What is still open to a person who is kept out. */
function StillOpen({ groupId }: { groupId: GroupId }) {
  const { t, href } = usePage();
  const side = accountOf(groupId);
  return (
    <section class="flow" aria-labelledby="still-open">
      <h2 id="still-open">{t("decisions:keptOut.still")}</h2>
      <p class="row">
        <ButtonLink href={href(ownDataPathOf(side))} tone="quiet">{t("ownData:copy.title")}</ButtonLink>
        <ButtonLink href={href(deletePathOf(side))} tone="quiet">{t("ownData:delete.title")}</ButtonLink>
      </p>
      <form class="row" method="post" action={href("/logout")}>
        <Button type="submit" tone="quiet">{t("decisions:keptOut.leave")}</Button>
      </form>
    </section>
  );
}

interface AppealProps {
  decision: Decision;
  mayAppeal: boolean;
  form: FormState;
}

interface DecisionViewProps extends AppealProps {
  /** The person whom it concerns. */
  person: Pick<User, "suspension">;
}

export function DecisionView({ decision, person, mayAppeal, form }: DecisionViewProps) {
  const { t, href } = usePage();
  const date = useDate();
  const { kind, at } = decision;
  const facts = statementOf(t, date, decision).map(({ label, value }) => ({ label, value: <Prose text={value} /> }));
  return (
    <div class="wrap article article--text flow">
      <header>
        <h1>{t(`decisions:kind.${kind}`)}</h1>
        <p class="soft">{t("decisions:on", { date: date(at, "moment") })}</p>
        <Ended decision={decision} person={person} />
      </header>
      <Facts facts={facts} oneColumn />
      <AppealPart
        words="decisions:appeal"
        path={decisionPath(decision.id)}
        decision={decision}
        mayAppeal={mayAppeal}
        form={form}
      />
      <p>
        <a href={href(decisionsPath)}>{t("decisions:all")}</a>
      </p>
    </div>
  );
}

interface AppealPartProps extends AppealProps {
  /** The words for the person whom the decision concerns, or for the one who reported. */
  words: "decisions:appeal" | "guestReports:appeal";
  /** The path to which the form is sent. */
  path: string;
}

/** The appeal with what became of it, or the form for it while there is time. */
export function AppealPart(props: AppealPartProps) {
  const { words, decision, mayAppeal } = props;
  const { t } = usePage();
  const date = useDate();
  if (decision.appeal) return <AppealView words={words} kind={decision.kind} appeal={decision.appeal} />;
  if (mayAppeal) return <AppealForm {...props} />;
  return <p class="soft">{t(`${words}.over`, { date: date(appealEndsAt(decision)) })}</p>;
}

interface AppealViewProps extends Pick<AppealPartProps, "words">, Pick<Decision, "kind"> {
  appeal: Appeal;
}

function AppealView({ words: told, kind, appeal }: AppealViewProps) {
  const { t } = usePage();
  const date = useDate();
  const { text, at, state, answeredAt, words } = appeal;
  const again = state === "reversed" ? againWords(t, { kind }) : null;
  return (
    <section class="flow" aria-labelledby="appeal">
      <h2 id="appeal">{t(`${told}.mine`)}</h2>
      <p class="small soft">{date(at, "moment")}</p>
      <Prose text={text} />
      <Notice tone={state === "reversed" ? "good" : undefined} role="status">
        <p>{t(`${told}.state.${state}`)}</p>
        {again && <p>{again}</p>}
        {answeredAt !== null && <p class="small">{date(answeredAt, "moment")}</p>}
        {words && <Prose text={words} />}
      </Notice>
    </section>
  );
}

function AppealForm({ words, path, form: { values, fields, notice } }: AppealPartProps) {
  const { t, href, locale } = usePage();
  return (
    <section class="flow" aria-labelledby="appeal">
      <h2 id="appeal">{t(`${words}.title`)}</h2>
      <p>{t(`${words}.lead`)}</p>
      <form class="form" method="post" action={href(path)}>
        {notice ? <Notice tone="bad" role="alert">{notice}</Notice> : <ErrorSummary />}
        <TextArea
          id="text"
          name="text"
          label={t(`${words}.text`)}
          hint={t(`${words}.hint`, { most: formatNumber(locale, appealTextLengthMax) })}
          error={fields.text}
          rows={8}
          maxLength={appealTextLengthMax}
          required
          value={values.text}
        />
        <Button type="submit">{t(`${words}.send`)}</Button>
      </form>
    </section>
  );
}
