/** How a lady begins: an account, an empty profile, and a verification of which everything is missing. */
import { addEmptyProfile } from "./ladies.ts";
import type { Store } from "./open.ts";
import type { User } from "./users.ts";
import { noVerification, putVerification } from "./verifications.ts";

/** Adds to the commit of her account that she is new: unpublished until her verification is complete. */
export function addNewLady(store: Store, op: Deno.AtomicOperation, user: User): void {
  addEmptyProfile(op, user);
  putVerification(store, op, user.id, noVerification);
}
