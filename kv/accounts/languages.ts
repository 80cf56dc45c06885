/** Which languages people have: that of their pages and mails, those that they read, and the one they are translated into. */

/** The site's languages, spelt here because the store knows nothing of its readers. */
export const accountLocales = ["en", "zh-Hant", "zh-Hans", "uk", "ru", "ro"] as const;
export type AccountLocale = typeof accountLocales[number];

/** Those that letters here are written in, by their codes. */
export const readableLanguages = ["en", "zh", "uk", "ru", "be", "ro"] as const;
export type ReadableLanguage = typeof readableLanguages[number];

/** What an account says of its languages. */
export interface Languages {
  /** Of pages and mails. */
  locale: AccountLocale;
  /** Absent until it is said: then the language of the pages is read. */
  readsLanguages?: ReadableLanguage[];
  /** What this person's letters are translated into; absent until it is said. */
  readingLanguage?: AccountLocale;
  /** False where letters shall come as they were written; absent means that they are translated. */
  wantsTranslation?: boolean;
}

export interface Reading {
  reads: ReadableLanguage[];
  into: AccountLocale;
  wantsTranslation: boolean;
}

/** Published when somebody may read other languages than before. */
export const languagesKind = "languages";
export const languagesTopic = (userId: number): string => `${languagesKind}:${userId}`;

/** "zh" of "zh-Hant". */
export const baseOf = (language: string): string => language.split("-")[0]!;

const isReadable = (code: string): code is ReadableLanguage => (readableLanguages as readonly string[]).includes(code);

/** The locale in which somebody who reads a language is written to; who reads Belarusian reads Russian. */
const localeFor: Record<ReadableLanguage, AccountLocale> = {
  en: "en",
  zh: "zh-Hans",
  uk: "uk",
  ru: "ru",
  be: "ru",
  ro: "ro",
};

/** How somebody reads: what was said of it, and what follows from the language of the pages where nothing was. */
export function readingOf({ locale, readsLanguages, readingLanguage, wantsTranslation = true }: Languages): Reading {
  const spoken = baseOf(locale) as ReadableLanguage;
  const reads = readsLanguages?.length ? readsLanguages : [spoken];
  const into = readingLanguage ?? (reads.includes(spoken) ? locale : localeFor[reads[0]!]);
  // A language one is translated into is one that one reads.
  const target = baseOf(into);
  return {
    reads: isReadable(target) && !reads.includes(target) ? [...reads, target] : reads,
    into,
    wantsTranslation,
  };
}

/** Whether somebody who works in these languages translates a text: from and into them; into all where none is said. */
export const isWorkIn = (
  worksIn: readonly ReadableLanguage[] | undefined,
  { from, to }: { from: string; to: string },
): boolean =>
  !worksIn?.length ||
  [from, to].every((each) => each === "und" || (worksIn as readonly string[]).includes(baseOf(each)));

/** What somebody is likely to write in, the likeliest first; what recognises a text believes it where it is unsure. */
export function likelyLanguagesOf(person: Languages): string[] {
  const { into, reads } = readingOf(person);
  return [into, person.locale, ...reads];
}
