/** First names as the index knows them: each spelling of a lady's name kept once, found by any part of any spelling. */
import { type AccountLocale, accountLocales } from "../../accounts/languages.ts";
import { foldedWords } from "../../store/folded.ts";
import { ladyCountries } from "../countries.ts";
import { type LadyRecord, wordLocales, wordsOf } from "../record.ts";
import { inLatin } from "../transliteration.ts";

interface NameGroup {
  /** Her name as a reader of each locale sees it. */
  shown: Record<AccountLocale, string>;
  own: string;
  /** All spellings, folded, one on each line. */
  spellings: string;
  ladyCount: number;
}

/** Letters that one Cyrillic alphabet writes for another's in the same name: Юлія is Юлия, and Евгения is Євгенія. */
const alike: Record<string, string> = { і: "и", ы: "и", є: "е", э: "е", ґ: "г" };

/**
 * A name as it is compared, in one line: without apostrophes, with one kind of hyphen, and alike in all Cyrillic
 * alphabets; "" if nothing is left to compare.
 */
export const foldName = (text: string): string =>
  foldedWords(text)
    .replace(/[іыєэґ]/g, (letter) => alike[letter]!)
    .replace(/\s+/g, " ").trim();

/** Her name as she wrote it, as each translation has it ("" for none), and in the letters that other readers are shown. */
export const spellingsOf = ({ firstname, localized, countryId }: LadyRecord): string[] => [
  firstname,
  ...wordLocales.map((locale) => localized[locale]?.firstname ?? ""),
  inLatin(firstname, countryId),
];

export class NameTable {
  #groups: NameGroup[] = [];
  #byKey = new Map<string, number>();

  /** Counts this lady in and returns the number of her set of spellings. Pair every enter with a leave. */
  enter(lady: LadyRecord): number {
    const spellings = spellingsOf(lady);
    const key = spellings.join("\n");
    const known = this.#byKey.get(key);
    if (known !== undefined) {
      this.#groups[known]!.ladyCount++;
      return known;
    }
    const number = this.#groups.length;
    const shown = Object.fromEntries(
      accountLocales.map((locale) => [locale, wordsOf(lady, locale).firstname]),
    ) as NameGroup["shown"];
    const all = [...new Set(spellings.map(foldName))].join("\n");
    this.#groups.push({ shown, own: lady.firstname, spellings: all, ladyCount: 1 });
    this.#byKey.set(key, number);
    return number;
  }

  leave(number: number): void {
    this.#groups[number]!.ladyCount--;
  }

  /** A flag for every number: 1 if one of its spellings contains the text, else 0. */
  matching(text: string): Uint8Array {
    // "Олена" finds who calls herself Olena, in whichever language it was typed.
    const spellings = [text, ...ladyCountries.map(({ id }) => inLatin(text, id))].map(foldName);
    // A soft sign alone becomes "" in Latin letters, which every name would contain.
    const parts = [...new Set(spellings)].filter((part) => part !== "");
    return Uint8Array.from(this.#groups, (group) => parts.some((part) => group.spellings.includes(part)) ? 1 : 0);
  }

  /** Different names in use that begin with the prefix, in alphabetical order; without a locale as ladies wrote them. */
  unique(prefix: string, limit: number, locale?: AccountLocale): string[] {
    const start = foldName(prefix);
    const names = new Set<string>();
    for (const { shown, own, ladyCount } of this.#groups) {
      const name = locale ? shown[locale] : own;
      if (ladyCount > 0 && foldName(name).startsWith(start)) names.add(name);
    }
    return [...names].sort(new Intl.Collator(locale ?? "en").compare).slice(0, limit);
  }
}
