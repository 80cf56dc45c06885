/** The list of the men who asked a lady, and one man's statement with the pamphlet and her answer. */
import { Button } from "../../../components/buttons.tsx";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import type { BackgroundConsent, ConsentAnswer } from "../../../kv/safety/background/consents.ts";
import type { ContactStage } from "../../../kv/safety/background/contact.ts";
import type { TranslatedWords } from "../../../kv/safety/background/own_words.ts";
import type { BackgroundStatement } from "../../../kv/safety/background/statement.ts";
import type { FormState } from "../auth/gate.tsx";
import type { Partner } from "../mail/partners.ts";
import { BackgroundLines } from "./lines.tsx";
import { SignatureField } from "./signature_field.tsx";
import { ladyBackgroundPath, ladyBackgroundsPath } from "../../safety/background_links.ts";

export function AskedView({ asked }: { asked: readonly { consent: BackgroundConsent; man: Partner }[] }) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <div class="wrap article article--text flow">
      <header>
        <h1>{t("background:lady.title")}</h1>
        <p class="lead">{t("background:lady.lead")}</p>
      </header>
      {asked.length === 0 ? <p class="soft">{t("background:lady.nobody")}</p> : (
        <ul class="told">
          {asked.map(({ consent: { state, shownAt }, man: { id, name, place } }) => (
            <li key={id}>
              <p>
                <a href={href(ladyBackgroundPath(id))}>{name}</a>
              </p>
              {place && <p class="small soft">{place}</p>}
              <p class="small soft">
                <time datetime={new Date(shownAt).toISOString()}>{date(shownAt)}</time> ·{" "}
                {t(`background:lady.state.${state}`)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ConsentViewProps {
  man: Partner;
  /** Null while the registry has not been searched for his newest statement. */
  statement: BackgroundStatement | null;
  translated: TranslatedWords | null;
  stage: ContactStage;
  /** Her last answer. */
  answer: ConsentAnswer | null;
  /** The address of the pamphlet. */
  pamphlet: string;
  /** Whether she sees his own words only in a language that she does not read, and whether a machine can translate them. */
  isForeign: boolean;
  canTranslate: boolean;
  form: FormState;
}

export function ConsentView(props: ConsentViewProps) {
  const { man: { id, name, profileHref }, statement, translated, stage, answer, pamphlet, form } = props;
  const { t, href } = usePage();
  const date = useDate();
  const path = href(ladyBackgroundPath(id));
  const isOpen = stage === "open";
  return (
    <div class="wrap article article--text flow">
      <header>
        <h1>{t("background:lady.of", { name })}</h1>
        <p class="lead">{t("background:lady.why", { name })}</p>
        {profileHref && (
          <p>
            <a href={profileHref}>{t("background:lady.profile", { name })}</a>
          </p>
        )}
      </header>
      {form.notice ? <Notice tone="bad" role="alert">{form.notice}</Notice> : <ErrorSummary />}
      {answer && (isOpen || stage === "refused") && (
        <Notice tone={isOpen ? "good" : undefined}>
          {t(`background:lady.${isOpen ? "consentedOn" : "refusedOn"}`, { date: date(answer.at, "moment") })}
        </Notice>
      )}
      {statement
        ? (
          <>
            <section class="flow" aria-labelledby="stated">
              <h2 id="stated">{t("background:lady.stated")}</h2>
              <p class="small soft">{t("background:man.filed", { date: date(statement.filedAt) })}</p>
              <BackgroundLines statement={statement} translated={translated} />
              {props.canTranslate && (
                <form method="post" action={path}>
                  <Button type="submit" tone="quiet" small name="action" value="translate">
                    {t("background:lady.translate")}
                  </Button>
                </form>
              )}
              {props.isForeign && !props.canTranslate && <Notice>{t("background:lady.original")}</Notice>}
            </section>
            <section class="flow" aria-labelledby="rights">
              <h2 id="rights">{t("background:lady.rights")}</h2>
              <p>{t("background:lady.pamphlet")}</p>
              <p>
                <a href={pamphlet} rel="noreferrer">{t("background:lady.toPamphlet")}</a>
              </p>
            </section>
          </>
        )
        : <Notice>{t("background:lady.later", { name })}</Notice>}
      <section class="flow" aria-labelledby="answer">
        <h2 id="answer">{t("background:lady.answer")}</h2>
        <p>{t("background:lady.means")}</p>
        <form class="form" method="post" action={path}>
          {statement && !isOpen && (
            <>
              <input type="hidden" name="number" value={statement.number} />
              <SignatureField label={t("background:lady.signature")} form={form} />
            </>
          )}
          <div class="row">
            {statement && !isOpen && (
              <Button type="submit" name="action" value="consent">{t("background:lady.consent", { name })}</Button>
            )}
            {stage !== "refused" && (
              <Button type="submit" tone="quiet" name="action" value="refuse" formNoValidate>
                {t(isOpen ? "background:lady.takeBack" : "background:lady.refuse")}
              </Button>
            )}
          </div>
        </form>
      </section>
      <p>
        <a href={href(ladyBackgroundsPath)}>{t("background:lady.all")}</a>
      </p>
    </div>
  );
}
