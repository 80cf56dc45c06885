/** The languages of a person: of pages and mails, those that she or he reads, and the one letters are translated into. */

/** The site's languages. They are repeated here because kv/ does not import i18n/. */
export const accountLocales = ["en", "zh-Hant", "zh-Hans", "uk", "ru", "ro"] as const;
export type AccountLocale = typeof accountLocales[number];

/** The languages that letters are written in, by code. */
export const readableLanguages = ["en", "zh", "uk", "ru", "be", "ro"] as const;
export type ReadableLanguage = typeof readableLanguages[number];

/** What an account says of its languages. */
export interface Languages {
  /** Of pages and mails. */
  locale: AccountLocale;
  /** Absent until the person sets them; then it is the language of the pages. */
  readsLanguages?: ReadableLanguage[];
  /** The language that letters to this person are translated into; absent until the person sets it. */
  readingLanguage?: AccountLocale;
  /** False if letters should arrive as they were written; absent means that they are translated. */
  wantsTranslation?: boolean;
}

export interface Reading {
  reads: ReadableLanguage[];
  into: AccountLocale;
  wantsTranslation: boolean;
}

/** Published when the languages that a person reads may have changed. */
export const languagesKind = "languages";
export const languagesTopic = (userId: number): string => `${languagesKind}:${userId}`;

/** "zh" of "zh-Hant". */
export const baseOf = (language: string): string => language.split("-")[0]!;

const isReadable = (code: string): code is ReadableLanguage => (readableLanguages as readonly string[]).includes(code);

/** The locale for readers of each language; who reads Belarusian gets Russian. */
const localeFor: Record<ReadableLanguage, AccountLocale> = {
  en: "en",
  zh: "zh-Hans",
  uk: "uk",
  ru: "ru",
  be: "ru",
  ro: "ro",
};

/** How a person reads: as set by the person, or else as it follows from the language of the pages. */
export function readingOf({ locale, readsLanguages, readingLanguage, wantsTranslation = true }: Languages): Reading {
  const spoken = baseOf(locale) as ReadableLanguage;
  const reads = readsLanguages?.length ? readsLanguages : [spoken];
  const into = readingLanguage ?? (reads.includes(spoken) ? locale : localeFor[reads[0]!]);
  // A person also reads the language that letters are translated into.
  const target = baseOf(into);
  return {
    reads: isReadable(target) && !reads.includes(target) ? [...reads, target] : reads,
    into,
    wantsTranslation,
  };
}

/**
 * Whether a translator who works in these languages takes a text `from` one language `to` another. Without any languages,
 * a translator takes all; "und", an unknown language, fits every translator.
 */
export const isWorkIn = (
  worksIn: readonly ReadableLanguage[] | undefined,
  { from, to }: { from: string; to: string },
): boolean =>
  !worksIn?.length ||
  [from, to].every((each) => each === "und" || (worksIn as readonly string[]).includes(baseOf(each)));

/** The languages that a person is likely to write in, likeliest first: a hint for the recognition of a text's language. */
export function likelyLanguagesOf(person: Languages): string[] {
  const { into, reads } = readingOf(person);
  return [into, person.locale, ...reads];
}
