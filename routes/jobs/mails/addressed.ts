/** A mail that knows its reader. */
import type { Locale } from "../../../i18n/locales.ts";
import type { Words } from "./account_mails.ts";
import type { MailLetter } from "./mail_layout.tsx";

export interface Addressed {
  to: string;
  locale: Locale;
  /**
   * Until when somebody waits for it, ms since the epoch: after that it is not tried any more where nobody seems to have the
   * address. Absent for what is not waited for, or is not sent at all once it is of no use.
   */
  awaitedUntil?: number;
  write: (words: Words) => MailLetter;
  headers?: (words: Words) => Record<string, string>;
}
