/** Which mails somebody wishes to have, and the keys in mails that end them with one press (RFC 8058). */
import type { Store } from "../open.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import type { Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import type { User } from "./users.ts";

/** Mails that can be unwished; those about the account itself cannot. */
export const mailKinds = ["letters"] as const;
export type MailKind = typeof mailKinds[number];

export const wishesLetterEmails = (user: Pick<User, "letterEmails">): boolean => user.letterEmails ?? true;

/** Notes the wish. Refuses `not_found` where there is nobody of that id. */
export function setMailWish(store: Store, userId: number, kind: MailKind, isWished: boolean): Promise<Result<object>> {
  return changeRecord<User>(
    store,
    keys.user(userId),
    (user) => isWishedBy(user, kind) === isWished ? user : { ...user, letterEmails: isWished },
  );
}

const isWishedBy = (user: User, kind: MailKind): boolean => kind === "letters" && wishesLetterEmails(user);

/** The key of a mail's unsubscribe link: it works as long as the account exists, and for this kind of mail alone. */
export const unsubscribeKeyOf = (store: Store, userId: number, kind: MailKind): string =>
  store.sign(`unsubscribe:${kind}:${userId}`);

/** Which mails a key of an unsubscribe link ends; null for a key of nobody's. */
export function kindOfUnsubscribeKey(store: Store, userId: number, key: string): MailKind | null {
  return mailKinds.find((kind) => isSameSecret(key, unsubscribeKeyOf(store, userId, kind))) ?? null;
}
