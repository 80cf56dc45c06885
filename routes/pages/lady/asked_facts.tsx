/** The changes to a lady's profile that were asked for, fact by fact in words, for herself and for her agency. */
import { usePage } from "../../../components/page_context.ts";
import { isNameWaiting, type PendingName } from "../../../kv/ladies/profile/first_names.ts";
import {
  changeableFacts,
  isChangeWaiting,
  type LadyFacts,
  type ProfileChange,
} from "../../../kv/ladies/profile/profile_changes.ts";
import type { AppContext } from "../../http/env.ts";
import { tellFact } from "./fact_texts.ts";

export interface AskedFact {
  label: string;
  value: string;
  lang?: string;
}

interface AskedFacts {
  waiting: AskedFact[];
  refused: AskedFact[];
  /** Why they were refused, in the staff's words. */
  reasons: string[];
}

export function askedFacts(c: AppContext, change: ProfileChange | null, name: PendingName | null): AskedFacts {
  const { t, locale } = c.var.facts;
  const ofProfile = (wanted: Partial<LadyFacts> = {}) =>
    changeableFacts.flatMap((fact): AskedFact[] => {
      const value = wanted[fact];
      if (value === undefined) return [];
      return [{
        label: tellFact.label(t, fact),
        value: tellFact.value({ t, locale }, fact, value),
        lang: tellFact.lang(locale, fact, value),
      }];
    });
  const isWaiting = isChangeWaiting(change);
  const refused = isWaiting ? change.stillRefused : change;
  const given = [name?.refusedFor, change?.refusedFor, change?.stillRefused?.refusedFor];
  const ofName: AskedFact[] = name ? [{ label: t("account:field.firstname"), value: name.firstname }] : [];
  return {
    waiting: [...(isNameWaiting(name) ? ofName : []), ...(isWaiting ? ofProfile(change.wanted) : [])],
    refused: [...(isNameWaiting(name) ? [] : ofName), ...ofProfile(refused?.wanted)],
    reasons: [...new Set(given.filter((reason) => typeof reason === "string"))],
  };
}

/** What was refused, and why. */
export function RefusedList({ refused, reasons }: Pick<AskedFacts, "refused" | "reasons">) {
  const { t } = usePage();
  return (
    <>
      <AskedList asked={refused} />
      {reasons.map((reason) => <p key={reason}>{t("account:refusedFor", { reason })}</p>)}
    </>
  );
}

export function AskedList({ asked }: { asked: readonly AskedFact[] }) {
  const { t } = usePage();
  return (
    <dl class="account__asked">
      {asked.map(({ label, value, lang }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd lang={lang}>{value || t("account:cleared")}</dd>
        </div>
      ))}
    </dl>
  );
}
