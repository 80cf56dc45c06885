/** The languages of the site and how each is spelt in addresses, cookies, the lang attribute and for Intl. */

export const locales = ["en", "zh-Hant", "zh-Hans", "uk", "ru", "ro"] as const;
export type Locale = typeof locales[number];

export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);

/** Chinese sets no blank between sentences, has a name of its own for the site and a seal of its own. */
export const isChinese = (locale: Locale): locale is "zh-Hant" | "zh-Hans" => locale.startsWith("zh");

/** What stands between two sentences. */
export const gapOf = (locale: Locale): string => isChinese(locale) ? "" : " ";

/** Sentences as one text; those that there are not are left out. */
export const paragraphOf = (locale: Locale, sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.filter(Boolean).join(gapOf(locale));

/** What Intl is asked for: English as it is written in Britain. */
export const intlTagOf = (locale: Locale): string => locale === "en" ? "en-GB" : locale;

/** Each language in its own words. */
export const languageNames: Record<Locale, string> = {
  "en": "English",
  "zh-Hant": "繁體中文",
  "zh-Hans": "简体中文",
  "uk": "Українська",
  "ru": "Русский",
  "ro": "Română",
};
