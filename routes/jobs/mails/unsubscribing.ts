/** How a mail that was wished is ended: its link, and the headers by which mail programs do it with one press (RFC 8058). */
import { type MailKind, unsubscribeKeyOf } from "../../../kv/accounts/mail_wishes.ts";
import type { Store } from "../../../kv/open.ts";
import type { Words } from "./account_mails.ts";

/** `href` is that of the link in the mail, `headers` are the mail's. */
export function unsubscribingOf(store: Store, userId: number, kind: MailKind) {
  const href = ({ linkTo }: Words) => linkTo("unsubscribe", String(userId), unsubscribeKeyOf(store, userId, kind));
  return {
    href,
    headers: (words: Words) => ({
      "List-Unsubscribe": `<${href(words)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  };
}
