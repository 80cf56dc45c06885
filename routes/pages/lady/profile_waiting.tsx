/** What a lady asked to have changed: that it waits, or was not approved, and what it is. */
import type { ComponentChild } from "preact";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { formatDate } from "../../../i18n/format.ts";
import { pendingNameOf } from "../../../kv/first_names.ts";
import { ladyById } from "../../../kv/ladies.ts";
import { changeableFacts, profileChangeOf } from "../../../kv/profile_changes.ts";
import type { User } from "../../../kv/users.ts";
import type { AppContext } from "../../env.ts";
import { tellFact } from "./told_facts.ts";

interface Asked {
  label: string;
  value: string;
}

export async function waitingNotice(c: AppContext, user: User): Promise<ComponentChild> {
  const { house: { store }, facts: { t, locale } } = c.var;
  const [record, change, name] = await Promise.all([
    ladyById(store, user.id),
    profileChangeOf(store, user.id),
    pendingNameOf(store, user.id),
  ]);
  const wanted = change?.wanted ?? {};
  const ofProfile = changeableFacts.flatMap((fact): Asked[] => {
    if (wanted[fact] === undefined) return [];
    return [{ label: tellFact.label(t, fact), value: tellFact.value({ t, locale }, fact, wanted[fact]) }];
  });
  const ofName: Asked[] = name ? [{ label: t("account:field.firstname"), value: name.firstname }] : [];
  const waiting = [...(name && !name.refusedAt ? ofName : []), ...(change?.refusedAt === null ? ofProfile : [])];
  const refused = [...(name?.refusedAt ? ofName : []), ...(change?.refusedAt ? ofProfile : [])];
  const given = [name?.refusedAt && name.refusedFor, change?.refusedAt && change.refusedFor];
  const reasons = [...new Set(given.filter((reason) => typeof reason === "string"))];
  const askedAt = Math.max(change?.refusedAt === null ? change.askedAt : 0, name && !name.refusedAt ? name.at : 0);
  return (
    <div class="account__waiting">
      {!record?.isPublished && <Notice>{t("account:unpublished")}</Notice>}
      {waiting.length > 0 && (
        <Notice>
          <p>{t("account:waiting", { date: formatDate(locale, askedAt, "moment") })}</p>
          <AskedList asked={waiting} />
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="bad">
          <p>{t("account:refused")}</p>
          <AskedList asked={refused} />
          {reasons.map((reason) => <p key={reason}>{t("account:refusedFor", { reason })}</p>)}
        </Notice>
      )}
    </div>
  );
}

function AskedList({ asked }: { asked: readonly Asked[] }) {
  const { t } = usePage();
  return (
    <dl class="account__asked">
      {asked.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || t("account:cleared")}</dd>
        </div>
      ))}
    </dl>
  );
}
