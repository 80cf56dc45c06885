/** Which mails a person wants, and the keys of the links that unsubscribe with one click (RFC 8058). */
import type { Store } from "../open.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import type { Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import type { User } from "./users.ts";

/** Mails that can be unsubscribed from; those about the account itself cannot. */
export const mailKinds = ["letters", "talks", "searches", "invitations", "newsletters"] as const;
export type MailKind = typeof mailKinds[number];

/** The field of the account for each kind, and what counts if the person never set it. */
const wishes = {
  letters: { field: "letterEmails", unsaid: true },
  talks: { field: "talkEmails", unsaid: true },
  searches: { field: "searchEmails", unsaid: true },
  // By the time it is read nobody waits any more, so it goes only to people who asked for it.
  invitations: { field: "invitationEmails", unsaid: false },
  newsletters: { field: "promoEmails", unsaid: false },
} as const satisfies Record<MailKind, { field: keyof User; unsaid: boolean }>;

/** Whether a person wants mails of a kind. */
export const wishesMail = (user: Partial<Pick<User, typeof wishes[MailKind]["field"]>>, kind: MailKind): boolean =>
  user[wishes[kind].field] ?? wishes[kind].unsaid;

/** Saves whether a person wants mails of a kind. Refuses `not_found`. */
export function setMailWish(store: Store, userId: number, kind: MailKind, isWished: boolean): Promise<Result<object>> {
  return changeRecord<User>(store, keys.user(userId), (user) => {
    if (wishesMail(user, kind) === isWished) return user;
    return withWishTime(user, { ...user, [wishes[kind].field]: isWished }, store.now());
  });
}

/** The changed account, with the time at which newsletters were subscribed to or ended: consent must be provable. */
export const withWishTime = (before: User, user: User, nowMs: number): User =>
  before.promoEmails === user.promoEmails ? user : { ...user, promoEmailsAt: nowMs };

/** The account with all of these mails turned off; the same object if none was on. */
export function unwishMails(user: User, nowMs: number): User {
  const wished = mailKinds.filter((kind) => wishesMail(user, kind));
  if (wished.length === 0) return user;
  const quiet = { ...user, ...Object.fromEntries(wished.map((kind) => [wishes[kind].field, false])) };
  return withWishTime(user, quiet, nowMs);
}

/** The key of a mail's unsubscribe link: it works as long as the account exists, and for this kind of mail alone. */
export const unsubscribeKeyOf = (store: Store, userId: number, kind: MailKind): string =>
  store.sign(`unsubscribe:${kind}:${userId}`);

/** The kind of mail that the key of an unsubscribe link ends; null for an unknown key. */
export function kindOfUnsubscribeKey(store: Store, userId: number, key: string): MailKind | null {
  return mailKinds.find((kind) => isSameSecret(key, unsubscribeKeyOf(store, userId, kind))) ?? null;
}
