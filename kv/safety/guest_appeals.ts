/**
 * Objections of people who reported without an account (Regulation (EU) 2022/2065, Art. 20): whoever has the address from
 * the answer's mail reads there what was reported and answered, and may object once. These are appeals like all others.
 */
import type { Store } from "../open.ts";
import { nobody } from "../store/ids.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { refuse } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import { type AppealResult, fileAppeal } from "./appeals.ts";
import { type Decision, decisionOf } from "./decisions.ts";
import { type Report, reportById } from "./reports.ts";

/** The key that the mailed address holds beside the report's number. It is not stored anywhere, but signed with SECRET. */
export const reportKeyOf = (store: Store, reportId: number): string => store.sign(`guest-report-answer:${reportId}`);

export interface AnsweredReport {
  report: Report;
  /** Its answer, with the objection. */
  decision: Decision;
}

/** A guest's report that was answered, for whoever has its address; null for any other key, and once it is gone. */
export async function reportByLink(store: Store, reportId: number, key: string): Promise<AnsweredReport | null> {
  if (!Number.isSafeInteger(reportId) || !isSameSecret(key, reportKeyOf(store, reportId))) return null;
  const report = await reportById(store, reportId);
  if (report?.decisionId === undefined) return null;
  const decision = await decisionOf(store, nobody, report.decisionId);
  return decision && { report, decision };
}

export interface WantedGuestAppeal {
  reportId: number;
  key: string;
  text: string;
  /** The sender's address on the network, which is counted and not kept. */
  address: string;
}

/**
 * Objects to the answer. Refuses as `fileAppeal` does, `not_found` without the right key as well, and
 * `too_many_requests` by network address.
 */
export async function fileGuestAppeal(
  store: Store,
  { reportId, key, text, address }: WantedGuestAppeal,
): Promise<AppealResult> {
  const taken = await takeAttempt(store, limits.guestAppealAddress, address);
  if (!taken.ok) return taken;
  const found = await reportByLink(store, reportId, key);
  if (!found) return refuse("not_found");
  return await fileAppeal(store, { userId: nobody, decisionId: found.decision.id, text });
}
