/** Signing in: the password, the limits on guessing, and an answer that does not tell which addresses exist. */
import { forgiveAttempt, limits, takeAttempt } from "./limits.ts";
import type { Store } from "./open.ts";
import { passwordOf, verifyPassword } from "./passwords.ts";
import { refuse, type Result } from "./refusals.ts";
import { type Session, startSessionByPassword } from "./sessions.ts";
import { confirmationsOfEmail } from "./sign_up.ts";
import { lady, man, normaliseEmail, type User, userByEmail } from "./users.ts";

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
  /** The client's network address: failures are counted per address and e-mail. */
  address: string;
  /** What the browser calls itself. */
  userAgent?: string;
  /** Outside the demo staff never sign in by a password alone (contract, demo world). */
  staffNeedSecondFactor: boolean;
}

export type SignedIn = Result<{ user: User; token: string; session: Session }>;

/** Refuses `wrong_credentials`, `too_many_requests`, and `email_not_confirmed` only to who knows the password. */
export async function signIn(store: Store, credentials: Credentials): Promise<SignedIn> {
  const email = normaliseEmail(credentials.email);
  const subject = `${credentials.address} ${email}`;
  for (const [limit, counted] of [[limits.signIn, subject], [limits.signInAccount, email]] as const) {
    const taken = await takeAttempt(store, limit, counted);
    if (!taken.ok) return taken;
  }
  const user = await userByEmail(store, email);
  const waiting = user ? null : (await confirmationsOfEmail(store, email))[0] ?? null;
  const password = user && await passwordOf(store, user.id);
  const hash = password ? password.value?.hash ?? null : waiting?.signUp?.passwordHash ?? null;
  if (!await verifyPassword(hash, credentials.password)) return refuse("wrong_credentials");

  await forgiveAttempt(store, limits.signIn, subject);
  await forgiveAttempt(store, limits.signInAccount, email);
  if (!user || !password) return refuse("email_not_confirmed");
  const isStaff = user.groupId !== man && user.groupId !== lady;
  if (isStaff && credentials.staffNeedSecondFactor) return refuse("second_factor_required");
  const { remember, userAgent } = credentials;
  const started = await startSessionByPassword(store, password, user.id, remember, userAgent);
  return started ? { ok: true, user, ...started } : refuse("wrong_credentials");
}
