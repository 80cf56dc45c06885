/**
 * Warnings: the site says to one member what must not happen again; read on the site and by mail, and kept in the log.
 */
import { isActingAdmin, isStaff, userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Ground, newDecision, putDecision } from "./decisions.ts";
import { addNotice } from "./notices.ts";

/** UTF-16 units. */
export const warningLengthMax = 1000;

export interface WantedWarning {
  userId: number;
  /** As the person reads it: it names nobody who reported anything. */
  words: string;
  /** The admin. */
  actorId: number;
  /** The report that it answers; pressed twice it is one warning. */
  reportId: number;
  /** The rule that was broken; conduct where none is named. */
  ground?: Ground;
  origin?: string;
}

/** The notice by which a warning is read; it names the report, so that nobody is warned twice for one. */
export const warningIdOf = (reportId: number): string => `warning:${reportId}`;

/**
 * Tells somebody, once for each report. Refuses `invalid`, `wrong_role` where the actor is no admin, and `not_found`
 * for who is no member.
 */
export async function warn(store: Store, wanted: WantedWarning): Promise<Result<object>> {
  const { userId, actorId, reportId, ground, origin } = wanted;
  const words = wanted.words.replace(/\r\n?/g, "\n").trim();
  if (words === "") return refuse("invalid", { fields: { warning: "required" } });
  if (words.length > warningLengthMax) return refuse("invalid", { fields: { warning: "too_long" } });
  const [isAdmin, user] = await Promise.all([isActingAdmin(store, actorId), userById(store, userId)]);
  if (!isAdmin) return refuse("wrong_role");
  if (!user || isStaff(user)) return refuse("not_found");
  const id = warningIdOf(reportId);
  const op = store.kv.atomic().check({ key: keys.notice(userId, id), versionstamp: null });
  const made = { userId, kind: "warning", facts: words, decidedBy: actorId, ground, reportId, origin } as const;
  const logged = putDecision(op, await newDecision(store, made));
  addNotice(store, op, userId, id, { kind: "warned", words, decisionId: logged.decisionId }, { origin });
  const details = { reportId, ...logged };
  putAuditRecord(store, op, { action: "user_warned", actorId, subject: `user:${userId}`, details });
  // Where it does not hold, the warning stands already: nobody is told twice.
  await commitNow(op);
  return { ok: true };
}
