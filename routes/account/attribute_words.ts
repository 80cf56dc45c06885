/** What somebody said of themselves by a choice from a list, in words that agree with who said it. */
import type { Translate } from "../../i18n/translate.ts";

/** A value in words as it is said of a lady; where a man is spoken of otherwise, as it is said of him. */
export function attributeWord(t: Translate, name: string, value: string, isMan = false): string {
  return t(`attributes:${name}.${value}`, isMan ? { context: "male" } : undefined);
}
