/** The changes to a lady's profile that were asked for, fact by fact in words, for herself and for her agency. */
import { usePage } from "../../../components/page_context.ts";
import { isNameWaiting, type PendingName } from "../../../kv/ladies/profile/first_names.ts";
import {
  changeableFacts,
  isChangeWaiting,
  type LadyFacts,
  type ProfileChange,
} from "../../../kv/ladies/profile/profile_changes.ts";
import type { Translate } from "../../../i18n/translate.ts";
import type { AppContext } from "../../http/env.ts";
import { langOf } from "../../ladies/word_languages.ts";
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

/** `t` says it to her; for her agency, of her. */
export function askedFacts(
  c: AppContext,
  change: ProfileChange | null,
  name: PendingName | null,
  t: Translate = c.var.facts.t,
): AskedFacts {
  const { locale } = c.var.facts;
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
  const { t, locale } = usePage();
  return (
    <>
      <AskedList asked={refused} />
      {reasons.length > 0 && (
        <dl class="account__asked">
          <div>
            <dt>{t("account:refusedFor")}</dt>
            {reasons.map((reason) => <dd key={reason} lang={langOf(locale, reason)}>{reason}</dd>)}
          </div>
        </dl>
      )}
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
