/** Passwords: the rules, the argon2id hash, and a check that takes as long for nobody as for somebody. */
import { hash, verify } from "@node-rs/argon2";
import { transact } from "./commit.ts";
import { keys } from "./keys.ts";
import type { Store } from "./open.ts";
import { refuse, type Result } from "./refusals.ts";
import { endOtherSessions } from "./sessions.ts";

/** Specification, section 5: each rule a password must meet, by its name in the catalogue. */
export const passwordRules: Record<string, (password: string) => boolean> = {
  length: (password) => password.length >= 8,
  mixed_case: (password) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
  digit: (password) => /\d/.test(password),
  special: (password) => /[#?!@$%^&*-]/.test(password),
};

/** Longer ones would only let strangers spend our processor on hashing. */
export const passwordLengthMax = 200;

export const isPasswordAllowed = (password: string): boolean =>
  password.length <= passwordLengthMax && Object.values(passwordRules).every((holds) => holds(password));

export const hashPassword = (password: string): Promise<string> => hash(password);

/** Verified against when nobody has the address, so that the answer is as slow. */
const nobodysHash = hash("nobody has this password");

/** Whether the password belongs to the hash; a null hash costs the same time and is false. */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  if (password.length > passwordLengthMax) password = "";
  const matches = await verify(storedHash ?? await nobodysHash, password);
  return storedHash !== null && matches;
}

export async function passwordHashOf(store: Store, userId: number): Promise<string | null> {
  return (await store.kv.get<{ hash: string }>(keys.password(userId))).value?.hash ?? null;
}

/** Replaces the password and ends every session but the one given (null ends all). */
export async function replacePassword(
  store: Store,
  userId: number,
  password: string,
  keepTokenHash: string | null,
): Promise<void> {
  const next = { hash: await hashPassword(password) };
  await transact(() => Promise.resolve({ commit: store.kv.atomic().set(keys.password(userId), next), result: null }));
  await endOtherSessions(store, userId, keepTokenHash);
}

/** Changes one's own password; refuses `wrong_password` and, for a weak new one, `invalid`. */
export async function changePassword(
  store: Store,
  userId: number,
  change: { currentPassword: string; password: string; keepTokenHash: string },
): Promise<Result<Record<never, never>>> {
  if (!isPasswordAllowed(change.password)) return refuse("invalid", { fields: { password: "password_rules" } });
  if (!await verifyPassword(await passwordHashOf(store, userId), change.currentPassword)) {
    return refuse("wrong_password", { fields: { currentPassword: "wrong_password" } });
  }
  await replacePassword(store, userId, change.password, change.keepTokenHash);
  return { ok: true };
}
