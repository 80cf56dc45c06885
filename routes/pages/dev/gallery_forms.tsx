/** The gallery's forms: fields, choices, signing in. */
import { Button } from "../../../components/buttons.tsx";
import { Check, Choices, RangeField } from "../../../components/choices.tsx";
import { Field, SelectField, TextArea } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { PasswordRules } from "../../../components/password_rules.tsx";
import { SealV } from "../../../components/seals.tsx";
import { Notice } from "../../../components/states.tsx";
import { Switch } from "../../../components/switch.tsx";
import { Part, type PartsProps } from "./gallery_part.tsx";

export function FormParts({ prefix }: PartsProps) {
  return (
    <>
      <Fields prefix={prefix} />
      <ChoiceFields prefix={prefix} />
      <Door prefix={prefix} />
    </>
  );
}

function Fields({ prefix }: PartsProps) {
  const { t } = usePage();
  const id = (name: string) => `${prefix}-${name}`;
  const levels = [
    { value: "advanced", label: t("gallery:field.advanced") },
    { value: "fluent", label: t("gallery:field.fluent") },
  ];
  const rules = [
    { label: t("gallery:rule.length"), isMet: true },
    { label: t("gallery:rule.case"), isMet: true },
    { label: t("gallery:rule.digit"), isMet: false },
    { label: t("gallery:rule.sign"), isMet: null },
  ];
  return (
    <Part name="fields">
      <div class="tiles">
        <Field id={id("name")} label={t("gallery:field.name")} value={t("gallery:field.nameValue")} />
        <Field
          id={id("email")}
          type="email"
          label={t("gallery:field.email")}
          value="james@"
          error={t("gallery:field.emailError")}
        />
        <Field
          id={id("city")}
          label={t("gallery:field.city")}
          placeholder={t("gallery:field.cityPlaceholder")}
          hint={t("gallery:field.cityHint")}
        />
        <SelectField
          id={id("english")}
          label={t("gallery:field.english")}
          options={levels}
          emptyLabel={t("gallery:field.any")}
          value="fluent"
        />
        <Field id={id("zip")} label={t("gallery:field.zip")} value="3511" disabled />
        <Field
          id={id("password")}
          type="password"
          label={t("gallery:field.password")}
          value="Spring20"
          describedBy={id("rules")}
        >
          <PasswordRules
            id={id("rules")}
            rules={rules}
            metLabel={t("gallery:rule.met")}
            missingLabel={t("gallery:rule.missing")}
          />
        </Field>
        <TextArea
          id={id("about")}
          label={t("gallery:field.about")}
          placeholder={t("gallery:field.aboutPlaceholder")}
          hint={t("gallery:field.aboutHint")}
        />
      </div>
    </Part>
  );
}

function ChoiceFields({ prefix }: PartsProps) {
  const { t } = usePage();
  const hair = ["brown", "golden", "black"].map((value) => ({ value, label: t(`gallery:choice.${value}`) }));
  const appearances = ["auto", "day", "night"].map((value) => ({ value, label: t(`gallery:choice.${value}`) }));
  return (
    <Part name="choices">
      <div class="tiles">
        <fieldset class="group">
          <legend>{t("gallery:choice.country")}</legend>
          <Check name={`${prefix}-country`} count={58} checked>{t("gallery:choice.romania")}</Check>
          <Check name={`${prefix}-country`} count={128}>{t("gallery:choice.ukraine")}</Check>
        </fieldset>
        <fieldset class="group">
          <legend>{t("gallery:choice.payment")}</legend>
          <Check type="radio" name={`${prefix}-pay`} count={t("gallery:choice.walletOff")} checked>
            {t("gallery:choice.wallet")}
          </Check>
          <Check type="radio" name={`${prefix}-pay`} disabled>{t("gallery:choice.card")}</Check>
        </fieldset>
        <div>
          <Switch checked>{t("gallery:choice.textRequests")}</Switch>
          <Switch>{t("gallery:choice.videoRequests")}</Switch>
        </div>
        <Choices legend={t("gallery:choice.hair")} name={`${prefix}-hair`} options={hair} chosen={["brown"]} />
        <Choices
          legend={t("gallery:choice.appearance")}
          name={`${prefix}-appearance`}
          type="radio"
          options={appearances}
          chosen={["auto"]}
          joined
        />
        <RangeField
          legend={t("gallery:choice.height")}
          between={t("gallery:choice.to")}
          from={{ name: "heightFrom", label: t("gallery:choice.heightFrom"), value: 155 }}
          to={{ name: "heightTo", label: t("gallery:choice.heightTo"), placeholder: "190" }}
        />
        <Check id={`${prefix}-terms`} name="terms" error={t("gallery:choice.termsError")}>
          {t("gallery:choice.terms")}
        </Check>
      </div>
    </Part>
  );
}

function Door({ prefix }: PartsProps) {
  const { t } = usePage();
  return (
    <Part name="form">
      <div class="gate">
        <div class="sheet">
          <SealV />
          <p class="type--h2">{t("gallery:form.welcome")}</p>
          <form class="form" action="#main">
            <Notice tone="bad">{t("gallery:form.wrong")}</Notice>
            <Field id={`${prefix}-login-email`} type="email" label={t("gallery:field.email")} autocomplete="off" />
            <Field
              id={`${prefix}-code`}
              class="code-field"
              label={t("gallery:field.code")}
              value="481 207"
              inputmode="numeric"
            />
            <div class="row">
              <Check name="remember" checked>{t("gallery:form.remember")}</Check>
              <a href="#main">{t("gallery:form.forgot")}</a>
            </div>
            <Button wide type="submit">{t("gallery:form.login")}</Button>
          </form>
        </div>
      </div>
    </Part>
  );
}
