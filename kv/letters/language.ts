/** Languages of letters: which one a text is written in, and what a letter waits for until its reader can read it. */
import { detectAll } from "tinyld";
import { baseOf, type Reading } from "../accounts/languages.ts";

/** How much of a text is looked at: more tells nothing new, and a word of thousands of letters takes the library long. */
const lookedAtUnits = 400;
/** Tags, placeholders of templates and URLs look like words of a language that nobody wrote. */
const notProse = /<[^>]*>|\{\{[^}]*\}\}|\$t\([^)]*\)|https?:\S+/g;
/** Fewer letters are no text: initials, a smile written in letters. */
const lettersAtLeast = 2;
/** The share of all letters that the main script has: a text of two scripts in equal parts is of no one language. */
const mainlyFrom = 0.6;
/** So few Chinese signs beside letters are a name, if their writer does not read Chinese ("Дякую, 小明!"). */
const nameSignsMax = 4;

/**
 * The language of a text as BCP 47. Its letters tell the script, also which of the two Chinese ones; a library, and
 * letters that only one language has, tell the language. `prior` is what its author reads, the likeliest first
 * ("zh-Hant", "uk"): it decides if the text alone does not. A text without letters, or without a main script, is
 * undetermined ("und").
 */
export function languageOf(text: string, prior: readonly string[]): string {
  const looked = text.slice(0, lookedAtUnits).replace(notProse, " ");
  const count = (pattern: RegExp) => looked.match(pattern)?.length ?? 0;
  const cyrillic = count(/\p{Script=Cyrillic}/gu);
  const han = count(/\p{Script=Han}/gu);
  const latin = count(/\p{Script=Latin}/gu);
  const most = Math.max(cyrillic, latin);
  const isName = han <= nameSignsMax && most >= lettersAtLeast && !prior.some((each) => baseOf(each) === "zh");
  // A Chinese sign says about as much as three letters.
  if (han * 3 > most && !isName) return chineseOf(count, prior);
  if (most < lettersAtLeast || most < mainlyFrom * (cyrillic + latin + han)) return "und";
  return cyrillic > latin ? cyrillicOf(looked, prior) : latinOf(looked, prior);
}

/** Frequent signs of which each script has its own, in the same order. */
const traditionalAlone =
  /[這個們來說時會對過還學師歡車國開關長門間見問題東兩為從讓嗎給謝誰請頭買書電話聽讀寫歲愛應樣邊覺現經訊無動種義認識錢飯貓媽親]/gu;
const simplifiedAlone =
  /[这个们来说时会对过还学师欢车国开关长门间见问题东两为从让吗给谢谁请头买书电话听读写岁爱应样边觉现经讯无动种义认识钱饭猫妈亲]/gu;

function chineseOf(count: (pattern: RegExp) => number, prior: readonly string[]): string {
  const [traditional, simplified] = [count(traditionalAlone), count(simplifiedAlone)];
  if (traditional !== simplified) return traditional > simplified ? "zh-Hant" : "zh-Hans";
  return prior.find((each) => baseOf(each) === "zh") ?? "zh";
}

const setOf = (words: string): Set<string> => new Set(words.split(" "));

/**
 * What each language lacks: letters, and frequent words of the other two. Single ones come from names and quotations, so
 * that the language of which a text has the least that it lacks is its own.
 */
const lackedBy: Record<"uk" | "ru" | "be", { letters: RegExp; words: Set<string> }> = {
  uk: {
    letters: /[ыэёъў]/gu,
    words: setOf("и как что очень меня тебя мне мой он она нет если привет хорошо добрый целую гэта дзякуй цябе мяне"),
  },
  ru: {
    letters: /[іїєґў]/gu,
    words: setOf("що як це ти мене мій він ні вже дуже привіт добре добрий дякую цілую гэта дзякуй цябе мяне"),
  },
  be: { letters: /[ищъїєґ]/gu, words: setOf("как что очень меня тебя нет если это це дуже добре дякую мене тебе теж") },
};

