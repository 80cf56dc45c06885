/** Which mails somebody wishes to have, and the keys in mails that end them with one press (RFC 8058). */
import type { Store } from "../open.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import type { Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import type { User } from "./users.ts";

/** Mails that can be unwished; those about the account itself cannot. */
export const mailKinds = ["letters", "searches"] as const;
export type MailKind = typeof mailKinds[number];

const fields = { letters: "letterEmails", searches: "searchEmails" } as const satisfies Record<MailKind, keyof User>;
type Wishes = Pick<User, typeof fields[MailKind]>;

/** Whether somebody wishes mails of a kind; who never said so does. */
export const wishesMails = (user: Wishes, kind: MailKind): boolean => user[fields[kind]] ?? true;

export const wishesLetterEmails = (user: Wishes): boolean => wishesMails(user, "letters");

/** Notes the wish. Refuses `not_found` where there is nobody of that id. */
export function setMailWish(store: Store, userId: number, kind: MailKind, isWished: boolean): Promise<Result<object>> {
  return changeRecord<User>(
    store,
    keys.user(userId),
    (user) => wishesMails(user, kind) === isWished ? user : { ...user, [fields[kind]]: isWished },
  );
}

/** The key of a mail's unsubscribe link: it works as long as the account exists, and for this kind of mail alone. */
export const unsubscribeKeyOf = (store: Store, userId: number, kind: MailKind): string =>
  store.sign(`unsubscribe:${kind}:${userId}`);

/** Which mails a key of an unsubscribe link ends; null for a key of nobody's. */
export function kindOfUnsubscribeKey(store: Store, userId: number, key: string): MailKind | null {
  return mailKinds.find((kind) => isSameSecret(key, unsubscribeKeyOf(store, userId, kind))) ?? null;
}
