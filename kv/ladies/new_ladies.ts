/** How a lady begins: with an account, an empty profile, and a verification that still lacks everything. */
import type { User } from "../accounts/users.ts";
import { putNewVerification } from "../vetting/verifications.ts";
import { addEmptyProfile } from "./ladies.ts";

/**
 * Adds her empty profile and verification to the commit of her account; she is unpublished until that is complete.
 * `hasBegun` if the same commit asks for something to be seen.
 */
export function addNewLady(op: Deno.AtomicOperation, user: User, hasBegun = false): void {
  addEmptyProfile(op, user);
  putNewVerification(op, user.id, hasBegun);
}