/** A word with one capital inside a sentence is a name of a person or a place, whichever language it comes from. */
const name = /(?<=[\p{L},][ \u00a0]+["«„“(]?)\p{Lu}[\p{Ll}'’ʼ]+(?:-\p{Lu}\p{Ll}+)*/gu;
/** A single word with a capital is an address or a greeting: its letters prove nothing, but it may be a known word. */
const address = /(?<!\p{L})\p{Lu}[\p{Ll}'’ʼ]+(?=\s*(?:[,.!?…]|$))/gu;
/** The first word of a sentence may be a name, and proves half as much as another one. */
const firstWord = /(?<!\p{L})\p{Lu}[\p{Ll}'’ʼ]+/gu;

function cyrillicOf(text: string, prior: readonly string[]): string {
  const prose = text.normalize("NFC").replace(name, " ");
  const telling = prose.replace(address, " ");
  const inside = telling.replace(firstWord, " ");
  const words = prose.toLowerCase().match(/\p{L}+/gu) ?? [];
  const lacked = (["uk", "ru", "be"] as const).map((language) => {
    const its = lackedBy[language];
    const lettersIn = (part: string) => part.toLowerCase().match(its.letters)?.length ?? 0;
    const count = (lettersIn(inside) + lettersIn(telling)) / 2 + words.filter((each) => its.words.has(each)).length;
    // Nearly all letters of Belarusian are letters of the other two: from most writers, a few of them are a slip.
    const isUnlikely = language === "be" && !prior.some((each) => baseOf(each) === "be");
    return { language, count: isUnlikely ? count + 0.5 : count };
  });
  const least = Math.min(...lacked.map(({ count }) => count));
  const possible = lacked.filter(({ count }) => count === least).map(({ language }) => language);
  return possible.length === 1 ? possible[0]! : likeliest(isScrap(telling) ? prose : telling, possible, prior, "ru");
}

function latinOf(text: string, prior: readonly string[]): string {
  const words = text.match(/\p{L}+/gu)!;
  // Many capitalised words are names of people and places, which look the same in other languages.
  const romanian = words.filter((each) => /^\p{Ll}.*[șțăşţ]|^[șțăşţ]/u.test(each));
  const isRomanian = romanian.length + words.filter((each) => romanianWords.has(each)).length >
    words.filter((each) => englishAlone.has(each) || each === "I").length;
  if (isRomanian && romanian.length >= romanianFrom * words.length) return "ro";
  if (isPlainlyEnglish(words)) return "en";
  const plain = words.filter((each) => !/[șțăşţ]/i.test(each)).join(" ");
  return likeliest(isScrap(plain) ? text : plain, ["en", "ro"], prior, "en");
}

/**
 * The one of these languages in which a text is beyond doubt, though its author says that it is in `declared`: by its letters
 * or, of those that many languages share, by words that are no other one's. Null if there is a doubt.
 */
export function plainLanguageOf(text: string, languages: readonly string[], declared: string): string | null {
  const found = languageOf(text, [declared]);
  if (found === "und" || baseOf(found) === baseOf(declared) || !languages.includes(baseOf(found))) return null;
  const isPlain = found !== "en" || isPlainlyEnglish(text.replace(notProse, " ").match(/\p{L}+/gu) ?? []);
  return isPlain ? found : null;
}

/** The share of words with letters that only Romanian has: about a fifth in Romanian texts, hardly any in others. */
const romanianFrom = 1 / 12;

/** Words of English that Romanian has not. Beside one of `romanianWords`, which English may have too, they prove nothing. */
const englishAlone = setOf(
  "the and you your was with that this have how my of is it for not what i say they but love thank thanks",
);
const romanianWords = setOf("nu este sunt cu pe ce și si să în din mai care pentru te");

/** Whether the library need not be asked: for a chat message it takes as long as everything else that is done for it. */
function isPlainlyEnglish(words: readonly string[]): boolean {
  let found = 0;
  for (const word of words) {
    const small = word.toLowerCase();
    if (romanianWords.has(small)) return false;
    if (englishAlone.has(small)) found++;
  }
  return found >= 2;
}

/** The library's guess if it is far ahead of the next one; else what the author reads; else the guess after all. */
function likeliest(text: string, languages: string[], prior: readonly string[], otherwise: string): string {
  const [best, next] = detectAll(text, { only: languages });
  const isFar = best && (next ? best.accuracy >= farBefore * next.accuracy : best.accuracy >= aloneFrom);
  const known = prior.map(baseOf).find((each) => languages.includes(each));
  // Scraps say little: what their author reads decides.
  if (isFar && !(isScrap(text) && known && best.accuracy < 1)) return best.lang;
  return known ?? best?.lang ?? otherwise;
}

const scrapLetters = 12;
const isScrap = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) < scrapLetters;

/** How far ahead a guess must be: related languages share most words, so that the guesses lie close together. */
const farBefore = 1.5;
/** How sure a lone guess must be, of 1: as sure as for a single word that the library knows from one language alone. */
const aloneFrom = 0.25;

/** The languages that a translator is asked to translate from and to, BCP 47. */
export interface Wanted {
  from: string;
  to: string;
}

/** Whether somebody reads a language; a text without letters is read by everybody. */
export const isReadBy = ({ reads }: Pick<Reading, "reads">, language: string): boolean =>
  language === "und" || (reads as string[]).includes(baseOf(language));

/**
 * The translation that a letter waits for; null if it comes at once, because its reader reads its language, or one of
 * the two wants it as it was written. (design, section 4)
 */
export function translationFor(language: string, reader: Reading, isWished = true): Wanted | null {
  if (!isWished || !reader.wantsTranslation || isReadBy(reader, language)) return null;
  return { from: language, to: reader.into };
}
