/** The people who translate: those who wish to be introduced, by face, name, languages and work, in their own words. */
import { introducedTranslators } from "../../../kv/accounts/about_translators.ts";
import { type AccountLocale, accountLocales, readableLanguages } from "../../../kv/accounts/languages.ts";
import { lettersOfYear } from "../../../kv/letters/translating/translator_months.ts";
import { datesFor, formatNumber } from "../../../i18n/format.ts";
import { languageList } from "../../../i18n/languages.ts";
import { fullNameOf } from "../../../i18n/names.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { translatorAnchor, translatorsPath } from "../../letters/translators_path.ts";
import { type TranslatorLine, TranslatorsView } from "./translators_view.tsx";

export const translatorsPage: PageDefinition = { paths: [translatorsPath], access: "everyone", get };

async function get(c: AppContext): Promise<Response> {
  const { facts: { t, prefix, brand } } = c.var;
  const title = t("translation:public.title");
  return await answerPage(c, {
    title,
    description: t("translation:public.description", { brand: brand.brand }),
    crumbs: [{ label: t("writings:home"), href: localHref(prefix, "/") }, { label: title }],
    view: <TranslatorsView translators={await linesOf(c)} />,
  });
}

async function linesOf(c: AppContext): Promise<TranslatorLine[]> {
  const { facts: { t, locale }, deps: { store } } = c.var;
  const date = datesFor(c.var.facts);
  const introduced = await introducedTranslators(store);
  return await Promise.all(introduced.map(async ({ user, about }) => {
    const letters = await lettersOfYear(store, user.id);
    return {
      anchor: translatorAnchor(user.id),
      name: fullNameOf(user),
      portrait: user.photo && (user.photo.sizes.medium ?? user.photo.path),
      initials: [user.firstname, user.lastname].map((part) => [...part][0] ?? "").join(""),
      languages: languageList(locale, user.worksIn?.length ? user.worksIn : readableLanguages),
      work: [
        letters > 0 && t("translation:public.letters", { count: letters, n: formatNumber(locale, letters) }),
        t("translation:public.since", { date: date(user.createdAt) }),
      ].filter(Boolean).join(" · "),
      words: wordsFor(locale, about.words),
    };
  }));
}

/** The words for a reader of the locale: in that language, else in English, else in the first there is; null if none is. */
function wordsFor(locale: AccountLocale, words: Partial<Record<AccountLocale, string>>): TranslatorLine["words"] {
  const found = [locale, "en" as const, ...accountLocales].find((each) => words[each]);
  return found ? { text: words[found]!, lang: found === locale ? undefined : found } : null;
}
