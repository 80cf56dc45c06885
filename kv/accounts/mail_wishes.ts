/** Which mails somebody wishes to have, and the keys in mails that end them with one press (RFC 8058). */
import type { Store } from "../open.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import type { Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import type { User } from "./users.ts";

/** Mails that can be unwished; those about the account itself cannot. */
export const mailKinds = ["letters", "searches", "invitations", "newsletters"] as const;
export type MailKind = typeof mailKinds[number];

/** Where the wish of each kind stands, and what it is of who never said one. */
const wishes = {
  letters: { field: "letterEmails", unsaid: true },
  searches: { field: "searchEmails", unsaid: true },
  // By the time it is read nobody waits any more: it comes to whoever wished for it alone.
  invitations: { field: "invitationEmails", unsaid: false },
  newsletters: { field: "promoEmails", unsaid: false },
} as const satisfies Record<MailKind, { field: keyof User; unsaid: boolean }>;

/** Whether somebody wishes mails of a kind. */
export const wishesMail = (user: Partial<Pick<User, typeof wishes[MailKind]["field"]>>, kind: MailKind): boolean =>
  user[wishes[kind].field] ?? wishes[kind].unsaid;

export const wishesLetterEmails = (user: Pick<User, "letterEmails">): boolean => wishesMail(user, "letters");

export const wishesInvitationEmails = (user: Pick<User, "invitationEmails">): boolean =>
  wishesMail(user, "invitations");

/** Notes the wish. Refuses `not_found` where there is nobody of that id. */
export function setMailWish(store: Store, userId: number, kind: MailKind, isWished: boolean): Promise<Result<object>> {
  return changeRecord<User>(store, keys.user(userId), (user) => {
    if (wishesMail(user, kind) === isWished) return user;
    return withWishTime(user, { ...user, [wishes[kind].field]: isWished }, store.now());
  });
}

/** The changed account with the time at which newsletters were wished for or unwished: consent has to be shown. */
export const withWishTime = (before: User, user: User, nowMs: number): User =>
  before.promoEmails === user.promoEmails ? user : { ...user, promoEmailsAt: nowMs };

/** The account without any of these mails; the very same where it wishes none. */
export function unwishMails(user: User, nowMs: number): User {
  const wished = mailKinds.filter((kind) => wishesMail(user, kind));
  if (wished.length === 0) return user;
  const quiet = { ...user, ...Object.fromEntries(wished.map((kind) => [wishes[kind].field, false])) };
  return withWishTime(user, quiet, nowMs);
}

/** The key of a mail's unsubscribe link: it works as long as the account exists, and for this kind of mail alone. */
export const unsubscribeKeyOf = (store: Store, userId: number, kind: MailKind): string =>
  store.sign(`unsubscribe:${kind}:${userId}`);

/** Which mails a key of an unsubscribe link ends; null for a key of nobody's. */
export function kindOfUnsubscribeKey(store: Store, userId: number, key: string): MailKind | null {
  return mailKinds.find((kind) => isSameSecret(key, unsubscribeKeyOf(store, userId, kind))) ?? null;
}
