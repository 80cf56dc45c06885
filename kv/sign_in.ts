/**
 * Signing in: the password, then the second factor of those who have one; the limits on guessing, and an answer that
 * does not tell which addresses exist.
 */
import { transact } from "./commit.ts";
import { forgiveAttempt, limits, takeAttempt } from "./limits.ts";
import type { Store } from "./open.ts";
import { passwordOf, type StoredPassword, verifyPassword } from "./passwords.ts";
import { beginPendingSignIn, type StartedPending } from "./pending_sign_ins.ts";
import { type Refusal, refuse, type Result } from "./refusals.ts";
import { hasSecondFactor, spendCode } from "./second_factors.ts";
import { newSession, type Session, setSession, type StartedSession } from "./sessions.ts";
import { noteFailedSignIn, noteSignedIn, type SignInWay } from "./sign_in_notes.ts";
import { confirmationsOfEmail } from "./sign_up.ts";
import { isStaff, isSuspended, normaliseEmail, type User, userByEmail } from "./users.ts";

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
  /** A code of the second factor, where it is known that one is needed. */
  otp?: string;
  /** When the code was shown; server time unless told otherwise (ms since the epoch). */
  otpAtMs?: number;
  /** The client's network address: failures are counted per address and e-mail. */
  address: string;
  /** What the browser calls itself. */
  userAgent?: string;
  /** Outside the demo staff never sign in by a password alone (contract, demo world). */
  staffNeedSecondFactor: boolean;
}

/** With `second_factor_required` stands what the page goes on with (pending_sign_ins.ts). */
export type SignedIn =
  | Result<{ user: User; token: string; session: Session }>
  | (Refusal & { pending: StartedPending });

/**
 * Refuses `wrong_credentials`, `too_many_requests`, and `email_not_confirmed`, `suspended`, `second_factor_required`
 * and `invalid_code` only to who knows the password.
 */
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
  if (!await verifyPassword(hash, credentials.password)) return await failed(store, user, credentials);

  await forgiveAttempt(store, limits.signIn, subject);
  await forgiveAttempt(store, limits.signInAccount, email);
  if (!user || !password) return refuse("email_not_confirmed");
  return await signInByPassword(store, user, password, credentials);
}

async function failed(store: Store, user: User | null, { address }: Credentials): Promise<Refusal> {
  await noteFailedSignIn(store, user, { reason: "wrong_credentials", address });
  return refuse("wrong_credentials");
}

type Password = Deno.KvEntryMaybe<StoredPassword>;

/** What follows a right password. */
async function signInByPassword(
  store: Store,
  user: User,
  password: Password,
  credentials: Credentials,
): Promise<SignedIn> {
  const { remember, userAgent, address, otp = "", otpAtMs, staffNeedSecondFactor } = credentials;
  if (isSuspended(user)) {
    await noteFailedSignIn(store, user, { reason: "suspended", address });
    return refuse("suspended");
  }
  const isEnrolled = isStaff(user) && await hasSecondFactor(store, user.id);
  const started = newSession(store, user.id, remember, userAgent);
  const add = (op: Deno.AtomicOperation, by: SignInWay) => begin(store, op, { user, started, password, by, address });
  if (!isEnrolled && !(isStaff(user) && staffNeedSecondFactor)) {
    const begun = await transact<{ ok: true } | Refusal>(async () => {
      const op = store.kv.atomic();
      const refusal = await add(op, "password");
      return refusal ? { done: refusal } : { commit: op, result: { ok: true } };
    });
    return begun.ok ? { ok: true, user, ...started } : begun;
  }
  if (!isEnrolled || otp === "") {
    const pending = await beginPendingSignIn(store, { user, password, remember, userAgent, enrols: !isEnrolled });
    return { ...refuse("second_factor_required"), pending };
  }
  const spent = await spendCode(store, user.id, { code: otp, atMs: otpAtMs }, (op, { by }) => add(op, by));
  if (spent.ok) return { ok: true, user, ...started };
  await noteFailedSignIn(store, user, { reason: spent.reason, address });
  return spent;
}

interface Beginning {
  user: User;
  started: StartedSession;
  password: Password;
  by: SignInWay;
  address: string;
}

/** Adds a session and its line to a commit, which holds only while the verified password is the password. */
async function begin(
  store: Store,
  op: Deno.AtomicOperation,
  { user, started, password, by, address }: Beginning,
): Promise<Refusal | void> {
  const now = await passwordOf(store, user.id);
  if (now.versionstamp !== password.versionstamp) return refuse("wrong_credentials");
  setSession(op.check(password), started.session);
  noteSignedIn(store, op, user, { by, address });
}
