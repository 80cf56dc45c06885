/** The facts of a lady in a word each: everybody is told whatever can be searched for. */
import type { Translate } from "../../../components/page_context.ts";
import { formatDate } from "../../../i18n/format.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { zodiacSignOf } from "../../../kv/ladies/attributes.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import { languageName } from "../../../i18n/languages.ts";
import { wishesInWords } from "../../account/wishes_in_words.ts";

export interface Fact {
  label: string;
  value: string;
}

interface Reader {
  locale: Locale;
  t: Translate;
}

/** How she looks, what she speaks and wishes, and with `withBirthday` her birthday (day and month). */
export function factsAbout({ locale, t }: Reader, lady: LadyRecord, withBirthday: boolean): Fact[] {
  return factsOf(t, [
    ["height", lady.heightCm && t("attributes:unit.height", { count: lady.heightCm })],
    ["weight", lady.weightKg && t("attributes:unit.weight", { count: lady.weightKg })],
    ["hairColor", lady.hairColor && t(`attributes:hairColor.${lady.hairColor}`)],
    ["eyeColor", lady.eyeColor && t(`attributes:eyeColor.${lady.eyeColor}`)],
    ["motherTongue", lady.motherTongue && languageName(locale, lady.motherTongue)],
    ["englishRating", lady.englishRating && t(`attributes:englishRating.${lady.englishRating}`)],
    ["zodiacSign", t(`attributes:zodiacSign.${zodiacSignOf(lady.birthdate)}`)],
    ["lookingFor", wishesInWords({ locale, t }, lady.lookingFor)],
    ["birthday", withBirthday && birthdayOf(locale, lady.birthdate)],
  ]);
}

/** Family, work, faith, habits. */
export function factsOfLife(t: Translate, lady: LadyRecord): Fact[] {
  const { childrenNumber } = lady;
  return factsOf(t, [
    ["maritalStatus", lady.maritalStatus && t(`attributes:maritalStatus.${lady.maritalStatus}`)],
    ["childrenNumber", childrenNumber === 0 ? t("profile:noChildren") : childrenNumber && String(childrenNumber)],
    ["profession", lady.profession && t(`attributes:profession.${lady.profession}`)],
    ["education", lady.education && t(`attributes:education.${lady.education}`)],
    ["religion", lady.religion && t(`attributes:religion.${lady.religion}`)],
    ["smoking", lady.smoking && t(`attributes:smoking.${lady.smoking}`)],
    ["drinking", lady.drinking && t(`attributes:drinking.${lady.drinking}`)],
  ]);
}

/** Leaves out what she did not say. */
function factsOf(t: Translate, told: [string, string | number | false | null | undefined][]): Fact[] {
  return told.flatMap(([field, value]) => {
    if (!value) return [];
    return [{
      label: t(field === "birthday" ? "profile:birthday" : `attributes:field.${field}`),
      value: String(value),
    }];
  });
}

/** Day and month, never the year. 2000 is a leap year, so that 29 February exists. */
const birthdayOf = (locale: Locale, birthdate: string): string =>
  formatDate(locale, Date.parse(`2000-${birthdate.slice(5)}`), "short");
