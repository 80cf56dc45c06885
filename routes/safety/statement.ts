/** A decision in words for whom it concerns: what was found, by which rule, how, and what can be done about it. */
import type { Translate } from "../../i18n/translate.ts";
import { appealEndsAt } from "../../kv/safety/appeals.ts";
import type { Decision } from "../../kv/safety/decisions.ts";
import { decisionsPath } from "../http/next_path.ts";

export const decisionPath = (decisionId: number): string => `${decisionsPath}/${decisionId}`;

interface Line {
  label: string;
  value: string;
}

/** For whom it concerns, the same on the page and in mails: the reasons, and what can be done. */
export const statementOf = (t: Translate, date: (at: number) => string, decision: Decision): Line[] => [
  ...reasonsOf(t, decision),
  { label: t("decisions:fact.redress"), value: t("decisions:redress", { date: date(appealEndsAt(decision)) }) },
];

/** What was found, by which rule, and how. */
export function reasonsOf(t: Translate, decision: Decision): Line[] {
  const { facts, ground, isAutomated } = decision;
  const line = (name: string, value: string): Line => ({ label: t(`decisions:fact.${name}`), value });
  const source = t(`decisions:how.${sourceOf(decision)}`);
  const who = t(`decisions:how.${isAutomated ? "machine" : "person"}`);
  return [
    ...facts ? [line("found", facts)] : [],
    ...ground ? [line("ground", t(`decisions:ground.${ground}`))] : [],
    line("how", t("decisions:how.together", { source, who })),
  ];
}

/** How it came before our eyes: by a report, by itself, or because it is looked at before it is shown. */
function sourceOf({ kind, reportId }: Decision): "report" | "own" | "review" {
  if (reportId !== null) return "report";
  return kind === "warning" || kind === "suspension" ? "own" : "review";
}
