/** The fields of a lady's profile, which she or her agency fills in. */
import { SelectField } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { factsWith, type LadyFacts, type ProfileChange } from "../../../kv/ladies/profile/profile_changes.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import { seenOf } from "../../../kv/ladies/profile/seen_facts.ts";
import { countryName, ladyCountryIds } from "../../account/country_names.ts";
import { motherTongues } from "../../account/profile_forms.ts";
import { languageName } from "../../../i18n/languages.ts";
import { latestBirthdate } from "./birthdates.ts";
import { CityField } from "./city_field.tsx";
import { Birthdate, Country, Line, Part, SeenMarks, VocabularyField } from "./fields.tsx";
import { type FormValues, type Shown, textOf, type Written } from "./form_values.ts";
import { Life, Looks, OwnWords, Partner, sharedFields, sharedValues } from "./own_facts.tsx";

export const profileFields = [
  "firstname",
  "birthdate",
  "country",
  "city",
  "motherTongue",
  "englishRating",
  ...sharedFields,
] as const;

const profileValues = (facts: LadyFacts, firstname: string): FormValues => ({
  ...sharedValues(facts),
  firstname,
  birthdate: facts.birthdate,
  country: String(facts.countryId),
  city: facts.city,
  motherTongue: facts.motherTongue ?? "",
  englishRating: facts.englishRating ?? "",
});

/** Her profile with the changes that she asked for, as a form shows it. */
export const profileShown = (record: LadyRecord, change: ProfileChange | null, firstname: string): Shown => {
  const facts = factsWith(record, change);
  return { values: profileValues(facts, firstname), seen: seenOf({ ...facts, firstname }) };
};

export interface HerFieldsProps {
  form: Written;
  nowMs: number;
  /** Whether she fills it in herself: her browser may then complete the fields. */
  isOwn?: boolean;
}

export function HerFields({ form, nowMs, isOwn = false }: HerFieldsProps) {
  const { locale } = usePage();
  const birthdate = textOf(form.values, "birthdate");
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(birthdate);
  const own = (autocomplete: string) => isOwn ? autocomplete : undefined;
  return (
    <>
      <SeenMarks form={form} />
      <Part name="her">
        <div class="two">
          <Line form={form} name="firstname" most={40} isRequired autocomplete={own("given-name")} />
          <Birthdate form={form} latest={latestBirthdate(nowMs)} autocomplete={own("bday")} />
          <Country form={form} options={ladyCountryIds.map((id) => ({ id, label: countryName(locale, id) }))} />
          <CityField form={form} most={60} autocomplete={own("address-level2")} />
        </div>
      </Part>
      <OwnWords form={form} />
      <Partner form={form} />
      <Part name="tongues">
        <div class="two">
          <MotherTongue form={form} />
          <VocabularyField form={form} name="englishRating" />
        </div>
      </Part>
      <Looks form={form} />
      <Life form={form} birthdate={isDate ? birthdate : null} />
    </>
  );
}

function MotherTongue({ form }: { form: Written }) {
  const { t, locale } = usePage();
  return (
    <SelectField
      id="motherTongue"
      name="motherTongue"
      label={t("attributes:field.motherTongue")}
      error={form.errors.motherTongue}
      options={motherTongues.map((value) => ({ value, label: languageName(locale, value) }))}
      emptyLabel={t("account:unsaid")}
      value={textOf(form.values, "motherTongue")}
    />
  );
}
