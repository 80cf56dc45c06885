/** Forgotten passwords: a mailed key, single use, one hour; asking answers alike for known and unknown addresses. */
import { addJob } from "./jobs.ts";
import { keys } from "./keys.ts";
import type { Store } from "./open.ts";
import { isPasswordAllowed, replacePassword } from "./passwords.ts";
import { refuse, type Result } from "./refusals.ts";
import { userByEmail } from "./users.ts";

export const resetSeconds = 60 * 60;

export interface PasswordReset {
  id: string;
  userId: number;
  expiresAt: number;
}

/** The key of the mailed link; made from the secret, stored nowhere. */
export const recoveryKeyOf = (store: Store, reset: PasswordReset): string => store.sign(`recovery:${reset.id}`);

/** Sends a link where the address is known; a newer one ends the earlier. */
export async function beginPasswordReset(store: Store, email: string): Promise<void> {
  const user = await userByEmail(store, email);
  if (!user) return;
  const expireIn = resetSeconds * 1000;
  const reset: PasswordReset = { id: store.randomToken(), userId: user.id, expiresAt: store.now() + expireIn };
  const op = store.kv.atomic()
    .set(keys.passwordReset(reset.id), reset, { expireIn })
    .set(keys.passwordResetOfUser(user.id), reset.id, { expireIn });
  addJob(store, op, { kind: "password_reset_mail", resetId: reset.id });
  await op.commit();
}

export async function passwordResetById(store: Store, resetId: string): Promise<PasswordReset | null> {
  return (await store.kv.get<PasswordReset>(keys.passwordReset(resetId))).value;
}

/** Sets the new password and ends every session; refuses `expired` for a wrong, used or late key. */
export async function finishPasswordReset(
  store: Store,
  wanted: { email: string; recoveryKey: string; newPassword: string },
): Promise<Result<{ userId: number }>> {
  if (!isPasswordAllowed(wanted.newPassword)) return refuse("invalid", { fields: { newPassword: "password_rules" } });
  const user = await userByEmail(store, wanted.email);
  const resetId = user && (await store.kv.get<string>(keys.passwordResetOfUser(user.id))).value;
  const entry = resetId ? await store.kv.get<PasswordReset>(keys.passwordReset(resetId)) : null;
  const reset = entry?.value;
  if (!user || !entry || !reset) return refuse("expired");
  if (recoveryKeyOf(store, reset) !== wanted.recoveryKey || reset.expiresAt <= store.now()) return refuse("expired");

  const op = store.kv.atomic().check(entry).delete(entry.key).delete(keys.passwordResetOfUser(user.id));
  addJob(store, op, { kind: "password_changed_mail", userId: user.id });
  // The key is spent before the password changes: two presses cannot both use it.
  if (!(await op.commit()).ok) return refuse("expired");
  await replacePassword(store, user.id, wanted.newPassword, null);
  return { ok: true, userId: user.id };
}
