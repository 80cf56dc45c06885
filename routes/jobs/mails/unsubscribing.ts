/** How a reader ends mails of a kind: by a link, or by headers with which mail programs do it in one click (RFC 8058). */
import { type MailKind, unsubscribeKeyOf } from "../../../kv/accounts/mail_wishes.ts";
import type { Store } from "../../../kv/open.ts";
import type { Words } from "./account_mails.ts";

/** `href` makes the address for the link in the mail, `headers` the mail's headers. */
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
