/** Her words: which language they are in, and what becomes of their translations when she changes them. */
import { baseOf, readingOf } from "../../accounts/languages.ts";
import type { User } from "../../accounts/users.ts";
import { languageOf } from "../../letters/language.ts";
import type { Store } from "../../open.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { given } from "../profiles.ts";
import { isShown, type LadyRecord, type LadyWords, wordLengths, type WordLocale, wordLocales } from "../record.ts";

/** Asks translators for her words in a commit that publishes or changes them; without need it changes nothing. */
export const addProfileTranslations = (store: Store, op: Deno.AtomicOperation, ladyId: number): void =>
  addJob(store, op, { kind: "profile_translations", ladyId });

/**
 * A record in which words replace their translations, so that readers of every language see what she says now;
 * undefined ones stay. Translations of what she changed are of earlier words from then on.
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

/** Which of her words stand now. */
export const versionOf = ({ wordsVersion = 0 }: Pick<LadyRecord, "wordsVersion">): number => wordsVersion;

const textsOf = ({ about, idealPartner, quote, interests }: LadyWords): string =>
  [about, idealPartner, quote, ...interests].filter(Boolean).join("\n");

/** Signs of all that there is to translate, the name and the city among them. */
export const lengthOf = (words: LadyWords): number => (words.firstname + words.city + textsOf(words)).length;

/**
 * The language of what she wrote, BCP 47, or null where nothing of it is words. Where the text does not tell, it is the
 * language that she grew up with.
 */
function languageOfWords(lady: LadyRecord, account: User): string | null {
  const text = textsOf(lady);
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 2) return null;
  const prior = [lady.motherTongue ?? "", ...readingOf(account).reads].filter(Boolean);
  const language = languageOf(text, prior);
  return language === "und" ? prior[0]! : language;
}

/** The language to translate from, or null where that locale lacks nothing; a machine's text is no person's. */
export function missingLanguage(lady: LadyRecord, account: User, locale: WordLocale): string | null {
  if (lady.firstTimeActivatedAt === null) return null;
  const from = languageOfWords(lady, account);
  if (from === null || baseOf(from) === baseOf(locale)) return null;
  const translated = lady.localized[locale];
  const isCurrent = translated && !translated.machine && (translated.version ?? 0) === versionOf(lady);
  return isCurrent ? null : from;
}

/** The same for a machine: a text of its own is enough, and of who is not shown nothing is sent anywhere. */
export function lacksMachineText(lady: LadyRecord, account: User, locale: WordLocale): string | null {
  const stands = lady.localized[locale];
  const isMade = stands?.machine !== undefined && stands.version === versionOf(lady);
  return isMade || !isShown(lady) ? null : missingLanguage(lady, account, locale);
}

/** Translations grow: a text may become half as long again, an interest too; the rest is what she may write herself. */
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
