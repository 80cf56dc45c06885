/** A decision with its reasons as part of a mail, and the way to object. */
import { datesFor } from "../../../i18n/format.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { type User, zoneOf } from "../../../kv/accounts/users.ts";
import type { Decision } from "../../../kv/safety/decisions.ts";
import { decisionPath, statementOf } from "../../safety/statement.ts";
import { link, type MailBlock, text } from "./mail_layout.tsx";
import { type LinkTo, segmentsOf } from "./mail_links.ts";

export function decisionBlocks(
  { t, linkTo }: { t: Translate; linkTo: LinkTo },
  user: User,
  decision: Decision,
): MailBlock[] {
  const date = datesFor({ locale: user.locale, zone: zoneOf(user) });
  return [
    ...statementOf(t, date, decision).map((line) => text(t("decisions:mail.line", { ...line }))),
    link(t("decisions:mail.link"), linkTo(...segmentsOf(decisionPath(decision.id)))),
  ];
}
