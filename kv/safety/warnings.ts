/** Warnings: the site tells a member what must not happen again, on the site and by mail, and keeps it in the audit log. */
import { trimText } from "../../chat/shared/text.ts";
import { checkActingAdmin, isStaff, userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { type Attempt, transact } from "../store/commit.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Ground, newDecision, putDecision } from "./decisions.ts";
import { addNotice } from "./notices.ts";
import { type AnswerWords, putReportAnswer } from "./report_answers.ts";

/** UTF-16 units. */
export const warningLengthMax = 1000;

export interface WantedWarning {
  userId: number;
  /** As the person reads it; it must not name anybody who reported anything. */
  words: string;
  /** The admin. */
  actorId: number;
  /** The report that led to it, and what its reporter reads. */
  answers: AnswerWords;
  /** The rule that was broken; conduct where none is named. */
  ground?: Ground;
  origin?: string;
}

/** The id of the notice by which a warning is read. */
export const warningIdOf = (reportId: number): string => `warning:${reportId}`;

/**
 * Warns somebody and answers the report in one commit, so that nobody is warned twice for one report, nor for one that
 * was dismissed. Refuses `invalid`, `wrong_role` if the actor is no admin, `not_found` if the person is no member, and
 * what `putReportAnswer` refuses.
 */
export async function warn(store: Store, wanted: WantedWarning): Promise<Result<object>> {
  const { userId, actorId, answers, ground, origin } = wanted;
  const { reportId } = answers;
  const words = trimText(wanted.words);
  if (words === "") return refuse("invalid", { fields: { warning: "required" } });
  if (words.length > warningLengthMax) return refuse("invalid", { fields: { warning: "too_long" } });
  return await transact(async (): Promise<Attempt<Result<object>>> => {
    const op = store.kv.atomic();
    const noAdmin = await checkActingAdmin(store, op, actorId);
    if (noAdmin) return { done: noAdmin };
    const user = await userById(store, userId);
    if (!user || isStaff(user)) return { done: refuse("not_found") };
    const answered = await putReportAnswer(store, op, { ...answers, actorId, outcome: "acted" });
    if (!answered.ok) return { done: answered };
    const wantedDecision = {
      userId,
      kind: "warning",
      facts: words,
      decidedBy: actorId,
      ground,
      reportId,
      origin,
    } as const;
    const logged = putDecision(op, await newDecision(store, wantedDecision));
    const about = { kind: "warned", words, decisionId: logged.decisionId } as const;
    addNotice(store, op, userId, warningIdOf(reportId), about, { origin });
    const details = { reportId, ...logged };
    putAuditRecord(store, op, { action: "user_warned", actorId, subject: `user:${userId}`, details });
    return { commit: op, result: { ok: true } };
  });
}
