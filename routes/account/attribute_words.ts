/** What people said of themselves by choosing from a list, in words that agree with their gender. */
import type { Translate } from "../../i18n/translate.ts";

/** A value in words as it is said of a lady; with `isMan` as it is said of a man, if that differs. */
export function attributeWord(t: Translate, name: string, value: string, isMan = false): string {
  return t(`attributes:${name}.${value}`, isMan ? { context: "male" } : undefined);
}
