/**
 * Warnings: the site says to one member what must not happen again; read on the site and by mail, and kept in the log.
 */
import { isActingAdmin, isStaff, userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
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
  origin?: string;
}

/**
 * Tells somebody, once for each report. Refuses `invalid`, `wrong_role` where the actor is no admin, and `not_found`
 * for who is no member.
 */
export async function warn(store: Store, wanted: WantedWarning): Promise<Result<object>> {
  const { userId, actorId, reportId, origin } = wanted;
  const words = wanted.words.replace(/\r\n?/g, "\n").trim();
  if (words === "") return refuse("invalid", { fields: { warning: "required" } });
  if (words.length > warningLengthMax) return refuse("invalid", { fields: { warning: "too_long" } });
  const [isAdmin, user] = await Promise.all([isActingAdmin(store, actorId), userById(store, userId)]);
  if (!isAdmin) return refuse("wrong_role");
  if (!user || isStaff(user)) return refuse("not_found");
  const id = `warning:${reportId}`;
  const op = store.kv.atomic().check({ key: keys.notice(userId, id), versionstamp: null });
  addNotice(store, op, userId, id, { kind: "warned", words }, { origin });
  putAuditRecord(store, op, { action: "user_warned", actorId, subject: `user:${userId}`, details: { reportId } });
  // Where it does not hold, the warning stands already: nobody is told twice.
  await commitNow(op);
  return { ok: true };
}
