/**
 * How staff read what was told in a report: only this way, wherever it is shown, because each reading is a record of the
 * audit log.
 */
import type { Store } from "../open.ts";
import { addAuditRecord } from "../store/audit_log.ts";
import { type Addition, additionsTo, type Report, reportById } from "./reports.ts";

export interface ReadReport {
  report: Report;
  /** What was added to it, in order. */
  additions: Addition[];
}

/** Notes that an admin reads a report, and only then returns it with all that was added; null if there is none. */
export async function readReport(
  store: Store,
  { reportId, actorId }: { reportId: number; actorId: number },
): Promise<ReadReport | null> {
  const report = await reportById(store, reportId);
  if (!report) return null;
  const additions = await additionsTo(store, [report]);
  const { reporterId, reportedId } = report;
  const details = { reporterId, reportedId, additions: additions.length };
  await addAuditRecord(store, { action: "report_read", actorId, subject: `report:${reportId}`, details });
  return { report, additions };
}
