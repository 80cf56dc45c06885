/** A mail that knows its reader. */
import type { Locale } from "../../../i18n/locales.ts";
import type { Words } from "./account_mails.ts";
import type { MailLetter } from "./mail_layout.tsx";

export interface Addressed {
  to: string;
  locale: Locale;
  write: (words: Words) => MailLetter;
  headers?: (words: Words) => Record<string, string>;
}
