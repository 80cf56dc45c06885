/** The screenshots that browsers show before somebody installs the site as an app; tools/screens.ts takes them. */
import { type Locale, locales } from "../../i18n/locales.ts";
import { prefixOf } from "../middleware/locale.ts";

export interface Screen {
  locale: Locale;
  shape: "narrow" | "wide";
  /** Pixels. */
  width: number;
  height: number;
  /** Where the file lies, and its address. */
  file: string;
  /** What it shows, with the prefix of its language. */
  prefix: string;
  page: "/" | "/search";
}

export const screens: readonly Screen[] = locales.flatMap((locale) => [
  { ...placed(locale, "narrow"), width: 585, height: 1170, page: "/" as const },
  { ...placed(locale, "wide"), width: 1280, height: 800, page: "/search" as const },
]);

function placed(locale: Locale, shape: Screen["shape"]) {
  const file = `/static/images/screens/${shape}-${locale.toLowerCase()}.webp`;
  return { locale, shape, file, prefix: prefixOf("any", locale)! };
}
