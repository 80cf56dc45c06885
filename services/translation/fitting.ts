/** Which answers are believed: texts of a likely length, made of what people write. HTML in them is text as well. */

/** Letters of any script; without one there is nothing to translate: emoji, numbers, a row of dots. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(text);

/** How long a translation may be: Chinese words are short, and short texts vary most. */
const lengthMax = (source: string): number => source.length * 4 + 200;

/** The answer as it may be shown, or null if it is no translation. Its language is not checked. */
export function fittingAnswer(source: string, answer: string): string | null {
  const text = answer.replace(/\r\n?/g, "\n");
  const isFitting = text.trim() !== "" && text.length <= lengthMax(source) && text.isWellFormed() &&
    !/[\p{Cc}\u2028\u2029]/u.test(text.replace(/[\n\t]/g, ""));
  return isFitting ? text : null;
}
