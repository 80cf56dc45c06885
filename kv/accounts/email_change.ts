/**
 * Another e-mail for an account: it holds once a link that was mailed to it is confirmed; until then the old one stays.
 * Asking answers alike, and writes as much, whether the wished address is free or somebody's.
 */
import type { Store } from "../open.ts";
import { commitNow, transact } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { passwordOf, verifyPassword } from "./signing_in/passwords.ts";
import { normaliseEmail, type User, userById } from "./users.ts";

export const emailChangeSeconds = 24 * 60 * 60;

export interface EmailChange {
  id: string;
  userId: number;
  /** The wished address, as addresses are compared. */
  email: string;
  askedAt: number;
  expiresAt: number;
  /** Where it was asked for; see MailJob. */
  origin?: string;
}

/** The key of the mailed link; made from the secret, stored nowhere. */
export const emailChangeKeyOf = (store: Store, change: EmailChange): string => store.sign(`email-change:${change.id}`);

/**
 * Mails a link to the new address and a notice to the old one; a newer wish ends the earlier. Refuses `wrong_password`,
 * and `invalid` for the address that one has already.
 */
export async function beginEmailChange(
  store: Store,
  userId: number,
  wanted: { email: string; currentPassword: string; origin?: string },
): Promise<Result<{ change: EmailChange }>> {
  const email = normaliseEmail(wanted.email);
  const user = await userById(store, userId);
  if (!user) return refuse("not_found");
  const stored = await passwordOf(store, userId);
  if (!await verifyPassword(stored.value?.hash ?? null, wanted.currentPassword)) {
    return refuse("wrong_password", { fields: { currentPassword: "wrong_password" } });
  }
  if (email === user.email) return refuse("invalid", { fields: { email: "wrong_value" } });
  const { origin } = wanted;
  const ownerId = (await store.kv.get<number>(keys.userIdByEmail(email))).value;
  const expireIn = emailChangeSeconds * 1000;
  const change: EmailChange = {
    id: store.randomToken(),
    userId,
    email,
    askedAt: store.now(),
    expiresAt: store.now() + expireIn,
    origin,
  };
  const op = store.kv.atomic().set(keys.emailChange(userId), change, { expireIn });
  // Of a taken address only its owner learns that somebody asked.
  if (ownerId === null) addJob(store, op, { kind: "email_change_mail", userId, changeId: change.id, origin });
  else addJob(store, op, { kind: "already_registered_mail", userId: ownerId, origin });
  addJob(store, op, { kind: "email_change_notice_mail", userId, to: user.email, isDone: false, origin });
  // The password that was proved is still the one that holds: replacing it takes back what was wished with the former one.
  if (await commitNow(op.check(stored))) return { ok: true, change };
  return refuse("wrong_password", { fields: { currentPassword: "wrong_password" } });
}

/** What somebody wished and has not confirmed yet; null where nothing waits. */
export async function emailChangeOf(store: Store, userId: number): Promise<EmailChange | null> {
  const change = (await store.kv.get<EmailChange>(keys.emailChange(userId))).value;
  return change && change.expiresAt > store.now() ? change : null;
}

/** Takes the wish back; its link is spent. */
export const cancelEmailChange = (store: Store, userId: number): Promise<boolean> =>
  commitNow(store.kv.atomic().delete(keys.emailChange(userId)));

/** The wish that a mailed link may still confirm; null for a wrong, used, replaced or late key. Changes nothing. */
export async function openEmailChange(
  store: Store,
  link: { userId: number; key: string },
): Promise<Deno.KvEntry<EmailChange> | null> {
  const entry = await store.kv.get<EmailChange>(keys.emailChange(link.userId));
  if (!entry.value || emailChangeKeyOf(store, entry.value) !== link.key) return null;
  return entry.value.expiresAt > store.now() ? entry : null;
}

/**
 * Makes the new address the account's, once; refuses `expired` for a wrong, used or late key, and where somebody else
 * has the address by now. Links for a new password that went to the old address are spent with it.
 */
export function finishEmailChange(
  store: Store,
  link: { userId: number; key: string },
): Promise<Result<{ user: User }>> {
  return transact<Result<{ user: User }>>(async () => {
    const entry = await openEmailChange(store, link);
    if (!entry) return { done: refuse("expired") };
    const { email, userId, origin } = entry.value;
    const [user, taken] = await store.kv.getMany<[User, number]>([keys.user(userId), keys.userIdByEmail(email)]);
    if (!user.value || taken.value !== null) return { done: refuse("expired") };
    // What is known of the old address says nothing of the new one.
    const { unreachable: _, ...known } = user.value;
    const changed: User = { ...known, email };
    const op = store.kv.atomic().check(entry, user, taken)
      .delete(entry.key)
      .delete(keys.userIdByEmail(user.value.email))
      .delete(keys.passwordResetOfUser(userId))
      .set(taken.key, userId)
      .set(user.key, changed);
    addJob(store, op, { kind: "email_change_notice_mail", userId, to: user.value.email, isDone: true, origin });
    return { commit: op, result: { ok: true, user: changed } };
  });
}
