/** Passwords: the rules, the argon2id hash, and a check that takes as long for an unknown account as for a known one. */
import { hash, verify } from "@node-rs/argon2";
import type { Store } from "../../open.ts";
import { commitNow } from "../../store/commit.ts";
import { alsoIfLate } from "../../store/health/health.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { type Act, noteDone, wasJustDone } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { forgiveAttempt, type Limit, takeAttempt } from "../../store/limits.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isCommonPassword } from "./common_passwords.ts";
import { addSessionsEnd, endEarlierSessions } from "./session_ends.ts";
import { deleteSession, otherSessionsOf, sessionTopic } from "./sessions.ts";
import type { StoredPassword } from "./stored_password.ts";

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

/** Why a new password is not accepted, by its name in the catalogue; null if it is. */
export async function newPasswordFault(password: string): Promise<"password_rules" | "password_common" | null> {
  if (!isPasswordAllowed(password)) return "password_rules";
  return await isCommonPassword(password) ? "password_common" : null;
}

/** Hashes made and verified since the start, each about 40 ms of processor time; /metrics shows them. */
export const passwordWork = { hashes: 0 };

export function hashPassword(password: string): Promise<string> {
  passwordWork.hashes++;
  return hash(password);
}

/** What is verified against if nobody has the address, so that the answer takes as long. */
export const nobodysHash = hash("nobody has this password");

/** Whether the password belongs to the hash; a null hash costs the same time and is false. */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  if (password.length > passwordLengthMax) password = "";
  passwordWork.hashes++;
  const matches = await verify(storedHash ?? await nobodysHash, password);
  return storedHash !== null && matches;
}

/** The stored password with its version, so that what was verified can be checked in a later commit. */
export const passwordOf = (store: Store, userId: number): Promise<Deno.KvEntryMaybe<StoredPassword>> =>
  store.kv.get<StoredPassword>(keys.password(userId));

export async function passwordHashOf(store: Store, userId: number): Promise<string | null> {
  return (await passwordOf(store, userId)).value?.hash ?? null;
}

/**
 * Asks a signed-in person for the password again, before an action that nobody else may take in her or his place. `limit`
 * bounds the attempts. Refuses `wrong_password` and `too_many_requests`.
 */
export async function provePassword(
  store: Store,
  userId: number,
  password: string,
  limit: Limit,
): Promise<Result<object>> {
  const taken = await takeAttempt(store, limit, String(userId));
  if (!taken.ok) return taken;
  if (!await verifyPassword(await passwordHashOf(store, userId), password)) {
    return refuse("wrong_password", { fields: { password: "wrong_password" } });
  }
  await forgiveAttempt(store, limit, String(userId));
  return { ok: true };
}

/** With their two keys each, well under the thousand writes of a commit. */
const sessionsInCommit = 200;

/**
 * Replaces the password and ends all sessions except `keepTokenHash` (null ends all), in the commit of `op`. Also removes
 * pending links to a new password and to a new e-mail, and a second factor on offer: somebody who knew the old password
 * may have asked for them. Returns false, and changes nothing, if a check in `op` fails, or if another commit replaced the
 * password or ended all sessions meanwhile.
 */
export async function replacePassword(
  store: Store,
  userId: number,
  password: string,
  keepTokenHash: string | null,
  op: Deno.AtomicOperation = store.kv.atomic(),
): Promise<boolean> {
  const [hash, former, others] = await Promise.all([
    hashPassword(password),
    passwordOf(store, userId),
    otherSessionsOf(store, userId, keepTokenHash),
  ]);
  const end = addSessionsEnd(store, op, former, { userId, keepTokenHash, hash });
  op.delete(keys.passwordResetOfUser(userId)).delete(keys.emailChange(userId)).delete(keys.secondFactorOffer(userId));
  for (const tokenHash of others.slice(0, sessionsInCommit)) deleteSession(op, { userId, tokenHash });
  const tell = () => store.pubsub.publish(others.map(sessionTopic));
  if (!await alsoIfLate(commitNow(op), tell)) return false;
  tell();
  // Ends sessions beyond `sessionsInCommit`, and those begun since the listing. From now on the old password begins none
  // (sign_in.ts checks it in its commit).
  await endEarlierSessions(store, end);
  return true;
}

interface PasswordChange {
  currentPassword: string;
  password: string;
  keepTokenHash: string;
}

const changedIn = (tokenHash: string): Act => ["password_changed", tokenHash];

/**
 * Changes a person's own password; whoever has just done so in this session is told so once more. Refuses `wrong_password`
 * and, for a weak or common new one, `invalid`.
 */
export async function changePassword(
  store: Store,
  userId: number,
  change: PasswordChange,
): Promise<Result<Record<never, never>>> {
  const fault = await newPasswordFault(change.password);
  if (fault) return refuse("invalid", { fields: { password: fault } });
  const stored = await passwordOf(store, userId);
  const isRight = await verifyPassword(stored.value?.hash ?? null, change.currentPassword);
  // The check fails the second of two concurrent changes: by then its current password is outdated.
  const op = store.kv.atomic().check(stored);
  addJob(store, op, { kind: "password_changed_mail", userId });
  noteDone(store, op, { act: changedIn(change.keepTokenHash), told: { userId } });
  if (isRight && await replacePassword(store, userId, change.password, change.keepTokenHash, op)) return { ok: true };
  if (await wasJustChanged(store, userId, change)) return { ok: true };
  return refuse("wrong_password", { fields: { currentPassword: "wrong_password" } });
}

/**
 * Whether this session has just changed the password to the very one that is wanted again: the button was pressed twice, or
 * the answer was lost. Nobody learns more by it than by naming that password as the current one.
 */
async function wasJustChanged(
  store: Store,
  userId: number,
  { password, keepTokenHash }: PasswordChange,
): Promise<boolean> {
  const isRecent = await wasJustDone(store, changedIn(keepTokenHash));
  return isRecent && await verifyPassword(await passwordHashOf(store, userId), password);
}
