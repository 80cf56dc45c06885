/**
 * Decisions: whatever the site does against somebody, with its reasons as that person reads them (Regulation (EU)
 * 2022/2065, Art. 17): what was found, which rule it breaks, how it was found, and who decided; and the answer to a
 * report. Written in the commit of the restriction or answer itself, never changed but by an appeal (appeals.ts).
 */
import type { Suspension } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";

/** `photo` was refused before anybody saw it, `shown_photo` was taken down, and so was `shown_text`. */
export const decisionKinds = [
  "photo",
  "shown_photo",
  "shown_text",
  "profile",
  "name",
  "live_check",
  "warning",
  "suspension",
] as const;
export type DecisionKind = typeof decisionKinds[number];

/** The texts of a person that can be taken down (kv/vetting/shown_texts.ts). */
export const profileTextKinds = ["city", "quote", "about", "idealPartner", "interest"] as const;
export type TextKind = typeof profileTextKinds[number] | "caption" | "aboutTranslator";

/** An answer to a report, which is against nobody; whoever reported may object to it (Art. 20(1)). */
export const reportAnswer = "report_answer";

/** The rules that a decision may rest on: sections of the terms, and the law. */
export const grounds = [
  "identity",
  "money",
  "advertising",
  "abuse",
  "sexual",
  "minors",
  "programs",
  "conduct",
  "photo",
  "profile",
  "illegal",
] as const;
export type Ground = typeof grounds[number];

/** The rule of each kind of decision if the admin names no other. */
const usualGround: Readonly<Record<DecisionKind, Ground>> = {
  photo: "photo",
  shown_photo: "photo",
  shown_text: "conduct",
  profile: "profile",
  name: "profile",
  live_check: "identity",
  warning: "conduct",
  suspension: "conduct",
};

/** The usual rule of each kind of suspension. */
export const groundOfSuspension: Readonly<Record<Suspension["kind"], Ground>> = {
  conduct: "conduct",
  fraud: "identity",
};

export interface Decision {
  id: number;
  /** Whom it concerns; for the answer to a report, the reporter, or `nobody` for a guest (reports.ts). */
  userId: number;
  kind: DecisionKind | typeof reportAnswer;
  /** Which text was taken down, never its words; absent for any other kind. */
  text?: TextKind;
  /** Null for the answer to a report. */
  ground: Ground | null;
  /**
   * What was found, in the staff's words for this person; empty if the operator's own command gave none, and for the
   * answer to a report, whose words stand in the report.
   */
  facts: string;
  /** The report that led to it, or that is answered; null if there was none. */
  reportId: number | null;
  /** Whether a machine found or decided anything. */
  isAutomated: boolean;
  /** Whether it goes on from another account, whose mailbox a machine recognised (lasting_suspensions.ts). */
  isContinued?: boolean;
  /** Null for the operator's own command. */
  decidedBy: number | null;
  at: number;
  appeal: Appeal | null;
  /** As in kv/store/jobs/queue.ts. */
  origin?: string;
}

/** What the person concerned answered to it, and what another admin decided then (appeals.ts). */
export interface Appeal {
  text: string;
  at: number;
  state: "open" | "upheld" | "reversed";
  answeredAt: number | null;
  answeredBy: number | null;
  /** For the person concerned. */
  words: string | null;
}

export type WantedDecision =
  & Pick<Decision, "userId" | "kind" | "facts" | "decidedBy">
  & Partial<Pick<Decision, "text" | "reportId" | "origin">>
  & { ground?: Ground };

/** A decision that is about to be made, with its number. */
export async function newDecision(store: Store, wanted: WantedDecision): Promise<Decision> {
  const { userId, kind, text, facts, decidedBy, reportId = null, origin } = wanted;
  const ground = kind === reportAnswer ? null : wanted.ground ?? usualGround[kind];
  return {
    id: await store.ids.next("decision"),
    userId,
    kind,
    ...(text && { text }),
    ground,
    facts,
    reportId,
    isAutomated: false,
    decidedBy,
    at: store.now(),
    appeal: null,
    ...(origin && { origin }),
  };
}

/** Adds a decision to the commit of what it explains, and returns what the audit record says of the decision. */
export function putDecision(
  op: Deno.AtomicOperation,
  decision: Decision,
): { decisionId: number; ground: Ground | null } {
  const { userId, id, ground } = decision;
  op.set(keys.decision(userId, id), decision);
  return { decisionId: id, ground };
}

/** A decision that concerns this person, or null: nobody finds another's. */
export const decisionOf = async (store: Store, userId: number, decisionId: number): Promise<Decision | null> =>
  Number.isSafeInteger(decisionId) ? (await store.kv.get<Decision>(keys.decision(userId, decisionId))).value : null;

/** All decisions that concern somebody, newest first: those against her or him, and the answers to what was reported. */
async function decisionsOf(store: Store, userId: number): Promise<Decision[]> {
  const found: Decision[] = [];
  const newestFirst = { reverse: true, batchSize: 100 };
  for await (const { value } of store.kv.list<Decision>({ prefix: prefixes.decisionsOf(userId) }, newestFirst)) {
    found.push(value);
  }
  return found;
}

/** All decisions against somebody, newest first. */
export const decisionsAgainst = async (store: Store, userId: number): Promise<Decision[]> =>
  (await decisionsOf(store, userId)).filter(({ kind }) => kind !== reportAnswer);

/** Deletes the decisions that concern somebody whose account ends, each with its appeal, of which nothing else knows. */
export async function deleteDecisionsOf(store: Store, userId: number): Promise<void> {
  for (const { id } of await decisionsOf(store, userId)) {
    await transact<void>(async () => {
      const entry = await store.kv.get<Decision>(keys.decision(userId, id));
      if (!entry.value) return { done: undefined };
      const op = store.kv.atomic().check(entry).delete(entry.key);
      const { appeal } = entry.value;
      if (appeal) op.delete(keys.openAppeal(appeal.at, id)).delete(keys.appeal(id));
      return { commit: op, result: undefined };
    });
  }
}
