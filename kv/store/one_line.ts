/**
 * The rule for what stands in texts of people, and in one line of them, names above all: for forms, calls, the chat and the
 * operator.
 */
import { canBeSeen, unifyLineEnds } from "../../chat/shared/text.ts";

/**
 * What no text of people holds: control characters, halves of characters, characters that change the direction of the text
 * ("U+202E"), and code points that are no characters or mean something in one font alone. Code points that have no meaning
 * yet are none of these: they may be new emoji.
 */
const strange = "\\p{Cc}\\p{Cs}\\p{Co}\\p{NChar}\\u202a-\\u202e\\u2066-\\u2069";
const strangeSigns = new RegExp(`[${strange}]`, "gu");

/** Text that can stand in one line, also in the header of a mail: nothing strange, and no ends of lines. */
export const oneLine = new RegExp(`^[^${strange}\\p{Zl}\\p{Zp}]*$`, "u");

/** The text as one line: each blank and each line's end is one space; empty if nothing can be seen in it. */
export function inOneLine(text: string): string {
  const line = text.replace(/\s/g, " ").replace(strangeSigns, "").replace(/ +/g, " ").trim();
  return canBeSeen(line) ? line : "";
}

/** The text of several lines without what is strange; each line's end is "\n". */
export const inLines = (text: string): string =>
  unifyLineEnds(text).replace(/[\u2028\u2029]/g, "\n").replace(strangeSigns, (sign) => /[\t\n]/.test(sign) ? sign : "");

/** Why a trimmed text is not a name of at most `most` UTF-16 units, by the rule of the catalogue; null if it is one. */
export function nameFault(name: string, most: number): "required" | "too_long" | "one_line" | null {
  if (!canBeSeen(name)) return "required";
  if (name.length > most) return "too_long";
  return oneLine.test(name) ? null : "one_line";
}
