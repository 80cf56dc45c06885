/** The changes that a lady asked for: that they wait or were not approved, and what they are; and what was taken down. */
import type { ComponentChild } from "preact";
import { Notice } from "../../../components/states.tsx";
import { datesFor } from "../../../i18n/format.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { isNameWaiting, pendingNameOf } from "../../../kv/ladies/profile/first_names.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { isChangeWaiting, profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import { profileTextKinds } from "../../../kv/safety/decisions.ts";
import { takenDownNotice } from "../../account/taken_down.tsx";
import type { AppContext } from "../../http/env.ts";
import { askedFacts, AskedList, RefusedList } from "./asked_facts.tsx";

export async function waitingNotice(c: AppContext, user: User): Promise<ComponentChild> {
  const { deps: { store }, facts: { t } } = c.var;
  const date = datesFor(c.var.facts);
  const [record, change, name, takenDown] = await Promise.all([
    ladyById(store, user.id),
    profileChangeOf(store, user.id),
    pendingNameOf(store, user.id),
    takenDownNotice(c, user, profileTextKinds),
  ]);
  const { waiting, refused, reasons } = askedFacts(c, change, name);
  const askedAt = Math.max(isChangeWaiting(change) ? change.askedAt : 0, isNameWaiting(name) ? name.at : 0);
  return (
    <div class="account__waiting">
      {!record?.isPublished && <Notice>{t("account:unpublished")}</Notice>}
      {takenDown}
      {waiting.length > 0 && (
        <Notice>
          <p>{t("account:waiting", { date: date(askedAt, "moment") })}</p>
          <AskedList asked={waiting} />
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="bad">
          <p>{t("account:refused")}</p>
          <RefusedList refused={refused} reasons={reasons} />
        </Notice>
      )}
    </div>
  );
}
