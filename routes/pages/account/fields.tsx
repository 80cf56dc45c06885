/** The fields of an account's forms. Each takes its label, value and error from the catalogue and the form, by its name. */
import type { ComponentChildren } from "preact";
import { Button } from "../../../components/buttons.tsx";
import { Choices } from "../../../components/choices.tsx";
import { Field, FieldError, SelectField, TextArea } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Switch } from "../../../components/switch.tsx";
import { langOf } from "../../ladies/word_languages.ts";
import * as vocabulary from "../../../kv/ladies/attributes.ts";
import { attributeWord } from "../../account/attribute_words.ts";
import { isOn, listOf, seenText, textOf, type Written } from "./form_values.ts";

interface FieldProps {
  form: Written;
  name: string;
}

/** The marks of what the form shows, sent back with it. */
export function SeenMarks({ form: { seen } }: { form: Pick<Written, "seen"> }) {
  return seen ? <input type="hidden" name="seen" value={seenText(seen)} /> : null;
}

/** A part of a form: a third of the width for its title and explanation, the rest for its fields. */
export function Part({ name, children }: { name: string; children: ComponentChildren }) {
  const { t } = usePage();
  return (
    <section class="split" aria-labelledby={`part-${name}`}>
      <div>
        <h2 id={`part-${name}`}>{t(`account:part.${name}.title`)}</h2>
        <p>{t(`account:part.${name}.text`)}</p>
      </div>
      <div class="form">{children}</div>
    </section>
  );
}

/** The only part of a page: it has no title, because the page's heading says what it is. */
export function WholePart({ name, children }: { name: string; children: ComponentChildren }) {
  const { t } = usePage();
  return (
    <div class="split">
      <p class="soft">{t(`account:part.${name}.text`)}</p>
      <div class="form">{children}</div>
    </div>
  );
}

/** The one button of a form, below all its parts. */
export function Save({ label }: { label?: string }) {
  const { t } = usePage();
  return (
    <div class="account__save">
      <Button type="submit">{label ?? t("account:save")}</Button>
    </div>
  );
}

interface FactRowProps extends FieldProps {
  type?: "text" | "date" | "tel" | "number";
  most?: number;
  isRequired?: boolean;
  autocomplete?: string;
  hint?: string;
  min?: string | number;
  max?: string | number;
  /** The language of the value, if it is not that of the page. */
  lang?: string;
}

export function Line({ form, name, type, most, isRequired, autocomplete, hint, min, max, lang }: FactRowProps) {
  const { t } = usePage();
  return (
    <Field
      id={name}
      name={name}
      type={type}
      label={t(`account:field.${name}`)}
      hint={hint}
      error={form.errors[name]}
      autocomplete={autocomplete}
      required={isRequired}
      maxLength={most}
      min={min}
      max={max}
      lang={lang}
      value={textOf(form.values, name)}
    />
  );
}

export function Birthdate({ form, latest, autocomplete }: { form: Written; latest: string; autocomplete?: string }) {
  return (
    <Line
      form={form}
      name="birthdate"
      type="date"
      isRequired
      autocomplete={autocomplete}
      min="1900-01-01"
      max={latest}
    />
  );
}

interface CountryProps {
  form: Written;
  options: readonly { id: number; label: string }[];
  autocomplete?: string;
}

export function Country({ form, options, autocomplete }: CountryProps) {
  const { t } = usePage();
  const value = textOf(form.values, "country");
  return (
    <SelectField
      id="country"
      name="country"
      label={t("attributes:field.country")}
      error={form.errors.country}
      autocomplete={autocomplete}
      required
      options={options.map(({ id, label }) => ({ value: String(id), label }))}
      // Without an empty option, the browser would choose the first country for somebody who has not named one.
      emptyLabel={value ? undefined : t("auth:signUp.choose")}
      value={value}
    />
  );
}

interface TextProps extends FieldProps {
  most: number;
  rows: number;
  /** Stands in place of the field's name; below the field stands only `hint` then, not the length allowed. */
  question?: string;
  hint?: string;
}

/** A text by its reader, which may be in another language than the page. */
export function Text({ form, name, most, rows, question, hint }: TextProps) {
  const { t, locale } = usePage();
  const value = textOf(form.values, name);
  return (
    <TextArea
      id={name}
      name={name}
      label={question ?? t(`account:field.${name}`)}
      hint={question ? hint : t("account:atMost", { count: most })}
      error={form.errors[name]}
      rows={rows}
      maxLength={most}
      lang={langOf(locale, value)}
      value={value}
    />
  );
}

const vocabularies = {
  hairColor: vocabulary.hairColors,
  eyeColor: vocabulary.eyeColors,
  maritalStatus: vocabulary.maritalStatuses,
  education: vocabulary.educations,
  profession: vocabulary.professions,
  religion: vocabulary.religions,
  smoking: vocabulary.smokings,
  drinking: vocabulary.drinkings,
  englishRating: vocabulary.englishRatings,
} as const;

interface VocabularyFieldProps extends FieldProps {
  name: keyof typeof vocabularies;
  isMan?: boolean;
  question?: string;
}

/** A choice of one word of a vocabulary, or of none. */
export function VocabularyField({ form, name, isMan, question }: VocabularyFieldProps) {
  const { t } = usePage();
  const options = vocabularies[name].map((value) => ({ value, label: attributeWord(t, name, value, isMan) }));
  return (
    <SelectField
      id={name}
      name={name}
      label={question ?? t(`attributes:field.${name}`)}
      error={form.errors[name]}
      options={options}
      emptyLabel={t("account:unsaid")}
      value={textOf(form.values, name)}
    />
  );
}

export function WholeNumber({ form, name, min, max }: FieldProps & { min: number; max: number }) {
  return <Line form={form} name={name} type="number" min={min} max={max} />;
}

export function Wishes({ form }: { form: Written }) {
  const { t } = usePage();
  const error = form.errors.lookingFor;
  const chosen = listOf(form.values, "lookingFor");
  return (
    <div class="field">
      <Choices
        legend={t("attributes:field.lookingFor")}
        name="lookingFor"
        options={vocabulary.offeredWishes(chosen).map((value) => ({
          value,
          label: t(`attributes:lookingFor.${value}`),
        }))}
        chosen={chosen}
      />
      {error && <FieldError id="lookingFor">{error}</FieldError>}
    </div>
  );
}

export function SwitchField({ form, name }: FieldProps) {
  const { t } = usePage();
  return <Switch name={name} checked={isOn(form.values, name)}>{t(`account:field.${name}`)}</Switch>;
}

/** Several short texts, one per line, because each may contain a comma. */
export function Interests({ form }: { form: Written }) {
  const { t, locale } = usePage();
  const name = "interests";
  const value = textOf(form.values, name);
  return (
    <TextArea
      id={name}
      name={name}
      label={t(`account:field.${name}`)}
      hint={t("account:interestsHint")}
      error={form.errors[name]}
      rows={5}
      maxLength={600}
      lang={langOf(locale, value)}
      value={value}
    />
  );
}
