/**
 * The answer to a report, given once: that the site did something, in the commit of what it did, or that it found nothing.
 * Whoever reads it can rely on it: nobody is warned or kept out for a report that is answered already, and no word that
 * the reporter added is answered unread.
 */
import { trimText } from "../../chat/shared/text.ts";
import { checkActingAdmin, userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { type Attempt, transact } from "../store/commit.ts";
import { nobody } from "../store/ids.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { newDecision, putDecision, reportAnswer } from "./decisions.ts";
import { addNotice } from "./notices.ts";
import { additionCountOf, answerNoticeOf, type Report, type ReportOutcome, waitingKeyOf } from "./reports.ts";

/** In UTF-16 units. */
export const reportAnswerLengthMax = 2000;

/** A report that a warning or a suspension answers, by its number. */
export interface AnswerWords {
  reportId: number;
  /** For the reporter, 1 to 2000 UTF-16 units. */
  words: string;
  /** How many additions to the report were read before it was answered; none if absent. */
  additionsRead?: number;
}

export interface ReportAnswer extends AnswerWords {
  /** The admin. */
  actorId: number;
  outcome: ReportOutcome;
}

/** Whether a report waits for an answer, and nothing was added to it that whoever answers has not read. */
export const mayAnswer = (report: Report, additionsRead: number): boolean =>
  report.answeredAt === null && additionCountOf(report) <= additionsRead;

export type Answered = Result<{ report: Report }>;

/** Answers a report by words alone. Refuses what `putReportAnswer` refuses, and `wrong_role` if the actor is no admin. */
export function answerReport(store: Store, answer: ReportAnswer): Promise<Answered> {
  return transact(async (): Promise<Attempt<Answered>> => {
    const op = store.kv.atomic();
    const noAdmin = await checkActingAdmin(store, op, answer.actorId);
    if (noAdmin) return { done: noAdmin };
    const answered = await putReportAnswer(store, op, answer);
    return answered.ok ? { commit: op, result: answered } : { done: answered };
  });
}

/**
 * Adds the answer to a commit, which then succeeds only once. A reporter who is still here is told by a notice and a
 * mail, a guest by mail. Refuses `invalid`, `not_found`, and `conflict` if the report was answered before, or if
 * something was added to it that was not read.
 */
export async function putReportAnswer(
  store: Store,
  op: Deno.AtomicOperation,
  { reportId, actorId, outcome, words, additionsRead = 0 }: ReportAnswer,
): Promise<Answered> {
  const answer = trimText(words);
  if (answer === "") return refuse("invalid", { fields: { words: "required" } });
  if (answer.length > reportAnswerLengthMax) return refuse("invalid", { fields: { words: "too_long" } });
  if (!Number.isSafeInteger(reportId)) return refuse("not_found");
  const entry = await store.kv.get<Report>(keys.report(reportId));
  if (!entry.value) return refuse("not_found");
  if (!mayAnswer(entry.value, additionsRead)) return refuse("conflict");
  const { reporterId, guest, reportedId, origin, filedAt } = entry.value;
  const reporter = reporterId === null ? null : await userById(store, reporterId);
  op.check(entry).delete(keys.openReport(reportId)).delete(waitingKeyOf(entry.value));
  // A reporter who has deleted the account is told nothing any more.
  if (reporter) {
    const about = { kind: "report_answered", reportId } as const;
    addNotice(store, op, reporter.id, answerNoticeOf(reportId), about, { origin });
  }
  if (guest?.email) addJob(store, op, { kind: "guest_report_mail", reportId, isAnswer: true, origin });
  let decisionId: number | undefined;
  if (reporter || guest?.email) {
    const userId = reporter?.id ?? nobody;
    const made = { userId, kind: reportAnswer, facts: "", decidedBy: actorId, reportId, origin } as const;
    ({ decisionId } = putDecision(op, await newDecision(store, made)));
  }
  const details = { outcome, reportedId, waitedMs: store.now() - filedAt };
  putAuditRecord(store, op, { action: "report_answered", actorId, subject: `report:${reportId}`, details });
  const report: Report = {
    ...entry.value,
    answeredAt: store.now(),
    answeredBy: actorId,
    outcome,
    words: answer,
    ...(decisionId !== undefined && { decisionId }),
  };
  op.set(entry.key, report);
  return { ok: true, report };
}
