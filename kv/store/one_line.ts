/** The rule for what others see as one line, names above all: for forms, calls, the chat and the operator. */
import { canBeSeen } from "../../chat/shared/text.ts";

/**
 * Text that can stand in one line, also in the header of a mail: no control characters or ends of lines, no halves of
 * characters, no characters that change the direction of the text ("U+202E").
 */
export const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;

/** The text as one line: each blank and each line's end is one space; empty if nothing can be seen in it. */
export const inOneLine = (text: string): string => canBeSeen(text) ? text.replace(/\s+/g, " ").trim() : "";

/** Why a trimmed text is not a name of at most `most` UTF-16 units, by the rule of the catalogue; null if it is one. */
export function nameFault(name: string, most: number): "required" | "too_long" | "one_line" | null {
  if (!canBeSeen(name)) return "required";
  if (name.length > most) return "too_long";
  return oneLine.test(name) ? null : "one_line";
}
