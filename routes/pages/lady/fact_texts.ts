/** A fact of a lady's profile in words, for herself and for the admin who approves it. */
import type { Translate } from "../../../components/page_context.ts";
import { formatDate } from "../../../i18n/format.ts";
import type { Locale } from "../../../i18n/locales.ts";
import type { LadyFacts } from "../../../kv/ladies/profile/profile_changes.ts";
import { countryName } from "../../account/country_names.ts";
import { wishesInWords } from "../../account/wishes_in_words.ts";
import { langOf } from "../../ladies/word_languages.ts";
import { languageName } from "../../../i18n/languages.ts";

type Fact = keyof LadyFacts;

interface Reader {
  t: Translate;
  locale: Locale;
}

const labels: Partial<Record<Fact, string>> = {
  birthdate: "account:field.birthdate",
  countryId: "attributes:field.country",
  heightCm: "attributes:field.height",
  weightKg: "attributes:field.weight",
  quote: "account:field.quote",
  about: "account:field.about",
  idealPartner: "account:field.idealPartner",
};

/** Looks up what the catalogues have words for; the rest stands as she wrote it. */
function told({ t, locale }: Reader, fact: Fact, value: LadyFacts[Fact]): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "";
  switch (fact) {
    case "birthdate":
      return formatDate(locale, Date.parse(String(value)));
    case "countryId":
      return countryName(locale, Number(value));
    case "heightCm":
      return t("attributes:unit.height", { count: Number(value) });
    case "weightKg":
      return t("attributes:unit.weight", { count: Number(value) });
    case "motherTongue":
      return languageName(locale, String(value));
    case "lookingFor":
      return wishesInWords({ t, locale }, value as string[]);
    case "interests":
      return (value as string[]).join(t("search:comma"));
    case "city":
    case "quote":
    case "about":
    case "idealPartner":
    case "childrenNumber":
      return String(value);
    default:
      return t(`attributes:${fact}.${String(value)}`);
  }
}

/** What she writes in her own words may be in another language than the page. */
const inOwnWords: readonly Fact[] = ["quote", "about", "idealPartner", "interests"];

export const tellFact = {
  label: (t: Translate, fact: Fact): string => t(labels[fact] ?? `attributes:field.${fact}`),
  value: told,
  /** The `lang` of the value, if it is not that of the page. */
  lang: (locale: Locale, fact: Fact, value: LadyFacts[Fact]): string | undefined =>
    inOwnWords.includes(fact) && value ? langOf(locale, String(value)) : undefined,
};
