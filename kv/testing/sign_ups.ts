/** For tests of sign-ups and sign-ins: one browser, what it asks with, and how it proves an address. */
import type { Proving } from "../accounts/confirming.ts";
import { beginSignInLink, tokenOf } from "../accounts/signing_in/sign_in_tickets.ts";
import { type Asking, beginSignUp, type SignUp } from "../accounts/sign_up.ts";
import type { Visitor } from "../accounts/visitors.ts";
import { countryByIso } from "../ladies/countries.ts";
import type { Store } from "../open.ts";
import { testPasswordHash } from "./store.ts";

export const testVisitor: Visitor = { address: "192.0.2.1", mark: "the-mark-of-the-test" };

export const asking: Asking = { visitor: testVisitor };

export const proofOf = (email: string, changes: Partial<Proving> = {}): Proving => ({
  email,
  visitor: testVisitor,
  by: "browser",
  ...changes,
});

/** The token of the link that signs in, as its mail would carry it. */
export const signInToken = async (store: Store, email: string): Promise<string> =>
  tokenOf(store, (await beginSignInLink(store, email)).id);

/** A man who signs up, and has not yet proved his address. */
export const tom: SignUp = {
  email: "tom@men.test",
  firstname: "Tom",
  lastname: "Reed",
  birthdate: "1985-04-12",
  countryId: countryByIso("US")!.id,
  promoEmails: true,
  locale: "en",
  groupId: 1,
  passwordHash: testPasswordHash,
};
export const tomsProof = proofOf(tom.email);
/** The same proof by somebody else, in another browser and network. */
export const strangersProof: Proving = {
  ...tomsProof,
  visitor: { address: "198.51.100.9", mark: "the-mark-of-another" },
};

/** Tom's sign-up, or one that differs from it. */
export const beginToms = (store: Store, wanted: Partial<SignUp> = {}, visitor = testVisitor) =>
  beginSignUp(store, { ...tom, ...wanted }, { visitor });
