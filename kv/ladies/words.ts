/** Her words: which language they are in, and what becomes of their translations when she changes them. */
import { readingOf } from "../accounts/languages.ts";
import type { User } from "../accounts/users.ts";
import { languageOf } from "../letters/language.ts";
import type { Store } from "../open.ts";
import { addJob } from "../store/jobs/queue.ts";
import { given } from "./profiles.ts";
import { type LadyRecord, type LadyWords, wordLocales } from "./record.ts";

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
export function languageOfWords(lady: LadyRecord, account: User): string | null {
  const text = textsOf(lady);
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 2) return null;
  const prior = [lady.motherTongue ?? "", ...readingOf(account).reads].filter(Boolean);
  const language = languageOf(text, prior);
  return language === "und" ? prior[0]! : language;
}
