/** The parts of a person's name: in which order a form asks for them, and how they are written together. */
import { isChinese, type Locale } from "./locales.ts";

/** The given name and the surname in the order of the language: Chinese begins with the surname. */
export const inOrderOfNames = <T>(locale: Locale, given: T, surname: T): [T, T] =>
  isChinese(locale) ? [surname, given] : [given, surname];

/** A whole name as its own script writes it, for every reader: 王偉, but Wei Chen. */
export function fullNameOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  if (isHan(firstname) && isHan(lastname)) return lastname + firstname;
  return [firstname, lastname].filter(Boolean).join(" ");
}

/** The `lang` of a name in characters on a page that is not in Chinese; of any other, its script tells no language. */
export const langOfName = (locale: Locale, name: string): "zh" | undefined =>
  !isChinese(locale) && /\p{Script=Han}/u.test(name) ? "zh" : undefined;

const isHan = (name: string): boolean => /^\p{Script=Han}+$/u.test(name);
