/** For tests of the second factor: people who work here, and the app in their hand. */
import { enrol, makeOffer, type Offer, showOffer } from "../accounts/signing_in/second_factors.ts";
import { codeAt } from "../accounts/signing_in/totp.ts";
import { admin, type GroupId, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { createUser } from "./store.ts";

/** Somebody's authenticator: shows the code of the store's time. */
export interface App {
  code: (atMs?: number) => string;
}

/** Sets an app up from an offer, as a person does by hand. */
export async function appOf(store: Store, userId: number, offer: Offer): Promise<App> {
  const { base32 } = await showOffer(store, userId, offer, { label: "me", issuer: "Vesna" });
  return appWith(store, base32);
}

/** An app into which a secret was typed. */
export function appWith(store: Pick<Store, "now">, base32: string): App {
  const bits = [...base32].map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g)!.map((byte) => parseInt(byte, 2));
  return { code: (atMs = store.now()) => codeAt(new Uint8Array(bytes), atMs) };
}

export const createAdmin = (store: Store, groupId: GroupId = admin): Promise<User> =>
  createUser(store, { firstname: "Ada", email: `staff-${groupId}@demo.test`, groupId });

/** Somebody who has an app already. */
export async function createEnrolled(
  store: Store,
  groupId: GroupId = admin,
): Promise<{ user: User; app: App; recoveryCodes: string[] }> {
  const user = await createAdmin(store, groupId);
  const offer = await makeOffer(store, user.id);
  const app = await appOf(store, user.id, offer);
  const enrolled = await enrol(store, user.id, offer, { code: app.code() });
  if (!enrolled.ok) throw new Error(enrolled.reason);
  return { user, app, recoveryCodes: enrolled.recoveryCodes };
}
