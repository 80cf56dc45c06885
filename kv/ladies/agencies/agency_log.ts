/** What an agency does for a lady: whether it still may, and the audit log's record, each in the commit of the deed itself. */
import { agency, isSuspended, type User } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { keys } from "../../store/keys.ts";
import { type Refusal, refuse } from "../../store/refusals.ts";

export type AgencyAction =
  | "profile_asked"
  | "name_asked"
  | "photo_added"
  | "photo_removed"
  | "away_set"
  | "away_cleared"
  | "lady_released";

/** Adds a record that an agency did something for a lady; `details` hold only ids, numbers and dates. */
export function putAgencyRecord(
  store: Store,
  op: Deno.AtomicOperation,
  agencyId: number,
  action: AgencyAction,
  ladyId: number,
  details: Record<string, string | number> = {},
): void {
  putAuditRecord(store, op, { action: `agency_${action}`, actorId: agencyId, subject: `lady:${ladyId}`, details });
}

/**
 * Adds the record of a deed, and checks that the lady is still the agency's: she may have left it since its page was shown.
 * Does nothing without an agency. Refuses `not_found` if she is not, and `suspended` if the agency is. Adds two checks.
 */
export async function checkAgencyDeed(
  store: Store,
  op: Deno.AtomicOperation,
  agencyId: number | undefined,
  ...deed: [action: AgencyAction, ladyId: number, details?: Record<string, string | number>]
): Promise<Refusal | null> {
  if (agencyId === undefined) return null;
  const [, ladyId] = deed;
  const [her, keeper] = await store.kv.getMany<[User, User]>([keys.user(ladyId), keys.user(agencyId)]);
  if (her.value?.agencyId !== agencyId || keeper.value?.groupId !== agency) return refuse("not_found");
  if (isSuspended(keeper.value)) return refuse("suspended");
  putAgencyRecord(store, op.check(her, keeper), agencyId, ...deed);
  return null;
}
