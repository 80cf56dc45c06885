/** A decision in words for the person it concerns: what was found, by which rule, how, and what can be done about it. */
import type { Translate } from "../../i18n/translate.ts";
import { appealEndsAt } from "../../kv/safety/appeals.ts";
import type { Decision } from "../../kv/safety/decisions.ts";
import { decisionsPath } from "../http/next_path.ts";
import { textLabel } from "./text_labels.ts";

export const decisionPath = (decisionId: number): string => `${decisionsPath}/${decisionId}`;

interface Line {
  label: string;
  value: string;
}

/** The reasons, and what can be done; the same on the page and in mails. */
export const statementOf = (t: Translate, date: (at: number) => string, decision: Decision): Line[] => [
  ...reasonsOf(t, decision),
  { label: t("decisions:fact.redress"), value: t("decisions:redress", { date: date(appealEndsAt(decision)) }) },
];

/** What was found, by which rule, and how. */
export function reasonsOf(t: Translate, decision: Decision): Line[] {
  const { text, facts, ground } = decision;
  const line = (name: string, value: string): Line => ({ label: t(`decisions:fact.${name}`), value });
  return [
    ...text ? [line("text", textLabel(t, text))] : [],
    ...facts ? [line("found", facts)] : [],
    ...ground ? [line("ground", t(`decisions:ground.${ground}`))] : [],
    line("how", howOf(t, decision)),
  ];
}

function howOf(t: Translate, decision: Decision): string {
  if (decision.isContinued) return t("decisions:how.continued");
  const source = t(`decisions:how.${sourceOf(decision)}`);
  const who = t(`decisions:how.${decision.isAutomated ? "machine" : "person"}`);
  return t("decisions:how.together", { source, who });
}

/** How the site came to know of it: by a report, on its own, or because it reviews everything before it is shown. */
function sourceOf({ kind, reportId }: Decision): "report" | "own" | "review" {
  if (reportId !== null) return "report";
  return noticed.includes(kind) ? "own" : "review";
}

/** What is decided about things that nobody looked at before, or that were shown already. */
const noticed: readonly Decision["kind"][] = ["warning", "suspension", "shown_photo", "shown_text"];

/** What the owner of something that was taken down may do after a successful objection; null for any other decision. */
export function againWords(t: Translate, { kind }: Pick<Decision, "kind">): string | null {
  if (kind !== "shown_photo" && kind !== "shown_text") return null;
  return t(`decisions:appeal.again.${kind}`);
}
