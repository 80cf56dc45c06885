/** The languages of the site and how each is spelt in addresses, cookies, the lang attribute and for Intl. */

export const locales = ["en", "zh-Hant", "zh-Hans", "uk", "ru", "ro"] as const;
export type Locale = typeof locales[number];

export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);

/** Chinese sets no blank between sentences, has a name of its own for the site and a seal of its own. */
export const isChinese = (locale: Locale): locale is "zh-Hant" | "zh-Hans" =>
  locale === "zh-Hant" || locale === "zh-Hans";

/** What stands between two sentences. */
export const gapOf = (locale: Locale): string => isChinese(locale) ? "" : " ";

/** What Intl is asked for. */
export const languageTags: Record<Locale, string> = {
  "en": "en-GB",
  "zh-Hant": "zh-TW",
  "zh-Hans": "zh-CN",
  "uk": "uk-UA",
  "ru": "ru-RU",
  "ro": "ro-RO",
};

/** Each language in its own words. */
export const languageNames: Record<Locale, string> = {
  "en": "English",
  "zh-Hant": "繁體中文",
  "zh-Hans": "简体中文",
  "uk": "Українська",
  "ru": "Русский",
  "ro": "Română",
};
