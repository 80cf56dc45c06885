/** How a lady begins: an account, an empty profile, and a verification of which everything is missing. */
import type { User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { noVerification, putVerification } from "../vetting/verifications.ts";
import { addEmptyProfile } from "./ladies.ts";

/** Adds to the commit of her account that she is new: unpublished until her verification is complete. */
export function addNewLady(store: Store, op: Deno.AtomicOperation, user: User): void {
  addEmptyProfile(op, user);
  putVerification(store, op, user.id, noVerification);
}
