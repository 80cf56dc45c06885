/** What somebody looks for, in one line. */
import type { Translate } from "../../i18n/translate.ts";
import { isChinese, type Locale } from "../../i18n/locales.ts";

/** "Marriage, a serious relationship": only the first keeps its capital. */
export function wishesInWords({ locale, t }: { locale: Locale; t: Translate }, wishes: readonly string[]): string {
  const words = wishes.map((wish, position) => {
    const word = t(`attributes:lookingFor.${wish}`);
    return position > 0 && !isChinese(locale) ? word[0]!.toLowerCase() + word.slice(1) : word;
  });
  return words.join(t("search:comma"));
}
