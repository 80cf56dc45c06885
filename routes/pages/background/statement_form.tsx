/** The form of a statement: each question of the law, in native fields, then his name and the certificate. */
import type { ComponentChildren } from "preact";
import { Button } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { Field, FieldError, SelectField, TextArea } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import {
  endings,
  offences,
  ownWordsLengthMax,
  states,
  type ToldQuestion,
} from "../../../kv/safety/background/statement.ts";
import { countryOptions } from "../../account/country_names.ts";
import type { FormState } from "../auth/gate.tsx";
import type { Partner } from "../mail/partners.ts";
import { countryRows, marriageRows } from "./form.ts";
import { SignatureField } from "./signature_field.tsx";

interface StatementFormProps {
  form: FormState;
  action: string;
  /** The lady to whom he was about to write; the form leads back to her. */
  to: { partner: Partner } | null;
}

export function StatementForm({ form, action, to }: StatementFormProps) {
  const { t } = usePage();
  return (
    <form class="form" method="post" action={action}>
      {to && <input type="hidden" name="to" value={to.partner.id} />}
      <Told form={form} question="protectionOrders" />
      <Told form={form} question="violence">
        <Ticks
          form={form}
          name="offences"
          options={offences.map((value) => ({ value, label: t(`background:offence.${value}`) }))}
        />
      </Told>
      <Told form={form} question="prostitution" />
      <Told form={form} question="substances" />
      <YesOrNo form={form} name="married" />
      <FormerMarriages form={form} />
      <Told form={form} question="sponsored" />
      <Field
        id="childrenAges"
        name="childrenAges"
        label={t("background:ask.childrenAges")}
        hint={t("background:hint.childrenAges")}
        error={form.fields.childrenAges}
        inputMode="numeric"
        maxLength={100}
        value={form.values.childrenAges}
      />
      <Places form={form} />
      <SignatureField label={t("background:ask.signature")} form={form} />
      <Check id="certifies" name="certifies" error={form.fields.certifies} required>
        {t("background:ask.certifies")}
      </Check>
      <Button type="submit" name="action" value="file">{t("background:man.file")}</Button>
    </form>
  );
}

interface Of {
  form: FormState;
  name: string;
}

function YesOrNo({ form: { values, fields }, name }: Of) {
  const { t } = usePage();
  const error = fields[name];
  return (
    <fieldset class="group" aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{t(`background:ask.${name}`)}</legend>
      {["no", "yes"].map((each) => (
        <Check key={each} type="radio" name={name} value={each} checked={values[name] === each} required>
          {t(`background:${each}`)}
        </Check>
      ))}
      {error && <FieldError id={name} label={t(`background:ask.${name}`)}>{error}</FieldError>}
    </fieldset>
  );
}

interface ToldProps {
  form: FormState;
  question: ToldQuestion;
  children?: ComponentChildren;
}

/** A question, and a text for his own words if the answer is yes. */
function Told({ form, question, children }: ToldProps) {
  const { t } = usePage();
  const name = `${question}Words`;
  return (
    <>
      <YesOrNo form={form} name={question} />
      {children}
      <TextArea
        id={name}
        name={name}
        label={t(`background:words.${question}`)}
        error={form.fields[name]}
        rows={3}
        maxLength={ownWordsLengthMax}
        value={form.values[name]}
      />
    </>
  );
}

interface TicksProps extends Of {
  options: readonly { value: string; label: string }[];
}

/** Checkboxes of which any number may be ticked. */
function Ticks({ form: { values, fields }, name, options }: TicksProps) {
  const { t } = usePage();
  const chosen = new Set(values[name]?.split(" "));
  const error = fields[name];
  return (
    <fieldset class="group" id={name} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{t(`background:ask.${name}`)}</legend>
      <div class="choices">
        {options.map(({ value, label }) => (
          <label key={value}>
            <input type="checkbox" name={name} value={value} checked={chosen.has(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={name} label={t(`background:ask.${name}`)}>{error}</FieldError>}
    </fieldset>
  );
}

function FormerMarriages({ form: { values, fields } }: { form: FormState }) {
  const { t } = usePage();
  const error = fields.formerMarriages;
  return (
    <fieldset class="group" aria-describedby={error ? "formerMarriages-error" : undefined}>
      <legend>{t("background:ask.formerMarriages")}</legend>
      {marriageRows.map((row) => (
        <div class="row" key={row}>
          <SelectField
            id={`ended${row}`}
            name={`ended${row}`}
            label={t("background:ask.ended", { row })}
            emptyLabel={t("background:none")}
            options={endings.map((value) => ({ value, label: t(`background:ended.${value}`) }))}
            value={values[`ended${row}`]}
          />
          <Field
            id={`endedOn${row}`}
            name={`endedOn${row}`}
            type="date"
            label={t("background:ask.endedOn", { row })}
            value={values[`endedOn${row}`]}
          />
        </div>
      ))}
      {error && <FieldError id="formerMarriages" label={t("background:ask.formerMarriages")}>{error}</FieldError>}
    </fieldset>
  );
}

/** Where he has lived since he was of age: the states at home, and countries abroad. */
function Places({ form }: { form: FormState }) {
  const { t, locale } = usePage();
  const { values, fields } = form;
  const abroad = countryOptions(locale).filter(({ iso }) => iso !== "US")
    .map(({ id, label }) => ({ value: String(id), label }));
  return (
    <>
      <Ticks
        form={form}
        name="states"
        options={states.map((value) => ({ value, label: t(`background:state.${value}`) }))}
      />
      <fieldset class="group" aria-describedby={fields.countries ? "countries-error" : undefined}>
        <legend>{t("background:ask.countries")}</legend>
        <div class="row">
          {countryRows.map((row) => (
            <SelectField
              key={row}
              id={`country${row}`}
              name={`country${row}`}
              label={t("background:ask.country", { row })}
              emptyLabel={t("background:none")}
              options={abroad}
              value={values[`country${row}`]}
            />
          ))}
        </div>
        {fields.countries && (
          <FieldError id="countries" label={t("background:ask.countries")}>{fields.countries}</FieldError>
        )}
      </fieldset>
    </>
  );
}
