/** The three variants of the site and how each is spelt in addresses, cookies and the lang attribute. */

export const locales = ["en", "zh-Hant", "zh-Hans"] as const;
export type Locale = typeof locales[number];

export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);
