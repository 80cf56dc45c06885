/** Deciding what waits for approval: each kind says what holds when it is approved, and what is left when it is not. */
import { type Approval, approvalEntry, type ApprovalKind } from "./approvals.ts";
import { commitNow } from "./commit.ts";
import { decideName } from "./first_names.ts";
import { addJob } from "./jobs.ts";
import type { Store } from "./open.ts";
import { decideProfile } from "./profile_changes.ts";
import { decidePhoto } from "./photo_approval.ts";
import { refuse, type Result } from "./refusals.ts";

/**
 * Makes the decision hold, in one commit with `endApproval`; answers `not_found` where the asking has ended or was
 * replaced in the meantime.
 */
export type Decider = (
  store: Store,
  approval: Deno.KvEntry<Approval>,
  isApproved: boolean,
) => Promise<Result<Record<never, never>>>;

const deciders: Record<ApprovalKind, Decider> = { profile: decideProfile, name: decideName, photo: decidePhoto };

/** Approves or refuses what waits under this id; refuses `not_found` for an id that does not wait (any more). */
export async function decide(
  store: Store,
  approvalId: number,
  isApproved: boolean,
): Promise<Result<{ approval: Approval }>> {
  const entry = await approvalEntry(store, approvalId);
  if (!entry.value) return refuse("not_found");
  const decided = await deciders[entry.value.kind](store, entry, isApproved);
  if (!decided.ok) return decided;
  await tell(store, entry.value, isApproved);
  return { ok: true, approval: entry.value };
}

/** Of photos nobody is written to: they come by the dozen, and whose they are sees them. */
async function tell(store: Store, { kind, userId }: Approval, isApproved: boolean): Promise<void> {
  if (kind === "photo") return;
  const op = store.kv.atomic();
  addJob(store, op, { kind: "approval_mail", userId, isApproved });
  await commitNow(op);
}
