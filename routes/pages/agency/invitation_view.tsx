/** An agency draft as the lady reads it, and her two answers. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Rich } from "../../../components/rich.tsx";
import { Notice } from "../../../components/states.tsx";
import { PressKey } from "../../http/press_key.tsx";
import { NewPasswordField } from "../auth/credential_fields.tsx";
import { type FormState, Gate } from "../auth/gate.tsx";

interface Told {
  label: string;
  value: string;
  lang?: string;
}

interface DraftViewProps {
  agency: string;
  brand: string;
  who: Told[];
  /** What the profile would say. */
  said: Told[];
  form: FormState;
  pressKey: string;
}

export function DraftView({ agency, brand, who, said, form, pressKey }: DraftViewProps) {
  const { t } = usePage();
  const name = agency;
  return (
    <div class="wrap settings account">
      <header>
        <h1>{t("agency:answer.title", { name })}</h1>
        <p class="soft">{t("agency:answer.lead", { brand })}</p>
      </header>
      {form.notice && <Notice tone="bad" role="alert">{form.notice}</Notice>}
      <section class="split" aria-labelledby="who">
        <h2 id="who">{t("agency:answer.who")}</h2>
        <List told={who} />
      </section>
      {said.length > 0 && (
        <section class="split" aria-labelledby="said">
          <h2 id="said">{t("agency:answer.facts")}</h2>
          <List told={said} />
        </section>
      )}
      <section class="split" aria-labelledby="means">
        <div>
          <h2 id="means">{t("agency:answer.means")}</h2>
          <p>{t("agency:answer.meansText", { name })}</p>
        </div>
        <Agree name={name} form={form} pressKey={pressKey} />
      </section>
      <section class="split" aria-labelledby="no">
        <div>
          <h2 id="no">{t("agency:answer.no")}</h2>
          <p>{t("agency:answer.noText")}</p>
        </div>
        <form class="form" method="post">
          <div>
            <Button type="submit" tone="quiet" name="do" value="decline">{t("agency:answer.decline")}</Button>
          </div>
        </form>
      </section>
    </div>
  );
}

function Agree({ name, form: { fields }, pressKey }: { name: string; form: FormState; pressKey: string }) {
  const { t, href } = usePage();
  return (
    <form class="form" method="post">
      <PressKey pressKey={pressKey} />
      <NewPasswordField
        id="newPassword"
        name="newPassword"
        label={t("agency:answer.password")}
        error={fields.newPassword}
      />
      <Field
        id="confirmPassword"
        name="confirmPassword"
        type="password"
        label={t("agency:answer.again")}
        error={fields.confirmPassword}
        autocomplete="new-password"
        required
      />
      <Check id="agree" name="agree" required error={fields.agree}>{t("agency:answer.agree", { name })}</Check>
      <Check id="acceptTerms" name="acceptTerms" required error={fields.acceptTerms}>
        <Rich
          text={t("agency:answer.terms")}
          tags={{
            terms: (words) => <a href={href("/terms-conditions")}>{words}</a>,
            privacy: (words) => <a href={href("/privacy-policy")}>{words}</a>,
          }}
        />
      </Check>
      <div>
        <Button type="submit" name="do" value="accept">{t("agency:answer.submit")}</Button>
      </div>
    </form>
  );
}

function List({ told }: { told: Told[] }) {
  return (
    <dl class="account__asked">
      {told.map(({ label, value, lang }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd lang={lang}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function DeclinedView() {
  const { t, href } = usePage();
  return (
    <Gate title={t("agency:answer.declined")} lead={t("agency:answer.declinedText")}>
      <ButtonLink href={href("/")} wide>{t("agency:answer.home")}</ButtonLink>
    </Gate>
  );
}

export function SpentView() {
  const { t, href } = usePage();
  return (
    <Gate title={t("agency:answer.spent")} lead={t("agency:answer.spentLead")}>
      <ButtonLink href={href("/auth/sign-in")} wide>{t("common:nav.logIn")}</ButtonLink>
    </Gate>
  );
}
