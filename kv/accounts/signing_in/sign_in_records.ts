/**
 * What the audit log says of signing in: every success, every failure for a staff account, and enough of the other
 * failures to show that somebody is guessing. Only the records of staff hold the network address.
 */
import type { Store } from "../../open.ts";
import { addAuditRecord, type NewAuditRecord, putAuditRecord } from "../../store/audit_log.ts";
import { limits, takeAttempt } from "../../store/limits.ts";
import type { Reason } from "../../store/refusals.ts";
import { isStaff, type User } from "../users.ts";
import { noteKnownPlace, type Visitor } from "../visitors.ts";

/**
 * How a person signed in: by the password alone, a code of the app, a recovery code, the first code of a new app, a
 * mailed code or link, or a ticket.
 */
export type SignInWay = "password" | "totp" | "recovery" | "enrolment" | "confirmation" | "ticket";

/** Adds the record of a success to the commit that begins the session, and remembers where the person signed in from. */
export function recordSignIn(
  store: Store,
  op: Deno.AtomicOperation,
  user: User,
  { by, visitor }: { by: SignInWay; visitor: Visitor },
): void {
  noteKnownPlace(store, op, user.id, visitor);
  putAuditRecord(store, op, {
    action: "signed_in",
    actorId: user.id,
    subject: `user:${user.id}`,
    details: { by, ...(isStaff(user) && { address: visitor.address }) },
  });
}

/**
 * Writes the record of a failure, with the same work for an unknown account as for a known one. `too_many_requests` gets
 * no record: trying costs nothing, and the earlier records tell the same.
 */
export async function recordFailedSignIn(
  store: Store,
  user: User | null,
  { reason, visitor: { address } }: { reason: Reason; visitor: Visitor },
): Promise<void> {
  if (reason === "too_many_requests") return;
  const record: NewAuditRecord = {
    action: "sign_in_failed",
    actorId: null,
    subject: user ? `user:${user.id}` : "user:unknown",
    details: { reason, ...(user && isStaff(user) && { address }) },
  };
  const isWithin = (await takeAttempt(store, limits.failedSignInRecords, address)).ok;
  if (isWithin || (user && isStaff(user))) await addAuditRecord(store, record);
}
