/** Languages of letters: which one a text is written in, and whether its reader must wait for a translator. */
import { type AccountLocale, baseOf } from "../accounts/languages.ts";

/**
 * The language of a text as BCP 47, guessed by its letters, so that the browser picks forms, weight and hyphenation.
 * Chinese is told apart by the author's own locale; a text without letters is undetermined.
 */
export function languageOf(text: string, authorLocale: AccountLocale): string {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // A Chinese sign says about as much as three letters.
  if (han * 3 > Math.max(cyrillic, latin)) return baseOf(authorLocale) === "zh" ? authorLocale : "zh";
  if (cyrillic > latin) return /[ўЎ]/.test(text) ? "be" : /[іїєґІЇЄҐ]/.test(text) ? "uk" : "ru";
  if (latin === 0) return "und";
  return /[ăâîșțşţ]/i.test(text) && /\b(și|să|nu|este|sunt|mai|pe)\b/i.test(text) ? "ro" : "en";
}

/** What a translator is asked for, BCP 47. */
export interface Wanted {
  from: string;
  to: string;
}

export interface Correspondents {
  author: "man" | "lady";
  body: string;
  /** The locale of his account: what he writes in, and what hers are translated into. */
  manLocale: AccountLocale;
  lady: { wantsTranslation: boolean; readsLanguages: string[] };
  /** What she ticked for this letter; a man has no such choice. */
  translate: boolean;
}

/** What ladies have letters translated into. */
const ladysLanguage = "ru";

/**
 * What a letter waits for, or null where it comes at once: his when she wants letters in Russian and cannot read his
 * as it is, hers when she ticked it and he could not. A text without letters needs nobody. (design, section 4)
 */
export function heldFor({ author, body, manLocale, lady, translate }: Correspondents): Wanted | null {
  const from = languageOf(body, author === "man" ? manLocale : "en");
  if (from === "und") return null;
  if (author === "lady") return translate && !isReadableIn(from, [manLocale]) ? { from, to: manLocale } : null;
  const isReadable = isReadableIn(from, [ladysLanguage, ...lady.readsLanguages]);
  return lady.wantsTranslation && !isReadable ? { from, to: ladysLanguage } : null;
}

const cyrillic = new Set(["ru", "uk", "be"]);

/** By script: the guess tells Russian from Ukrainian by single letters, too little to hold a letter back for. */
function isReadableIn(from: string, read: string[]): boolean {
  const bases = read.map(baseOf);
  return bases.includes(baseOf(from)) || (cyrillic.has(from) && bases.some((base) => cyrillic.has(base)));
}
