/**
 * Changing the e-mail of an account. The new address takes effect when a link that was mailed to it is confirmed; until
 * then the old one stays. A request is answered alike, and writes as much, whether the new address is free or taken.
 */
import type { Store } from "../open.ts";
import { commitNow, transact } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { isRecent } from "../store/days.ts";
import { type Act, isSamePress, justDone, justDoneMs, noteDone, type Press, wasJustDone } from "../store/just_done.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import { passwordOf, verifyPassword } from "./signing_in/passwords.ts";
import type { StoredPassword } from "./signing_in/stored_password.ts";
import { withBonusMailbox } from "./sign_up_bonus.ts";
import { isSuspended, normaliseEmail, type User, userById } from "./users.ts";

export const emailChangeSeconds = 24 * 60 * 60;

export interface EmailChange {
  id: string;
  userId: number;
  /** The new address, normalised. */
  email: string;
  askedAt: number;
  expiresAt: number;
  /** Where it was asked for; see MailJob. */
  origin?: string;
}

/** The key of the mailed link; made from the secret, stored nowhere. */
export const emailChangeKeyOf = (store: Store, change: EmailChange): string => store.sign(`email-change:${change.id}`);

/**
 * Mails a link to the new address and a notice to the old one; a newer request replaces an earlier one, and the same one
 * within a minute is answered alike and mails nothing. Refuses `not_found`, `wrong_password`, and `invalid` if the account has
 * this address already.
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
  return await transact<Result<{ change: EmailChange }>>(async () => {
    const [present, earlier, owner] = await store.kv.getMany<[StoredPassword, EmailChange, number]>([
      stored.key,
      keys.emailChange(userId),
      keys.userIdByEmail(email),
    ]);
    // The verified password must still be the current one: replacing it cancels what was asked with the old one.
    if (present.versionstamp !== stored.versionstamp) {
      return { done: refuse("wrong_password", { fields: { currentPassword: "wrong_password" } }) };
    }
    if (wasJustAsked(store, earlier.value, email)) return { done: { ok: true, change: earlier.value } };
    const change = newChange(store, { userId, email, origin: wanted.origin });
    const op = store.kv.atomic().check(present, earlier)
      .set(earlier.key, change, { expireIn: emailChangeSeconds * 1000 });
    addMails(store, op, change, { formerEmail: user.email, ownerId: owner.value });
    return { commit: op, result: { ok: true, change } };
  });
}

/** Whether the button was pressed twice, or again because the answer was lost: another mail would end the first one's link. */
const wasJustAsked = (store: Store, earlier: EmailChange | null, email: string): earlier is EmailChange =>
  earlier !== null && earlier.email === email && isRecent(store.now(), earlier.askedAt, justDoneMs);

const newChange = (store: Store, wanted: Pick<EmailChange, "userId" | "email" | "origin">): EmailChange => ({
  ...wanted,
  id: store.randomToken(),
  askedAt: store.now(),
  expiresAt: store.now() + emailChangeSeconds * 1000,
});

function addMails(
  store: Store,
  op: Deno.AtomicOperation,
  { id, userId, origin }: EmailChange,
  { formerEmail, ownerId }: { formerEmail: string; ownerId: number | null },
): void {
  // If the address is taken, only its owner learns that somebody asked.
  if (ownerId === null) addJob(store, op, { kind: "email_change_mail", userId, changeId: id, origin });
  else addJob(store, op, { kind: "already_registered_mail", userId: ownerId, origin });
  addJob(store, op, { kind: "email_change_notice_mail", userId, to: formerEmail, isDone: false, origin });
}

/** The change that a person asked for and has not confirmed yet; null if there is none. */
export async function emailChangeOf(store: Store, userId: number): Promise<EmailChange | null> {
  const change = (await store.kv.get<EmailChange>(keys.emailChange(userId))).value;
  return change && change.expiresAt > store.now() ? change : null;
}

/** Cancels the change; its link stops working. */
export const cancelEmailChange = (store: Store, userId: number): Promise<boolean> =>
  commitNow(store.kv.atomic().delete(keys.emailChange(userId)));

/** The change that a mailed link may still confirm; null for a wrong, used, replaced or late key. Changes nothing. */
export async function openEmailChange(
  store: Store,
  link: { userId: number; key: string },
): Promise<Deno.KvEntry<EmailChange> | null> {
  const entry = await store.kv.get<EmailChange>(keys.emailChange(link.userId));
  if (!entry.value || !isSameSecret(link.key, emailChangeKeyOf(store, entry.value))) return null;
  return entry.value.expiresAt > store.now() ? entry : null;
}

const actOf = (key: string): Act => ["email_change", key];

/** Whether a link was used within the last minute, in whatever browser. */
export const wasChangeJustConfirmed = (store: Store, key: string): Promise<boolean> => wasJustDone(store, actOf(key));

/**
 * Gives the account its new address, once; the same press is answered so once more. Refuses `expired` for a wrong, used or
 * late key, if somebody else has the address by now, and while the account is suspended, which holds for its mailbox.
 * Password links that were mailed to the old address stop working.
 */
export function finishEmailChange(
  store: Store,
  link: { userId: number; key: string; press?: Press },
): Promise<Result<{ user: User }>> {
  return transact<Result<{ user: User }>>(async () => {
    const entry = await openEmailChange(store, link);
    if (!entry) return { done: await finishedAgain(store, link) };
    const { email, userId, origin } = entry.value;
    const [user, taken] = await store.kv.getMany<[User, number]>([keys.user(userId), keys.userIdByEmail(email)]);
    if (!user.value || isSuspended(user.value) || taken.value !== null) return { done: refuse("expired") };
    // What is known of the old address says nothing of the new one.
    const { unreachable: _, ...known } = user.value;
    const changed = await withBonusMailbox(store, known, email);
    const op = store.kv.atomic().check(entry, user, taken)
      .delete(entry.key)
      .delete(keys.userIdByEmail(user.value.email))
      .delete(keys.passwordResetOfUser(userId))
      .set(taken.key, userId)
      .set(user.key, changed);
    addJob(store, op, { kind: "email_change_notice_mail", userId, to: user.value.email, isDone: true, origin });
    noteDone(store, op, { act: actOf(link.key), press: link.press, told: { userId } });
    return { commit: op, result: { ok: true, user: changed } };
  });
}

async function finishedAgain(
  store: Store,
  { key, press = null }: { key: string; press?: Press },
): Promise<Result<{ user: User }>> {
  const note = await justDone(store, actOf(key));
  const user = note && isSamePress(store, note.value, press) ? await userById(store, note.value.userId) : null;
  return user ? { ok: true, user } : refuse("expired");
}
