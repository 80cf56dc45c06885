/**
 * Correcting a man's credits by hand: an entry of its own with a reason that he reads, and its record in the audit log.
 */
import { isActing, man, type User, userById } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { keys } from "../../store/keys.ts";
import { inOneLine } from "../../store/one_line.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import type { Entry } from "./entry.ts";
import { post } from "./ledger.ts";

/** The most that one adjustment adds or takes; more than that is for two people to decide. */
export const adjustmentCreditsMax = 10_000;
/** UTF-16 units. */
export const adjustmentReasonLengthMax = 200;

export interface WantedAdjustment {
  manId: number;
  /** Positive or negative, never 0. */
  credits: number;
  /** Why; not empty. The man reads it in his history, so it must not name anybody. */
  reason: string;
  /** The admin. */
  actorId: number;
  /** The fresh id of the form: submitted twice, it makes one entry. */
  key: string;
  /** The number of the last entry that the admin was shown, 0 for none; a page that does not say it gives NaN. */
  seenSeq: number;
}

export type Adjusted = Result<{ entry: Entry; isRepeat: boolean }>;

/**
 * Adds or takes credits. Refuses `invalid` for a number out of bounds or a missing reason, `wrong_role` if the actor is
 * no admin, `not_found` if `manId` is no man, `conflict` if his credits have moved since they were shown, and what `post`
 * refuses: no balance falls below zero.
 */
export async function adjust(store: Store, wanted: WantedAdjustment): Promise<Adjusted> {
  const { manId, actorId, key, seenSeq } = wanted;
  const checked = checkAdjustment(wanted);
  if (!checked.ok) return checked;
  const { credits, reason } = checked;
  if ((await userById(store, manId))?.groupId !== man) return refuse("not_found");
  return await post(store, {
    manId,
    operation: "adjustment",
    deltaCredits: credits,
    reference: { note: reason },
    idempotencyKey: `adjustment:${key}`,
  }, {
    read: () => store.kv.get<User>(keys.user(actorId)),
    add(op, { seq }, actor) {
      if (!isActing(actor.value)) return refuse("wrong_role");
      // Another admin may have made the same correction meanwhile.
      if (seq !== seenSeq + 1) return refuse("conflict", { wording: "adjustment" });
      op.check(actor);
      const details = { seq, credits, reason };
      putAuditRecord(store, op, { action: "credits_adjusted", actorId, subject: `user:${manId}`, details });
    },
  });
}

/** What would be written; refuses `invalid` with the fields at fault. */
export function checkAdjustment(
  { credits, reason }: Pick<WantedAdjustment, "credits" | "reason">,
): Result<{ credits: number; reason: string }> {
  const note = inOneLine(reason);
  const fields: Record<string, string> = {};
  if (!Number.isSafeInteger(credits) || credits === 0) fields.credits = "wrong_value";
  else if (credits > adjustmentCreditsMax) fields.credits = "too_big";
  else if (credits < -adjustmentCreditsMax) fields.credits = "too_small";
  if (note === "") fields.reason = "required";
  if (note.length > adjustmentReasonLengthMax) fields.reason = "too_long";
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  return { ok: true, credits, reason: note };
}
