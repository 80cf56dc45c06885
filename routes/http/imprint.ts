/** Where readers learn who runs the site, and to which address they write. */
import type { Locale } from "../../i18n/locales.ts";
import { homeOf } from "../middleware/locale.ts";
import type { Dependencies } from "./env.ts";

/** The page exists once the seller is configured (services/seller.ts). */
export const imprintPath = "/imprint";

/** The variant's contact address; where the operator names none, the address that the site's own mails come from. */
export function siteAddress({ config }: Pick<Dependencies, "config">, locale: Locale): string | null {
  const { contactEmail } = homeOf(config, locale);
  return contactEmail || /[^\s<>]+@[^\s<>]+/.exec(config.mailFrom)?.[0] || null;
}
