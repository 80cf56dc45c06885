/** What was taken down of somebody's texts lately, and why, above the form in which it can be written anew. */
import type { ComponentChild } from "preact";
import { Notice } from "../../components/states.tsx";
import { datesFor } from "../../i18n/format.ts";
import type { User } from "../../kv/accounts/users.ts";
import type { TextKind } from "../../kv/safety/decisions.ts";
import { takenDownLately } from "../../kv/vetting/takedowns.ts";
import type { AppContext } from "../http/env.ts";
import { localHref } from "../http/page.tsx";
import { decisionPath } from "../safety/statement.ts";
import { textLabel } from "../safety/text_labels.ts";

/** `kinds` are the texts that the form has; null if none of them was taken down. */
export async function takenDownNotice(
  c: AppContext,
  user: User,
  kinds: readonly TextKind[],
): Promise<ComponentChild> {
  const { deps: { store }, facts: { t, prefix } } = c.var;
  const date = datesFor(c.var.facts);
  const decisions = (await takenDownLately(store, user.id)).filter(({ text }) => text && kinds.includes(text));
  if (decisions.length === 0) return null;
  return (
    <Notice tone="bad">
      {decisions.map(({ id, text, at, facts }) => (
        <p key={id}>
          {t("account:takenDown", { text: textLabel(t, text!), date: date(at), reason: facts })}{" "}
          <a href={localHref(prefix, decisionPath(id))}>{t("decisions:open")}</a>
        </p>
      ))}
    </Notice>
  );
}
