/** The background of men in the United States as admins see it. */
import { Button } from "../../../../components/buttons.tsx";
import { Field, TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { PersonName } from "../../../../components/person_name.tsx";
import { fullNameOf } from "../../../../i18n/names.ts";
import type { User } from "../../../../kv/accounts/users.ts";
import type { BackgroundConsent } from "../../../../kv/safety/background/consents.ts";
import { type BackgroundStatement, ownWordsLengthMax } from "../../../../kv/safety/background/statement.ts";
import { BackgroundLines } from "../../background/lines.tsx";
import { ConfirmationProblem } from "../confirmation.tsx";
import type { Told } from "../form.ts";
import { AdminFrame, ageOf } from "../frame.tsx";
import { backgroundPath, homePath, userPath } from "../paths.ts";
import { PersonLink } from "../person_link.tsx";
import { Section } from "./section.tsx";

interface WaitingViewProps {
  waiting: readonly { man: User; filedAt: number }[];
  nowMs: number;
}

export function WaitingView({ waiting, nowMs }: WaitingViewProps) {
  const { t, href } = usePage();
  return (
    <AdminFrame
      title={t("admin:background.waiting")}
      lead={t("admin:background.waitingLead")}
      back={{ path: homePath, label: t("admin:desk.title") }}
    >
      {waiting.length === 0 ? <p class="soft">{t("admin:background.nothing")}</p> : (
        <ul class="admin__writings">
          {waiting.map(({ man, filedAt }) => (
            <li key={man.id}>
              <a href={href(backgroundPath(man.id))}>
                <PersonName name={fullNameOf(man)} id={man.id} />
              </a>
              <span class="small soft">{ageOf(t, filedAt, nowMs)}</span>
            </li>
          ))}
        </ul>
      )}
    </AdminFrame>
  );
}

interface BackgroundViewProps extends Told {
  user: User;
  statement: BackgroundStatement | null;
  former: readonly BackgroundStatement[];
  consents: readonly { consent: BackgroundConsent; lady: User | null }[];
  typed: { day: string; found: string };
}

export function BackgroundView({ user, statement, former, consents, typed, errors, problem }: BackgroundViewProps) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <AdminFrame
      title={t("admin:background.title")}
      lead={t("admin:background.lead")}
      back={{ path: userPath(user.id), label: <PersonName name={fullNameOf(user)} id={user.id} /> }}
    >
      <ConfirmationProblem message={problem} />
      {statement ? <Stated statement={statement} /> : <p class="soft">{t("admin:background.missing")}</p>}
      {statement && !statement.search && (
        <Section id="search" title={t("admin:background.search")}>
          <p>{t("admin:background.searchLead", { name: fullNameOf(user), signature: statement.signature })}</p>
          <form class="admin__form" method="post" action={href(backgroundPath(user.id))}>
            <input type="hidden" name="number" value={statement.number} />
            <Field
              id="day"
              name="day"
              type="date"
              label={t("admin:background.day")}
              error={errors.day}
              required
              value={typed.day}
            />
            <TextArea
              id="found"
              name="found"
              label={t("admin:background.found")}
              hint={t("admin:background.foundHint")}
              error={errors.found}
              rows={4}
              maxLength={ownWordsLengthMax}
              defaultValue={typed.found}
            />
            <Button type="submit">{t("admin:background.mark")}</Button>
          </form>
        </Section>
      )}
      {consents.length > 0 && (
        <Section id="consents" title={t("admin:background.consents")}>
          <ul class="admin__writings">
            {consents.map(({ consent: { ladyId, state, shownNumber, answer }, lady }) => (
              <li key={ladyId}>
                <PersonLink id={ladyId} user={lady} />
                <span class="small soft">
                  {t(`admin:background.state.${state}`, { number: answer?.number ?? shownNumber })}
                  {answer && ` · ${date(answer.at, "moment")}`}
                  {answer?.signature && ` · ${answer.signature}`}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {former.map((each) => <Stated key={each.number} statement={each} />)}
    </AdminFrame>
  );
}

function Stated({ statement }: { statement: BackgroundStatement }) {
  const { t } = usePage();
  const date = useDate();
  const { number, filedAt, signature } = statement;
  return (
    <Section id={`statement-${number}`} title={t("admin:background.statement", { number })}>
      <p class="small soft">{[date(filedAt, "moment"), signature].join(" · ")}</p>
      <BackgroundLines statement={statement} />
    </Section>
  );
}
