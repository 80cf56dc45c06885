/** Decides about what waits for approval. The decider of each kind says what an approval or a rejection changes. */
import { trimText } from "../../chat/shared/text.ts";
import { checkActingAdmin } from "../accounts/users.ts";
import { decideName } from "../ladies/profile/first_names.ts";
import { decideProfile } from "../ladies/profile/profile_changes.ts";
import type { Store } from "../open.ts";
import { type Ground, newDecision } from "../safety/decisions.ts";
import { addJob } from "../store/jobs/queue.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Approval, approvalEntry, type ApprovalKind, type Decider, type Tell, type Verdict } from "./approvals.ts";
import { decidePhoto } from "./photo_approval.ts";

const deciders: Record<ApprovalKind, Decider> = { profile: decideProfile, name: decideName, photo: decidePhoto };

/** UTF-16 units of what a rejection says. */
export const rejectionReasonLengthMax = 500;

/**
 * Approves or refuses the approval with this id. Refuses `not_found` for an id that does not wait (any more), and
 * `invalid` for a reason that is too long, or none if a staff member refuses: the one who asked is to read one. `wrong_role`
 * if the actor is no acting admin (any more).
 */
export async function decide(
  store: Store,
  approvalId: number,
  isApproved: boolean,
  by: { actorId?: number; reason?: string; ground?: Ground; origin?: string } = {},
): Promise<Result<{ approval: Approval }>> {
  const { actorId = null, ground, origin } = by;
  const words = trimText(by.reason ?? "");
  if (!isApproved && actorId !== null && words === "") return refuse("invalid", { fields: { reason: "required" } });
  if (words.length > rejectionReasonLengthMax) return refuse("invalid", { fields: { reason: "too_long" } });
  const entry = await approvalEntry(store, approvalId);
  if (!entry.value) return refuse("not_found");
  const approval = entry.value;
  const { userId, kind } = approval;
  const refused = { userId, kind, facts: words, decidedBy: actorId, ground, origin };
  const verdict: Verdict = {
    isApproved,
    reason: isApproved || words === "" ? null : words,
    actorId,
    decision: isApproved ? null : await newDecision(store, refused),
  };
  const tell: Tell = async (op, isMailed = true) => {
    // The operator's own task names nobody.
    const noAdmin = actorId === null ? null : await checkActingAdmin(store, op, actorId);
    if (!noAdmin && isMailed) addMail(store, op, approval, verdict, origin);
    return noAdmin;
  };
  const decided = await deciders[approval.kind](store, entry, verdict, tell);
  return decided.ok ? { ok: true, approval } : decided;
}

function addMail(
  store: Store,
  op: Deno.AtomicOperation,
  { kind, userId }: Approval,
  { isApproved, reason, decision }: Verdict,
  origin: string | undefined,
): void {
  addJob(store, op, {
    kind: "approval_mail",
    userId,
    isApproved,
    about: kind,
    reason,
    decisionId: decision?.id,
    origin,
  });
}
