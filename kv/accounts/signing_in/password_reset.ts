/** Forgotten passwords: a mailed key, good once and for an hour. Known and unknown addresses are answered alike. */
import type { Store } from "../../open.ts";
import { commitNow } from "../../store/commit.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { type Act, isSamePress, justDone, noteDone, type Press, wasJustDone } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isSameSecret } from "../../store/same_secret.ts";
import { newPasswordFault, replacePassword } from "./passwords.ts";
import { userByEmail } from "../users.ts";

export const resetSeconds = 60 * 60;
/** The lifetime of a staff member's first link: it is handed over, and may wait for a day. */
export const invitationSeconds = 24 * 60 * 60;

export interface PasswordReset {
  id: string;
  /** `nobody` if the address is unknown. */
  userId: number;
  expiresAt: number;
  /** Where it was asked for; see MailJob. */
  origin?: string;
}

/** No account has this id. A reset of `nobody` costs the same commit and mails nothing. */
const nobody = 0;

/** The key of the mailed link; made from the secret, stored nowhere. */
export const recoveryKeyOf = (store: Store, reset: PasswordReset): string => store.sign(`recovery:${reset.id}`);

/** Mails a link if the address is known; a newer link replaces an earlier one. Writes as much for an unknown address. */
export async function beginPasswordReset(store: Store, email: string, origin?: string): Promise<void> {
  const userId = (await userByEmail(store, email))?.id ?? nobody;
  const expireIn = resetSeconds * 1000;
  const reset: PasswordReset = { id: store.randomToken(), userId, expiresAt: store.now() + expireIn, origin };
  const op = store.kv.atomic()
    .set(keys.passwordReset(reset.id), reset, { expireIn })
    .set(keys.passwordResetOfUser(userId), reset.id, { expireIn });
  addJob(store, op, { kind: "password_reset_mail", resetId: reset.id, origin });
  await commitNow(op);
}

/** Adds a link for a first password to the commit that creates an account. Returns its key, which is stored nowhere. */
export function beginInvitation(store: Store, op: Deno.AtomicOperation, userId: number): string {
  const expireIn = invitationSeconds * 1000;
  const reset: PasswordReset = { id: store.randomToken(), userId, expiresAt: store.now() + expireIn };
  op.set(keys.passwordReset(reset.id), reset, { expireIn }).set(keys.passwordResetOfUser(userId), reset.id, {
    expireIn,
  });
  return recoveryKeyOf(store, reset);
}

/** A reset whose link may still be used; null for a used, replaced or late one. */
export async function passwordResetById(store: Store, resetId: string): Promise<PasswordReset | null> {
  const reset = (await store.kv.get<PasswordReset>(keys.passwordReset(resetId))).value;
  if (!reset || reset.expiresAt <= store.now()) return null;
  const newest = await store.kv.get<string>(keys.passwordResetOfUser(reset.userId));
  return newest.value === resetId ? reset : null;
}

interface OpenReset {
  reset: Deno.KvEntry<PasswordReset>;
  /** The id of the person's newest reset; a newer reset replaces it, and a new password or address removes it. */
  newest: Deno.KvEntryMaybe<string>;
}

/** The reset that a mailed link may still use; null for a wrong, used or late key. Changes nothing. */
export async function openPasswordReset(
  store: Store,
  link: { email: string; recoveryKey: string },
): Promise<OpenReset | null> {
  const user = await userByEmail(store, link.email);
  const newest = user && await store.kv.get<string>(keys.passwordResetOfUser(user.id));
  const reset = newest?.value ? await store.kv.get<PasswordReset>(keys.passwordReset(newest.value)) : null;
  if (!newest || !reset?.value || !isSameSecret(link.recoveryKey, recoveryKeyOf(store, reset.value))) return null;
  return reset.value.expiresAt > store.now() ? { reset, newest } : null;
}

const actOf = (recoveryKey: string): Act => ["password_reset", recoveryKey];

/** Whether a link was used within the last minute, in whatever browser. */
export const wasResetJustUsed = (store: Store, recoveryKey: string): Promise<boolean> =>
  wasJustDone(store, actOf(recoveryKey));

interface WantedPassword {
  email: string;
  recoveryKey: string;
  newPassword: string;
  press?: Press;
}

/**
 * Sets the new password and ends every session; the same press is answered so once more. Refuses `expired` for a wrong, used
 * or late key.
 */
export async function finishPasswordReset(store: Store, wanted: WantedPassword): Promise<Result<{ userId: number }>> {
  const fault = await newPasswordFault(wanted.newPassword);
  if (fault) return refuse("invalid", { fields: { newPassword: fault } });
  const finished = await finishOnce(store, wanted);
  if (finished.ok) return finished;
  const note = await justDone(store, actOf(wanted.recoveryKey));
  const isRepeat = note !== null && isSamePress(store, note.value, wanted.press ?? null);
  return isRepeat ? { ok: true, userId: note.value.userId } : finished;
}

async function finishOnce(store: Store, wanted: WantedPassword): Promise<Result<{ userId: number }>> {
  const opened = await openPasswordReset(store, wanted);
  if (!opened) return refuse("expired");
  const { reset, newest } = opened;
  const { userId, origin } = reset.value;
  const op = store.kv.atomic().check(reset, newest).delete(reset.key);
  noteDone(store, op, { act: actOf(wanted.recoveryKey), press: wanted.press, told: { userId } });
  addJob(store, op, { kind: "password_changed_mail", userId, origin });
  // The commit that changes the password also spends the key, so that two requests cannot both use it, and a key that was
  // revoked while the new password was hashed cannot be used.
  const isReplaced = await replacePassword(store, userId, wanted.newPassword, null, op);
  return isReplaced ? { ok: true, userId } : refuse("expired");
}
