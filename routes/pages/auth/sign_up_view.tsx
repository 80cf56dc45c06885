/** The sign-up form, beside a lady's photo and her own words. */
import { Button } from "../../../components/buttons.tsx";
import { Check, Choices } from "../../../components/choices.tsx";
import { Field, SelectField, type SelectOption } from "../../../components/fields.tsx";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { gapOf } from "../../../i18n/locales.ts";
import { readableLanguages } from "../../../kv/accounts/languages.ts";
import { codeSeconds } from "../../../kv/accounts/sign_up.ts";
import { signUpBonusCredits } from "../../../kv/credits/prices/prices.ts";
import { langOf } from "../../ladies/word_languages.ts";
import { languageName } from "../../../i18n/languages.ts";
import { inOrderOfNames } from "../../../i18n/names.ts";
import { withQuery } from "./arrival.ts";
import { NewPasswordField } from "./credential_fields.tsx";
import type { FormState } from "./gate.tsx";

export interface Face {
  href: string;
  portrait: { src: string; src320: string };
  quote: string;
  name: string;
  age: number;
  place: string;
}

interface SignUpViewProps {
  form: FormState;
  next: string;
  countries: SelectOption[];
  /** "YYYY-MM-DD". */
  latestBirthdate: string;
  face: Face | null;
}

export function SignUpView(props: SignUpViewProps) {
  const { t, href, locale } = usePage();
  const { form, next, face } = props;
  return (
    <div class="join">
      <Picture face={face} />
      <div class="paper">
        <form class="form" method="post">
          <div>
            <h1>{t("auth:signUp.title")}</h1>
            <p class="for-men">{t("auth:signUp.lead")}</p>
            <p class="for-ladies">{t("auth:signUp.leadLady")}</p>
          </div>
          {form.notice ? <Notice tone="bad" role="alert">{form.notice}</Notice> : <ErrorSummary />}
          {next && <input type="hidden" name="next" value={next} />}
          <Person {...props} />
          <Account form={form} />
          <Button type="submit" wide>{t("auth:signUp.submit")}</Button>
          <p class="small soft for-men">
            {t("auth:signUp.fine", {
              count: codeSeconds / 60,
              credits: t("common:credits", { count: signUpBonusCredits }),
            })}
          </p>
          <p class="small soft for-ladies">{t("auth:signUp.fineLady", { count: codeSeconds / 60 })}</p>
          <p class="small soft">
            {t("auth:signUp.known")}
            {gapOf(locale)}
            <a class="roomy" href={href(withQuery("/auth/sign-in", { next }))}>{t("auth:signUp.signIn")}</a>
          </p>
        </form>
      </div>
    </div>
  );
}

function Picture({ face }: { face: Face | null }) {
  const { t, locale } = usePage();
  if (!face) {
    return (
      <figure class="picture">
        <figcaption>{t("common:foot.lead")}</figcaption>
      </figure>
    );
  }
  const { portrait } = face;
  return (
    <figure class="picture">
      <img src={portrait.src} alt="" width={640} height={800} decoding="async" />
      <figcaption>
        <span lang={langOf(locale, face.quote)}>{t("auth:signUp.quote", { quote: face.quote })}</span>
        <small>
          <a href={face.href}>{face.name}</a>
          {t("auth:signUp.quoteBy", { age: face.age, place: face.place })}
        </small>
      </figcaption>
    </figure>
  );
}

/** The fields about the person. */
function Person({ form: { values, fields }, countries, latestBirthdate }: SignUpViewProps) {
  const { t, locale } = usePage();
  const given = (
    <Field
      id="firstname"
      name="firstname"
      label={t("auth:signUp.firstname")}
      error={fields.firstname}
      autocomplete="given-name"
      required
      maxLength={40}
      value={values.firstname}
    />
  );
  const surname = (
    <Field
      id="lastname"
      name="lastname"
      label={t("auth:signUp.lastname")}
      hint={t("auth:signUp.lastnameHint")}
      error={fields.lastname}
      autocomplete="family-name"
      maxLength={60}
      value={values.lastname}
    />
  );
  return (
    <>
      <Choices
        legend={t("auth:signUp.iAm")}
        name="groupId"
        type="radio"
        joined
        options={[{ value: "1", label: t("auth:signUp.man") }, { value: "2", label: t("auth:signUp.lady") }]}
        chosen={[values.groupId === "2" ? "2" : "1"]}
      />
      <div class="two">{inOrderOfNames(locale, given, surname)}</div>
      <div class="two">
        <SelectField
          id="country"
          name="country"
          label={t("auth:signUp.country")}
          hint={<span class="for-ladies">{t("auth:signUp.countryHint")}</span>}
          error={fields.country}
          autocomplete="country"
          required
          options={countries}
          emptyLabel={t("auth:signUp.choose")}
          value={values.country}
        />
        <Field
          id="birthdate"
          name="birthdate"
          type="date"
          label={t("auth:signUp.birthdate")}
          hint={t("auth:signUp.birthdateHint")}
          error={fields.birthdate}
          autocomplete="bday"
          required
          min="1900-01-01"
          max={latestBirthdate}
          value={values.birthdate}
        />
      </div>
    </>
  );
}

/** The fields of the account: e-mail address, languages, password, and consents. */
function Account({ form: { values, fields } }: { form: FormState }) {
  const { t, href, locale } = usePage();
  return (
    <>
      <Field
        id="email"
        name="email"
        type="email"
        label={t("auth:email")}
        error={fields.email}
        autocomplete="email"
        required
        maxLength={254}
        value={values.email}
      />
      <Choices
        legend={t("translation:settings.reads")}
        name="readsLanguages"
        options={readableLanguages.map((value) => ({ value, label: languageName(locale, value) }))}
        chosen={(values.readsLanguages ?? "").split(" ")}
      />
      <NewPasswordField id="password" name="password" label={t("auth:password")} error={fields.password} />
      <Check
        id="accept-terms"
        name="acceptTerms"
        required
        checked={"acceptTerms" in values}
        error={fields.acceptTerms}
      >
        {t("auth:signUp.accept")}
        <a href={href("/terms-conditions")}>{t("auth:signUp.terms")}</a>
        {t("auth:signUp.and")}
        <a href={href("/privacy-policy")}>{t("auth:signUp.privacy")}</a>
        {t("auth:signUp.acceptEnd")}
      </Check>
      <Check name="promoEmails" checked={"promoEmails" in values}>{t("auth:signUp.promoEmails")}</Check>
    </>
  );
}
