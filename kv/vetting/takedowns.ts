/**
 * What every taking down shares, whatever it removes: a reason and a report that are checked first; then, in the commit that
 * removes it, the decision, the mail to its owner and the record of the audit log.
 */
import { trimText } from "../../chat/shared/text.ts";
import { checkActingAdmin } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import type { LadyRecord } from "../ladies/record.ts";
import { isFilled } from "../ladies/profile/profile_changes.ts";
import {
  type Decision,
  decisionsAgainst,
  type Ground,
  newDecision,
  profileTextKinds,
  putDecision,
  type TextKind,
} from "../safety/decisions.ts";
import { reportById } from "../safety/reports.ts";
import { type AuditRecord, putAuditRecord } from "../store/audit_log.ts";
import { addJob } from "../store/jobs/queue.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { rejectionReasonLengthMax } from "./approval_decisions.ts";
import { rejectionsReadMs } from "./photos.ts";

export interface WantedTakedown {
  userId: number;
  /** What whoever decides has seen: the mark of it (`photoMark`, `textMark`). */
  seen: string;
  /** For its owner, 1 to 500 UTF-16 units; it must not name anybody who reported anything. */
  reason: string;
  /** The rule that was broken; the usual one if none is named. */
  ground?: Ground;
  /** The report that led to it. */
  reportId?: number;
  /** The admin. */
  actorId: number;
  /** As in kv/store/jobs/queue.ts. */
  origin?: string;
}

/** What is taken down. */
type Thing = { kind: "shown_photo" } | { kind: "shown_text"; text: TextKind };

/** The actions of the audit log. */
const actions = { shown_photo: "photo_taken_down", shown_text: "text_taken_down" } as const;

/**
 * Adds a taking down to the commit that removes the thing; `details` name it in the audit log. Refuses `wrong_role` if the
 * actor is no acting admin (any more). Adds one check.
 */
type Tell = (op: Deno.AtomicOperation, thing: Thing, details?: AuditRecord["details"]) => Promise<Refusal | null>;

/** Refuses `invalid` for the reason, and for a report about somebody else. The reason is returned as its owner reads it. */
export async function readTakedown(
  store: Store,
  wanted: WantedTakedown,
): Promise<Result<{ reason: string; tell: Tell }>> {
  const { userId, ground, reportId, actorId, origin } = wanted;
  const reason = trimText(wanted.reason);
  if (reason === "") return refuse("invalid", { fields: { reason: "required" } });
  if (reason.length > rejectionReasonLengthMax) return refuse("invalid", { fields: { reason: "too_long" } });
  const report = reportId === undefined ? null : await reportById(store, reportId);
  if (reportId !== undefined && report?.reportedId !== userId) {
    return refuse("invalid", { fields: { report: "wrong_value" } });
  }
  const tell: Tell = async (op, thing, details) => {
    const noAdmin = await checkActingAdmin(store, op, actorId);
    if (noAdmin) return noAdmin;
    const decision = await newDecision(store, {
      ...thing,
      userId,
      facts: reason,
      decidedBy: actorId,
      ground,
      reportId,
      origin,
    });
    putAuditRecord(store, op, {
      action: actions[thing.kind],
      actorId,
      subject: `user:${userId}`,
      details: { ...details, reason, ...(reportId !== undefined && { reportId }), ...putDecision(op, decision) },
    });
    addJob(store, op, {
      kind: "approval_mail",
      userId,
      isApproved: false,
      about: thing.kind,
      reason,
      decisionId: decision.id,
      origin,
    });
    return null;
  };
  return { ok: true, reason, tell };
}

/** The decisions that took down something of somebody lately and still hold, the newest first. */
export async function takenDownLately(store: Store, userId: number): Promise<Decision[]> {
  const since = store.now() - rejectionsReadMs;
  return (await decisionsAgainst(store, userId)).filter(({ kind, at, appeal }) =>
    Object.hasOwn(actions, kind) && at > since && appeal?.state !== "reversed"
  );
}

/**
 * What of this the agency reads that keeps her profile: photos and the texts of the profile, whoever wrote them, and a text
 * only until her profile has another in its place. A caption is hers alone.
 */
export const toldToAgency = (takenDown: Decision[], record: LadyRecord): Decision[] =>
  takenDown.filter(({ text }) =>
    text === undefined || text === "interest" || (isOfProfile(text) && !isFilled(record[text]))
  );

const isOfProfile = (text: TextKind): text is typeof profileTextKinds[number] =>
  (profileTextKinds as readonly TextKind[]).includes(text);
