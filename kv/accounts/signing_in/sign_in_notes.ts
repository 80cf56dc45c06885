/**
 * What the audit log says of signing in: every success, each failure for an account of staff, and as many of
 * members' as tell of somebody who guesses. The network address stands in the records of those who work here alone.
 */
import type { Store } from "../../open.ts";
import { addAuditRecord, type NewAuditRecord, putAuditRecord } from "../../store/audit_log.ts";
import { limits, takeAttempt } from "../../store/limits.ts";
import type { Reason } from "../../store/refusals.ts";
import { isStaff, type User } from "../users.ts";
import { noteKnownPlace, type Visitor } from "../visitors.ts";

/** By what somebody came in: the password alone, a code, the first code of an app, a mailed code or link, a ticket. */
export type SignInWay = "password" | "totp" | "recovery" | "enrolment" | "confirmation" | "ticket";

/** Adds the record of a success to the commit that begins the session, and that its place is known from now on. */
export function noteSignedIn(
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
 * Writes the record of a failure, of a known account or of nobody's: as much work for the one as for the other. What is
 * beyond the limit of codes is refused without one: trying costs nothing, and the records before it tell the same.
 */
export async function noteFailedSignIn(
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
