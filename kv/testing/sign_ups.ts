/** For tests of coming in: one browser, what it asks with, and how it proves an address. */
import type { Proving } from "../accounts/confirming.ts";
import { beginSignInLink, tokenOf } from "../accounts/sign_in_tickets.ts";
import type { Asking } from "../accounts/sign_up.ts";
import type { Visitor } from "../accounts/visitors.ts";
import type { Store } from "../open.ts";

export const testVisitor: Visitor = { address: "192.0.2.1", mark: "the-mark-of-the-test" };

export const asking: Asking = { visitor: testVisitor };

export const proofOf = (email: string, changes: Partial<Proving> = {}): Proving => ({
  email,
  visitor: testVisitor,
  by: "browser",
  ...changes,
});

/** What stands in the link that signs in, as its mail would carry it. */
export const signInToken = async (store: Store, email: string, next?: string): Promise<string> =>
  tokenOf(store, (await beginSignInLink(store, email, { next })).id);
