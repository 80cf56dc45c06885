/** Her words: which language they are in, and what becomes of their translations when she changes them. */
import { baseOf, readingOf } from "../../accounts/languages.ts";
import type { User } from "../../accounts/users.ts";
import { languageOf } from "../../letters/language.ts";
import type { Store } from "../../open.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { given } from "../profiles.ts";
import { isShown, type LadyRecord, type LadyWords, wordLengths, type WordLocale, wordLocales } from "../record.ts";

/** Adds a job to a commit that publishes or changes her words: it asks for the translations that are missing, if any. */
export const addProfileTranslations = (store: Store, op: Deno.AtomicOperation, ladyId: number): void =>
  addJob(store, op, { kind: "profile_translations", ladyId });

/**
 * Returns the record with these words, which also replace their translations, so that readers of every language see what
 * she says now; undefined ones stay. The new version makes all translations those of earlier words.
 */
export function withWords(record: LadyRecord, words: Partial<LadyWords>): LadyRecord {
  const changed = given(words);
  if (Object.keys(changed).length === 0) return record;
  const localized = { ...record.localized };
  for (const locale of wordLocales) {
    const translated = localized[locale];
    if (translated) localized[locale] = { ...translated, ...changed };
  }
  return { ...record, ...changed, localized, wordsVersion: versionOf(record) + 1 };
}

/**
 * Returns the record with less of her words: `cut` takes the same out of her own and of each translation. What is left stays
 * translated, so that a translation of her words as they were is one of the new version.
 */
export function cutWords(record: LadyRecord, cut: <Words extends LadyWords>(words: Words) => Words): LadyRecord {
  const left = cut(record);
  const version = versionOf(record) + 1;
  const localized = { ...record.localized };
  for (const locale of wordLocales) {
    const translated = localized[locale];
    if (!translated) continue;
    // Interests are translated place by place: of another number of them nobody knows which one goes.
    const isUnknown = left.interests !== record.interests && translated.interests.length !== record.interests.length;
    localized[locale] = {
      ...cut(translated),
      ...(isUnknown && { interests: left.interests }),
      ...((translated.version ?? 0) === versionOf(record) && { version }),
    };
  }
  return { ...left, localized, wordsVersion: version };
}

/** The version of her words as they are now. */
export const versionOf = ({ wordsVersion = 0 }: Pick<LadyRecord, "wordsVersion">): number => wordsVersion;

const textsOf = ({ about, idealPartner, quote, interests }: LadyWords): string =>
  [about, idealPartner, quote, ...interests].filter(Boolean).join("\n");

/** The length of all that there is to translate, name and city included, in UTF-16 units. */
export const lengthOf = (words: LadyWords): number => (words.firstname + words.city + textsOf(words)).length;

/**
 * The language of what she wrote, BCP 47, or null if it has fewer than two letters. If the text does not tell, it is her
 * mother tongue, or else the first language that she reads.
 */
function languageOfWords(lady: LadyRecord, account: User): string | null {
  const text = textsOf(lady);
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 2) return null;
  const prior = [lady.motherTongue ?? "", ...readingOf(account).reads].filter(Boolean);
  const language = languageOf(text, prior);
  return language === "und" ? prior[0]! : language;
}

/** The language to translate from, or null if the locale lacks no translation by a person; a machine's does not count. */
export function missingLanguage(lady: LadyRecord, account: User, locale: WordLocale): string | null {
  if (lady.firstTimeActivatedAt === null) return null;
  const from = languageOfWords(lady, account);
  if (from === null || baseOf(from) === baseOf(locale)) return null;
  const translated = lady.localized[locale];
  const isCurrent = translated && !translated.machine && (translated.version ?? 0) === versionOf(lady);
  return isCurrent ? null : from;
}

/** The same for a machine: null also if it has translated these words, and while she is not shown: nothing is sent then. */
export function languageForMachine(lady: LadyRecord, account: User, locale: WordLocale): string | null {
  const stands = lady.localized[locale];
  const isMade = stands?.machine !== undefined && stands.version === versionOf(lady);
  return isMade || !isShown(lady) ? null : missingLanguage(lady, account, locale);
}

/** How long translations may be: of prose and interests half as long again as her own limit, of the rest just that limit. */
const longest = {
  ...wordLengths,
  about: wordLengths.about * 1.5,
  idealPartner: wordLengths.idealPartner * 1.5,
  interest: wordLengths.interest * 1.5,
};

/** One thing to translate: a field of hers, or one of her interests. */
export interface WordPart {
  field: keyof typeof longest;
  text: string;
  /** UTF-16 units that its translation may have. */
  most: number;
  isProse: boolean;
}

const fields = ["firstname", "city", "quote", "about", "idealPartner"] as const;
const proseFields: readonly string[] = ["about", "idealPartner"];

/** Her words as parts, without what she left empty. */
export function partsOf(words: LadyWords): WordPart[] {
  const part = (field: WordPart["field"], text: string): WordPart => (
    { field, text, most: longest[field], isProse: proseFields.includes(field) }
  );
  return [
    ...fields.filter((field) => words[field] !== "").map((field) => part(field, words[field])),
    ...words.interests.map((interest) => part("interest", interest)),
  ];
}
