/**
 * Appeals (Regulation (EU) 2022/2065, Art. 20): whoever a decision concerns may object to it once, within six months;
 * reporters, guests too (guest_appeals.ts), may object to the answer. An admin who did not make the decision looks at
 * it again, and lets it stand or takes it back, together with what it did.
 */
import { trimText } from "../../chat/shared/text.ts";
import { checkActingAdmin } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { changeRecord } from "../store/commit.ts";
import { nobody } from "../store/ids.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { pageOf, type Paging } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { type Decision, decisionOf, reportAnswer } from "./decisions.ts";
import { addNotice } from "./notices.ts";
import { appealNoticeOf, type Report } from "./reports.ts";
import { takeSuspensionBack } from "./suspensions.ts";
import { warningIdOf } from "./warnings.ts";

const appealMonths = 6;
/** UTF-16 units, both. */
export const appealTextLengthMax = 2000;
export const appealAnswerLengthMax = 2000;

/** Until when a decision may be objected to, ms since the epoch: the same day and hour six months later, by UTC. */
export function appealEndsAt({ at }: Pick<Decision, "at">): number {
  const end = new Date(at);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + appealMonths);
  // Not every month has a 31st: then the end is the first of the next one, so that the time is never shorter.
  return end.getUTCDate() === day ? end.getTime() : end.setUTCDate(1);
}

/** Whether somebody may still object. */
export const mayAppeal = (store: Store, decision: Decision): boolean =>
  decision.appeal === null && store.now() < appealEndsAt(decision);

/** Whether the reporter may still object to the answer; its decision is of the same moment (reports.ts). */
export const mayAppealAnswer = (store: Store, { decisionId, answeredAt, closedAt }: Report): boolean =>
  decisionId !== undefined && closedAt === undefined && store.now() < appealEndsAt({ at: answeredAt! });

/** Refuses `invalid` for an empty text, and for one of more than `most` UTF-16 units; null if nothing is wrong. */
function faultOf(field: string, text: string, most: number): Refusal | null {
  if (text === "") return refuse("invalid", { fields: { [field]: "required" } });
  return text.length > most ? refuse("invalid", { fields: { [field]: "too_long" } }) : null;
}

export interface WantedAppeal {
  /** Whom the decision concerns. */
  userId: number;
  decisionId: number;
  text: string;
}

export type AppealResult = Result<{ decision: Decision }>;

/**
 * Objects to a decision; the same words again return the appeal that waits. Refuses `invalid`, `not_found` for somebody
 * else's decision, `appeal_over` after six months, and `conflict` if somebody has objected to it before.
 */
export async function fileAppeal(store: Store, { userId, decisionId, text }: WantedAppeal): Promise<AppealResult> {
  const words = trimText(text);
  const fault = faultOf("text", words, appealTextLengthMax);
  if (fault) return fault;
  if (!Number.isSafeInteger(decisionId)) return refuse("not_found");
  const changed = await changeRecord<Decision>(store, keys.decision(userId, decisionId), async (decision, op) => {
    const { appeal } = decision;
    if (appeal) return appeal.state === "open" && appeal.text === words ? decision : refuse("conflict");
    if (!mayAppeal(store, decision)) return refuse("appeal_over");
    const at = store.now();
    op.set(keys.appeal(decisionId), userId).set(keys.openAppeal(at, decisionId), userId);
    const details = { decisionId, kind: decision.kind };
    const actorId = userId === nobody ? null : userId;
    putAuditRecord(store, op, { action: "appeal_filed", actorId, subject: subjectOf(decision), details });
    const unknown = await noteAtReport(store, op, decision, false);
    if (unknown) return unknown;
    const filed = {
      text: words,
      at,
      state: "open",
      answeredAt: null,
      answeredBy: null,
      words: null,
    } as const;
    return { ...decision, appeal: filed };
  });
  return changed.ok ? { ok: true, decision: changed.record } : changed;
}

export interface AppealAnswer {
  userId: number;
  decisionId: number;
  /** The admin. */
  actorId: number;
  isReversed: boolean;
  /** For the person concerned. */
  words: string;
  origin?: string;
}

/**
 * Decides an appeal, once. The person is told by a notice and a mail; reversing also takes back what still holds of the
 * decision, in the same commit. Refuses `invalid`, `wrong_role` if the actor is no admin, `not_found`, `conflict` if the
 * appeal does not wait (any more), `forbidden` for one's own appeal, and `same_decider` for the admin who made the decision.
 */
