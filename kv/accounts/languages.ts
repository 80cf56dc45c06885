/** Which languages people have: that of their pages and mails, and those that they read. */

/** The site's languages, spelt here because the store knows nothing of its readers. */
export const accountLocales = ["en", "zh-Hant", "zh-Hans", "uk", "ru", "ro"] as const;
export type AccountLocale = typeof accountLocales[number];

/** Those that letters here are written in, by their codes. */
export const readableLanguages = ["en", "zh", "uk", "ru", "be", "ro"] as const;
export type ReadableLanguage = typeof readableLanguages[number];

/** "zh" of "zh-Hant". */
export const baseOf = (language: string): string => language.split("-")[0]!;
