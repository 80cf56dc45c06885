/** The rule of whatever stands as one line before others, names above all: for forms, calls, the chat and the operator. */

/**
 * What can stand in one line, also in the head of a mail: no control characters and ends of lines, no halves of characters,
 * no signs that turn the direction of what follows ("U+202E").
 */
export const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;
/** Spaces and joiners alone are no name. */
const visible = /[^\p{Z}\p{C}\p{M}]/u;

export const canBeSeen = (text: string): boolean => visible.test(text);

/** Why a trimmed text is no name of at most so many UTF-16 units, by the rule of the catalogue; null where it is one. */
export function nameFault(name: string, most: number): "required" | "too_long" | "one_line" | null {
  if (!canBeSeen(name)) return "required";
  if (name.length > most) return "too_long";
  return oneLine.test(name) ? null : "one_line";
}