export async function answerAppeal(store: Store, answer: AppealAnswer): Promise<AppealResult> {
  const { userId, decisionId, actorId, isReversed, origin } = answer;
  const words = trimText(answer.words);
  const fault = faultOf("words", words, appealAnswerLengthMax);
  if (fault) return fault;
  if (!Number.isSafeInteger(decisionId)) return refuse("not_found");
  const decide = async (decision: Decision, op: Deno.AtomicOperation): Promise<Decision | Refusal> => {
    const { appeal, kind, ground, reportId } = decision;
    if (appeal?.state !== "open") return refuse("conflict");
    if (userId === actorId) return refuse("forbidden");
    if (decision.decidedBy === actorId) return refuse("same_decider");
    const state = isReversed ? "reversed" : "upheld";
    op.delete(keys.openAppeal(appeal.at, decisionId));
    if (isReversed && kind === "warning" && reportId !== null) op.delete(keys.notice(userId, warningIdOf(reportId)));
    const unknown = await noteAtReport(store, op, decision, true);
    if (unknown) return unknown;
    if (userId !== nobody) {
      const about = { kind: "appeal_answered", decisionId } as const;
      addNotice(store, op, userId, appealNoticeOf(decisionId), about, { origin: origin ?? decision.origin });
    }
    const details = { decisionId, kind, ground, state };
    putAuditRecord(store, op, { action: "appeal_answered", actorId, subject: subjectOf(decision), details });
    return { ...decision, appeal: { ...appeal, state, answeredAt: store.now(), answeredBy: actorId, words } };
  };
  const objected = isReversed ? await decisionOf(store, userId, decisionId) : null;
  if (objected?.kind === "suspension") return await reverseSuspension(store, answer, decide);
  const changed = await changeRecord<Decision>(
    store,
    keys.decision(userId, decisionId),
    async (decision, op) => await checkActingAdmin(store, op, actorId) ?? await decide(decision, op),
  );
  return changed.ok ? { ok: true, decision: changed.record } : changed;
}

/** What the log names: a person, or the report that was answered. */
const subjectOf = ({ kind, userId, reportId }: Decision): string =>
  kind === reportAnswer ? `report:${reportId}` : `user:${userId}`;

/**
 * If the decision is the answer to a report: notes in the report that an objection waits, which keeps the report, or that
 * it was answered; from then on the report is kept as long as from the first answer. A guest is told by mail. Refuses
 * `not_found` if the report is just being erased. Adds one check.
 */
async function noteAtReport(
  store: Store,
  op: Deno.AtomicOperation,
  { id, kind, userId, reportId, origin }: Decision,
  isAnswer: boolean,
): Promise<Refusal | null> {
  if (kind !== reportAnswer) return null;
  const report = await store.kv.get<Report>(keys.report(reportId!));
  if (report.value?.decisionId !== id) return refuse("not_found");
  op.check(report).set(report.key, { ...report.value, closedAt: isAnswer ? store.now() : null });
  if (userId === nobody) addJob(store, op, { kind: "guest_appeal_mail", reportId: reportId!, isAnswer, origin });
  return null;
}

/** Takes a suspension back and answers the appeal in the same commit. */
async function reverseSuspension(
  store: Store,
  answer: AppealAnswer,
  decide: (decision: Decision, op: Deno.AtomicOperation) => Promise<Decision | Refusal>,
): Promise<AppealResult> {
  let decided: Decision | null = null;
  const taken = await takeSuspensionBack(store, answer, async (op) => {
    const entry = await store.kv.get<Decision>(keys.decision(answer.userId, answer.decisionId));
    if (!entry.value) return refuse("not_found");
    const next = await decide(entry.value, op);
    if ("ok" in next) return next;
    op.check(entry).set(entry.key, next);
    decided = next;
    return null;
  });
  return taken.ok ? { ok: true, decision: decided! } : taken;
}

export interface Appeals {
  decisions: Decision[];
  totalCount: number;
}

/** Decisions whose appeal waits, those first that have waited longest. */
export const openAppeals = (store: Store, paging: Paging): Promise<Appeals> =>
  appealsUnder(store, prefixes.openAppeals(), paging);

/** Decisions whose appeal was answered, by their number, the newest first. */
export async function answeredAppeals(store: Store, paging: Paging): Promise<Appeals> {
  const open = new Set((await entriesUnder(store, prefixes.openAppeals())).map(decisionIdIn));
  const all = (await entriesUnder(store, prefixes.allAppeals())).filter((entry) => !open.has(decisionIdIn(entry)))
    .reverse();
  return await pageOfAppeals(store, all, paging);
}

async function appealsUnder(store: Store, prefix: Deno.KvKey, paging: Paging): Promise<Appeals> {
  return await pageOfAppeals(store, await entriesUnder(store, prefix), paging);
}

const entriesUnder = (store: Store, prefix: Deno.KvKey): Promise<Deno.KvEntry<number>[]> =>
  Array.fromAsync(store.kv.list<number>({ prefix }, { batchSize: 500 }));

/** Both indexes end in the number. */
const decisionIdIn = ({ key }: Deno.KvEntry<number>): number => Number(key.at(-1));

async function pageOfAppeals(store: Store, entries: Deno.KvEntry<number>[], paging: Paging): Promise<Appeals> {
  const places = pageOf(entries, paging).map((entry) => keys.decision(entry.value, decisionIdIn(entry)));
  const decisions = await getAll<Decision>(store, places);
  return { decisions: decisions.filter((each) => each !== null), totalCount: entries.length };
}

/** A decision that somebody has objected to, by its number alone; for the desk. */
export async function appealedDecision(store: Store, decisionId: number): Promise<Decision | null> {
  if (!Number.isSafeInteger(decisionId)) return null;
  const userId = (await store.kv.get<number>(keys.appeal(decisionId))).value;
  return userId === null ? null : (await store.kv.get<Decision>(keys.decision(userId, decisionId))).value;
}
