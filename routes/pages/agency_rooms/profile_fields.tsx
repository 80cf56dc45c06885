/** The fields of a lady's profile as an agency fills them in: the same parts and the same schema as her own. */
import { SelectField } from "../../../components/fields.tsx";
import { PageProvider, usePage } from "../../../components/page_context.ts";
import type { LadyFacts } from "../../../kv/profile_changes.ts";
import { countryName, ladyCountryIds } from "../../country_names.ts";
import { ladyForm, motherTongues } from "../../profile_forms.ts";
import { latestBirthdate } from "../account/birthdates.ts";
import { Line, Part, Pick as PickOne } from "../account/fields.tsx";
import { type FormValues, textOf, type Written } from "../account/form_values.ts";
import { Life, Looks, OwnWords, Partner, sharedFields, sharedValues } from "../account/own_facts.tsx";
import { languageName } from "../girls/languages.ts";

/** What a profile is made of; any other field of a body is not read. */
export const profileFields = [
  "firstname",
  "birthdate",
  "country",
  "city",
  "motherTongue",
  "englishRating",
  ...sharedFields,
] as const;

/** No setting of hers, no address, no telephone: an agency has no field for them. */
export const profileForm = ladyForm.pick(
  Object.fromEntries(profileFields.map((name) => [name, true])) as Record<typeof profileFields[number], true>,
);

/** Only the fields of a profile; a list of which nothing is ticked means none. */
export const profileBody = (body: Record<string, unknown>): Record<string, unknown> => ({
  lookingFor: [],
  ...Object.fromEntries(profileFields.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]])),
});

export const profileValues = (facts: LadyFacts, firstname: string, comma: string): FormValues => ({
  ...sharedValues(facts, comma),
  firstname,
  birthdate: facts.birthdate,
  country: String(facts.countryId),
  city: facts.city,
  motherTongue: facts.motherTongue ?? "",
  englishRating: facts.englishRating ?? "",
});

/** What her own page says to her, said of her. */
const ofHer: Record<string, string> = {
  "account:part.her.text": "agency:hers.part.her",
  "account:part.herWords.title": "agency:hers.title.herWords",
  "account:part.herWords.text": "agency:hers.part.herWords",
  "account:part.herPartner.text": "agency:hers.part.herPartner",
  "account:part.tongues.text": "agency:hers.part.tongues",
  "account:field.about": "agency:hers.field.about",
  "account:field.quote": "agency:hers.field.quote",
  "account:field.idealPartner": "agency:hers.field.idealPartner",
  "account:zodiac": "agency:hers.zodiac",
};

interface ProfileFieldsProps {
  form: Written;
  nowMs: number;
}

export function ProfileFields(props: ProfileFieldsProps) {
  const page = usePage();
  const t: typeof page.t = (key, values) => page.t(ofHer[key] ?? key, values);
  return (
    <PageProvider value={{ ...page, t }}>
      <Fields {...props} />
    </PageProvider>
  );
}

function Fields({ form, nowMs }: ProfileFieldsProps) {
  const { t, locale } = usePage();
  const birthdate = textOf(form.values, "birthdate");
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(birthdate);
  return (
    <>
      <Part name="her">
        <div class="two">
          <Line form={form} name="firstname" most={40} isRequired />
          <Line
            form={form}
            name="birthdate"
            type="date"
            isRequired
            min="1900-01-01"
            max={latestBirthdate(nowMs)}
          />
          <SelectField
            id="country"
            name="country"
            label={t("attributes:field.country")}
            error={form.errors.country}
            required
            options={ladyCountryIds.map((id) => ({ value: String(id), label: countryName(locale, id) }))}
            value={textOf(form.values, "country")}
          />
          <Line form={form} name="city" most={60} />
        </div>
      </Part>
      <OwnWords form={form} />
      <Partner form={form} />
      <Part name="tongues">
        <div class="two">
          <SelectField
            id="motherTongue"
            name="motherTongue"
            label={t("attributes:field.motherTongue")}
            error={form.errors.motherTongue}
            options={motherTongues.map((value) => ({ value, label: languageName(locale, value) }))}
            emptyLabel={t("account:unsaid")}
            value={textOf(form.values, "motherTongue")}
          />
          <PickOne form={form} name="englishRating" />
        </div>
      </Part>
      <Looks form={form} />
      <Life form={form} birthdate={isDate ? birthdate : "2000-01-01"} />
    </>
  );
}
