/** A statement of background line by line: the answers in the reader's language, his own words as he wrote them. */
import type { PageContext } from "../../components/page_context.ts";
import { formatDate } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";
import {
  type BackgroundStatement,
  type RegistrySearch,
  type ToldQuestion,
  toldQuestions,
} from "../../kv/safety/background/statement.ts";
import { countryName } from "../account/country_names.ts";

/** The language in which the staff note what the registry says. */
const staffLanguage = "en";

interface Line {
  label: string;
  /** In the reader's language. */
  value: string;
  /** The words below the answer, as they were written: his own, with their question, or those of the staff. */
  words?: { text: string; lang: string | undefined; question?: ToldQuestion };
}

type Reader = Pick<PageContext, "t" | "locale">;

/** Everything that he stated, line by line, and what the registry says. */
export function linesOf({ t, locale }: Reader, { answers, language, search }: BackgroundStatement): Line[] {
  const label = (name: string) => t(`background:fact.${name}`);
  const yesOrNo = (isSo: boolean) => t(`background:${isSo ? "yes" : "no"}`);
  const together = (parts: string[]) => parts.join(t("search:comma"));
  const told = toldQuestions.map((question): Line => {
    const text = answers.told[question];
    const kinds = question === "violence" ? answers.offences.map((each) => t(`background:offence.${each}`)) : [];
    return {
      label: label(question),
      value: text === null ? yesOrNo(false) : kinds.length > 0 ? together(kinds) : yesOrNo(true),
      ...(text && { words: { text, lang: language === "und" ? undefined : language, question } }),
    };
  });
  const former = answers.formerMarriages.map(({ ended, endedOn }) =>
    t("background:marriage", { how: t(`background:ended.${ended}`), date: dayOf(locale, endedOn) })
  );
  const places = [
    ...answers.states.map((state) => t(`background:state.${state}`)),
    ...answers.countryIds.map((id) => countryName(locale, id)),
  ];
  return [
    ...told.slice(0, -1),
    { label: label("married"), value: yesOrNo(answers.isMarried) },
    { label: label("formerMarriages"), value: former.length > 0 ? together(former) : t("background:none") },
    told.at(-1)!,
    {
      label: label("childrenAges"),
      value: answers.childrenAges.length > 0 ? together(answers.childrenAges.map(String)) : t("background:none"),
    },
    { label: label("places"), value: together(places) },
    ...search ? [searchLine({ t, locale }, search)] : [],
  ];
}

function searchLine({ t, locale }: Reader, { day, found }: RegistrySearch): Line {
  return {
    label: t("background:fact.search"),
    value: t(`background:search.${found === null ? "nothing" : "found"}`, { date: dayOf(locale, day) }),
    ...(found !== null && { words: { text: found, lang: staffLanguage } }),
  };
}

/** A calendar day, the same wherever it is read. */
const dayOf = (locale: Locale, day: string): string => formatDate(locale, Date.parse(day));
