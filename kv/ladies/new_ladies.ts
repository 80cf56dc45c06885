/** How a lady begins: with an account, an empty profile, and a verification that still lacks everything. */
import type { User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { noVerification, putVerification } from "../vetting/verifications.ts";
import { addEmptyProfile } from "./ladies.ts";

/** Adds her empty profile and verification to the commit of her account; she is unpublished until that is complete. */
export function addNewLady(store: Store, op: Deno.AtomicOperation, user: User): void {
  addEmptyProfile(op, user);
  putVerification(store, op, user.id, noVerification);
}
