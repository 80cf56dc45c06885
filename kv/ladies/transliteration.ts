/**
 * Cyrillic names in Latin letters, as passports write them: Ukrainian by the Cabinet of Ministers' resolution 55 of 2010,
 * Russian and Belarusian by ICAO Doc 9303. No packaged table has all three with зг and the beginnings of words.
 */
import { apostrophes } from "../store/folded.ts";
import { countryById } from "./countries.ts";

type Table = "uk" | "ru" | "be";

/** What all three write alike, and what each writes its own way; a letter that another alphabet lacks tells the language. */
const common =
  "а a,б b,в v,д d,ж zh,з z,й i,к k,л l,м m,н n,о o,п p,р r,с s,т t,у u,ф f,х kh,ц ts,ч ch,ш sh,ь ,ю iu,я ia";
const own: Record<Table, string> = {
  uk: "г h,ґ g,е e,є ie,и y,і i,ї i,щ shch",
  ru: "г g,е e,ё e,и i,щ shch,ъ ie,ы y,э e",
  be: "г h,е e,ё io,і i,ў u,ы y,э e",
};

const lettersOf = (text: string) => text.split(",").map((pair) => pair.split(" ") as [string, string]);
const tables = Object.fromEntries(
  Object.entries(own).map(([name, letters]) => [name, new Map([...lettersOf(common), ...lettersOf(letters)])]),
) as Record<Table, Map<string, string>>;

/** These are written differently at the beginning of a Ukrainian word. */
const ukrainianFirst = new Map([["є", "ye"], ["ї", "yi"], ["й", "y"], ["ю", "yu"], ["я", "ya"]]);

/** The languages of each country, the likeliest first: they decide where the letters of a name do not tell. */
const byCountry: Record<string, Table[]> = { UA: ["uk", "ru", "be"], BY: ["be", "ru", "uk"], RU: ["ru", "uk", "be"] };

const cyrillic = /\p{Script=Cyrillic}/u;

const apostropheWithin = new RegExp(`(?<=\\p{L})${apostrophes.source}(?=\\p{Script=Cyrillic})`, "gu");

/** Whether a text has Cyrillic letters. */
export const isCyrillic = (text: string): boolean => cyrillic.test(text);

/** A name in Latin letters; what is not Cyrillic stays as it is. `countryId` decides where the letters do not. */
export function inLatin(text: string, countryId: number): string {
  if (!isCyrillic(text)) return text;
  // "й" may come as two code points; an apostrophe between letters is dropped.
  const letters = text.normalize("NFC").replace(apostropheWithin, "ʼ");
  const table = tableOf(letters.toLowerCase(), countryId);
  return letters.replace(/\p{Script=Cyrillic}+(?:ʼ\p{Script=Cyrillic}+)*/gu, (word) => wordInLatin(word, table));
}

/** The first of the country's languages whose alphabet has every letter. */
function tableOf(lower: string, countryId: number): Table {
  const likely = byCountry[countryById(countryId)?.iso ?? ""] ?? byCountry.RU!;
  const letters = lower.match(/\p{Script=Cyrillic}/gu) ?? [];
  return likely.find((name) => letters.every((letter) => tables[name].has(letter))) ?? likely[0]!;
}

function wordInLatin(word: string, table: Table): string {
  const signs = [...word];
  const isShouted = signs.length > 1 && word === word.toUpperCase();
  return signs.map((sign, at) => {
    if (sign === "ʼ") return "";
    const letter = sign.toLowerCase();
    const latin = latinOf(letter, table, at === 0, signs[at - 1]?.toLowerCase());
    if (letter === sign) return latin;
    return isShouted ? latin.toUpperCase() : latin.slice(0, 1).toUpperCase() + latin.slice(1);
  }).join("");
}

function latinOf(letter: string, table: Table, isFirst: boolean, before: string | undefined): string {
  if (table === "uk") {
    if (isFirst && ukrainianFirst.has(letter)) return ukrainianFirst.get(letter)!;
    // зг is "zgh": as "zh" it would read as ж.
    if (letter === "г" && before === "з") return "gh";
  }
  const others = [table, "uk", "ru", "be"] as const;
  const known = others.find((name) => tables[name].has(letter));
  // Letters of other languages (Serbian, Kazakh …) stay: better than none.
  return known ? tables[known].get(letter)! : letter;
}
