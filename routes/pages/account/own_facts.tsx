/** The parts that the forms of men and ladies share: looks, life, own words, and the partner looked for. */
import { usePage } from "../../../components/page_context.ts";
import { zodiacSignOf } from "../../../kv/ladies/attributes.ts";
import type { LadyFacts } from "../../../kv/ladies/profile/profile_changes.ts";
import type { ManProfile } from "../../../kv/ladies/profiles.ts";
import { children, heights, weights } from "../../account/profile_forms.ts";
import { wordLengths } from "../../../kv/ladies/record.ts";
import { Interests, Line, Part, Text, VocabularyField, WholeNumber, WholePart, Wishes } from "./fields.tsx";
import { langOf } from "../../ladies/word_languages.ts";
import { type FormValues, numberText, textOf, type Written } from "./form_values.ts";

export const sharedFields = [
  "height",
  "weight",
  "hairColor",
  "eyeColor",
  "maritalStatus",
  "childrenNumber",
  "education",
  "profession",
  "religion",
  "smoking",
  "drinking",
  "interests",
  "about",
  "quote",
  "lookingFor",
  "idealPartner",
] as const;

type Shared = Common<ManProfile, LadyFacts>;
/** What both records have under the same names. */
type Common<One, Other> = { [Name in keyof One & keyof Other]: One[Name] };

export function sharedValues(facts: Shared): FormValues {
  return {
    height: numberText(facts.heightCm),
    weight: numberText(facts.weightKg),
    hairColor: facts.hairColor ?? "",
    eyeColor: facts.eyeColor ?? "",
    maritalStatus: facts.maritalStatus ?? "",
    childrenNumber: numberText(facts.childrenNumber),
    education: facts.education ?? "",
    profession: facts.profession ?? "",
    religion: facts.religion ?? "",
    smoking: facts.smoking ?? "",
    drinking: facts.drinking ?? "",
    interests: facts.interests.join("\n"),
    about: facts.about,
    quote: facts.quote,
    lookingFor: facts.lookingFor,
    idealPartner: facts.idealPartner,
  };
}

interface PartProps {
  form: Written;
  isMan?: boolean;
}

export function Looks({ form }: PartProps) {
  return (
    <Part name="looks">
      <div class="two">
        <WholeNumber form={form} name="height" {...heights} />
        <WholeNumber form={form} name="weight" {...weights} />
        <VocabularyField form={form} name="hairColor" />
        <VocabularyField form={form} name="eyeColor" />
      </div>
    </Part>
  );
}

/** `birthdate` gives the zodiac sign, which has no field of its own; null while there is no date. */
export function Life({ form, isMan, birthdate }: PartProps & { birthdate: string | null }) {
  const { t } = usePage();
  return (
    <Part name="life">
      <div class="two">
        <VocabularyField form={form} name="maritalStatus" isMan={isMan} />
        <WholeNumber form={form} name="childrenNumber" {...children} />
        <VocabularyField form={form} name="education" />
        <VocabularyField form={form} name="profession" isMan={isMan} />
        <VocabularyField form={form} name="religion" />
        <VocabularyField form={form} name="smoking" />
        <VocabularyField form={form} name="drinking" />
      </div>
      {birthdate && (
        <p class="small soft">
          {t("account:zodiac", { sign: t(`attributes:zodiacSign.${zodiacSignOf(birthdate)}`) })}
        </p>
      )}
    </Part>
  );
}

export function OwnWords({ form, isMan }: PartProps) {
  const { locale } = usePage();
  const lang = langOf(locale, textOf(form.values, "quote"));
  return (
    <Part name={isMan ? "words" : "herWords"}>
      <Line form={form} name="quote" most={wordLengths.quote} lang={lang} />
      <Text form={form} name="about" most={wordLengths.about} rows={10} />
      <Interests form={form} />
    </Part>
  );
}

export function Partner({ form, isMan }: PartProps) {
  const fields = (
    <>
      <Wishes form={form} />
      {isMan && <PartnerAges form={form} />}
      <Text form={form} name="idealPartner" most={wordLengths.idealPartner} rows={6} />
    </>
  );
  return isMan ? <WholePart name="partner">{fields}</WholePart> : <Part name="herPartner">{fields}</Part>;
}

function PartnerAges({ form }: PartProps) {
  return (
    <div class="two">
      <WholeNumber form={form} name="ageFrom" min={18} max={99} />
      <WholeNumber form={form} name="ageTo" min={18} max={99} />
    </div>
  );
}
