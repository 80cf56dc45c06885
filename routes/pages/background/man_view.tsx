/** A man's own statement as he sees it: what it is for, how far it is, whom it was shown to, and the form below. */
import { Button } from "../../../components/buttons.tsx";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import type { ContactStage } from "../../../kv/safety/background/contact.ts";
import type { BackgroundStatement } from "../../../kv/safety/background/statement.ts";
import type { FormState } from "../auth/gate.tsx";
import type { Partner } from "../mail/partners.ts";
import { BackgroundLines } from "./lines.tsx";
import { manBackgroundFor, manBackgroundPath } from "../../safety/background_links.ts";
import { StatementForm } from "./statement_form.tsx";

/** How far he is on the way to contact with a lady. */
interface Towards {
  partner: Partner;
  stage: ContactStage;
}

interface ManViewProps {
  /** Whether the law asks for a statement where he lives; if not, the page says so. */
  isAsked: boolean;
  statement: BackgroundStatement | null;
  /** The lady to whom he was about to write. */
  lady: Towards | null;
  shown: readonly Towards[];
  form: FormState;
}

export function ManView({ isAsked, statement, lady, shown, form }: ManViewProps) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <div class="wrap article article--text flow">
      <header>
        <h1>{t("background:title")}</h1>
        <p class="lead">{t("background:man.lead")}</p>
        <p>{t("background:man.who")}</p>
      </header>
      {!isAsked && <Notice>{t("background:man.notAsked")}</Notice>}
      {form.notice ? <Notice tone="bad" role="alert">{form.notice}</Notice> : <ErrorSummary />}
      {lady && <ToHer {...lady} />}
      {statement && (
        <section class="flow" aria-labelledby="holds">
          <h2 id="holds">{t("background:man.holds", { number: statement.number })}</h2>
          <p class="small soft">{t("background:man.filed", { date: date(statement.filedAt, "moment") })}</p>
          {!statement.search && <Notice>{t("background:stage.searching")}</Notice>}
          <BackgroundLines statement={statement} />
        </section>
      )}
      {shown.length > 0 && (
        <section class="flow" aria-labelledby="shown">
          <h2 id="shown">{t("background:man.shown")}</h2>
          <ul class="told">
            {shown.map(({ partner: { id, name }, stage }) => (
              <li key={id}>
                <p>
                  <a href={href(manBackgroundFor(id))}>{name}</a>
                </p>
                <p class="small soft">{t(`background:stage.${stage}`)}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="flow" aria-labelledby="new">
        <h2 id="new">{t(statement ? "background:man.anew" : "background:man.new")}</h2>
        <p>{t(statement ? "background:man.anewLead" : "background:man.newLead")}</p>
        <StatementForm
          form={form}
          action={href(lady ? manBackgroundFor(lady.partner.id) : manBackgroundPath)}
          to={lady}
        />
      </section>
    </div>
  );
}

/** The next step before he may write to her, or the link to write. */
function ToHer({ partner: { id, name, profileHref }, stage }: Towards) {
  const { t, href } = usePage();
  return (
    <section class="flow" aria-labelledby="her">
      <h2 id="her">{profileHref ? <a href={profileHref}>{name}</a> : name}</h2>
      <p>{t(`background:stage.${stage}`)}</p>
      {stage === "unshown" && (
        <form class="row" method="post" action={href(manBackgroundFor(id))}>
          <input type="hidden" name="to" value={id} />
          <Button type="submit" name="action" value="show">{t("background:man.show", { name })}</Button>
        </form>
      )}
      {stage === "open" && (
        <p>
          <a href={href(`/man/mail/new-conversation/${id}`)}>{t("background:man.write", { name })}</a>
        </p>
      )}
    </section>
  );
}
