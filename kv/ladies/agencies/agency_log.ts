/** The audit log's records of what an agency does for a lady, each in the commit of the deed itself. */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";

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
