/** Deciding what waits for approval: each kind says what holds when it is approved, and what is left when it is not. */
import { type Approval, approvalEntry, type ApprovalKind } from "./approvals.ts";
import type { Store } from "./open.ts";
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

const deciders: Partial<Record<ApprovalKind, Decider>> = {};

/** Approves or refuses what waits under this id; refuses `not_found` for an id that does not wait (any more). */
export async function decide(
  store: Store,
  approvalId: number,
  isApproved: boolean,
): Promise<Result<{ approval: Approval }>> {
  const entry = await approvalEntry(store, approvalId);
  if (!entry.value) return refuse("not_found");
  const decider = deciders[entry.value.kind];
  if (!decider) throw new Error(`nobody decides about ${entry.value.kind}`);
  const decided = await decider(store, entry, isApproved);
  return decided.ok ? { ok: true, approval: entry.value } : decided;
}
