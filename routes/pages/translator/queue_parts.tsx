/** What stands around the queue: the translator's work of this month, the filter by languages, and her or his languages. */
import { Button } from "../../../components/buttons.tsx";
import { Choices } from "../../../components/choices.tsx";
import { SelectField } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { languageName } from "../../../i18n/languages.ts";
import { type ReadableLanguage, readableLanguages } from "../../../kv/accounts/languages.ts";
import type { Wanted } from "../../../kv/letters/language.ts";
import type { TranslatorMonth } from "../../../kv/letters/translating/translator_months.ts";
import { lengthOf, pairName, pairOf, queuePath } from "./descriptions.ts";

export function Month({ month: { letters, profiles, signs } }: { month: TranslatorMonth }) {
  const { t, locale } = usePage();
  return (
    <p class="figures">
      {t("translation:month.told", {
        letters: t("translation:month.letters", { count: letters }),
        profiles: t("translation:month.profiles", { count: profiles }),
        signs: lengthOf(t, locale, signs),
      })}
    </p>
  );
}

/** Shown only if letters of several pairs wait, or a pair is chosen. */
export function PairFilter({ pairs, pair }: { pairs: readonly Wanted[]; pair: Wanted | null }) {
  const { t, href, locale } = usePage();
  if (pairs.length < 2 && !pair) return null;
  return (
    <form method="get" action={href(queuePath)} class="agency__filter">
      <SelectField
        id="pair"
        name="pair"
        label={t("translation:waiting.languages")}
        emptyLabel={t("translation:waiting.allPairs")}
        options={pairs.map((each) => ({ value: pairName(each), label: pairOf(t, locale, each) }))}
        value={pair ? pairName(pair) : ""}
      />
      <Button type="submit" tone="quiet">{t("translation:waiting.show")}</Button>
    </form>
  );
}

export function WorkLanguages({ worksIn }: { worksIn: readonly ReadableLanguage[] }) {
  const { t, locale, href } = usePage();
  const options = readableLanguages.map((each) => ({ value: each, label: languageName(locale, each) }));
  return (
    <details>
      <summary>{t("translation:worksIn.title")}</summary>
      <form method="post" action={href(queuePath)} class="agency__term">
        <Choices
          legend={t("translation:worksIn.text")}
          name="language"
          options={options}
          chosen={worksIn}
        />
        <Button type="submit" tone="quiet" small name="action" value="languages">
          {t("translation:worksIn.save")}
        </Button>
      </form>
    </details>
  );
}
