/**
 * Signing in: the password, then the second factor of those who have one; the limits on guessing, and an answer that
 * does not tell which addresses exist.
 */
import type { Store } from "../../open.ts";
import { commitNow, transact } from "../../store/commit.ts";
import { forgiveAttempt, type Limit, limits, takeAttempt } from "../../store/limits.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import { passwordOf, verifyPassword } from "./passwords.ts";
import { beginPendingSignIn, type StartedPending } from "./pending_sign_ins.ts";
import { hasSecondFactor, spendCode } from "./second_factors.ts";
import { beginSession, newSession, type Session, type StartedSession } from "./sessions.ts";
import { recordFailedSignIn, recordSignIn, type SignInWay } from "./sign_in_records.ts";
import type { StoredPassword } from "./stored_password.ts";
import { type Confirmation, waitingFor } from "../sign_up.ts";
import { isStaff, isSuspended, normaliseEmail, type User, userByEmail } from "../users.ts";
import { isKnownPlace, type Visitor } from "../visitors.ts";

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
  /** A code of the second factor, where it is known that one is needed. */
  otp?: string;
  /** When the code was shown; server time unless told otherwise (ms since the epoch). */
  otpAtMs?: number;
  /** Failures are counted per network and e-mail. */
  visitor: Visitor;
  /** What the browser calls itself. */
  userAgent?: string;
  /** Outside the demo staff never sign in by a password alone (contract, demo world). */
  staffNeedSecondFactor: boolean;
}

/**
 * Some refusals carry more: `second_factor_required` the ticket that the page goes on with (pending_sign_ins.ts),
 * `email_not_confirmed` the sign-up whose password was right, and `suspended` a session that opens only the reasons, an
 * appeal and the person's own data (suspensions.ts).
 */
export type SignedIn =
  | Result<{ user: User; token: string; session: Session }>
  | (Refusal & { pending: StartedPending })
  | (Refusal & { waiting: Confirmation })
  | (Refusal & { keptOut: StartedSession });

/**
 * Signs a person in by e-mail and password, and by a code if one is needed and given. Refuses `wrong_credentials` and
 * `too_many_requests`; and, only if the password was right, `email_not_confirmed`, `suspended`, `second_factor_required`
 * and `invalid_code`.
 */
export async function signIn(store: Store, credentials: Credentials): Promise<SignedIn> {
  const { visitor } = credentials;
  const email = normaliseEmail(credentials.email);
  const user = await userByEmail(store, email);
  const counted: [Limit, string][] = [[limits.signIn, `${visitor.address} ${email}`]];
  if (!await isKnownPlace(store, user?.id ?? nobody, visitor)) counted.push([limits.signInAccount, email]);
  for (const [limit, subject] of counted) {
    const taken = await takeAttempt(store, limit, subject);
    if (!taken.ok) return taken;
  }
  const password = await passwordOf(store, user?.id ?? nobody);
  const isRight = await verifyPassword(password.value?.hash ?? null, credentials.password);
  // Looks for a sign-up even if the address has an account: the time taken must not reveal which addresses have one.
  const waiting = isRight ? null : await provenSignUp(store, email, credentials);
  if (!isRight && !waiting) return await failed(store, user, credentials);

  for (const [limit, subject] of counted) await forgiveAttempt(store, limit, subject);
  if (waiting) return { ...refuse("email_not_confirmed"), waiting };
  return await signInByPassword(store, user!, password, credentials);
}

/** No account has this id. */
const nobody = 0;

/** The sign-up that waits for this address with this password, or null; equally slow if none waits. */
async function provenSignUp(
  store: Store,
  email: string,
  { visitor, password }: Credentials,
): Promise<Confirmation | null> {
  const waiting = await waitingFor(store, email, visitor);
  return await verifyPassword(waiting?.signUp.passwordHash ?? null, password) ? waiting : null;
}

async function failed(store: Store, user: User | null, { visitor }: Credentials): Promise<Refusal> {
  await recordFailedSignIn(store, user, { reason: "wrong_credentials", visitor });
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
  const { remember, userAgent, visitor, otp = "", otpAtMs, staffNeedSecondFactor } = credentials;
  const place = { userAgent, mark: visitor.mark };
  if (isSuspended(user)) {
    await recordFailedSignIn(store, user, { reason: "suspended", visitor });
    // Staff get no session without a second factor.
    if (isStaff(user)) return refuse("suspended");
    const keptOut = newSession(store, user.id, false, place);
    // As in `begin`: only while the verified password is still the current one.
    const hasBegun = await commitNow(beginSession(store.kv.atomic().check(password), keptOut.session, password.value));
    return hasBegun ? { ...refuse("suspended"), keptOut } : refuse("wrong_credentials");
  }
  const isEnrolled = isStaff(user) && await hasSecondFactor(store, user.id);
  const started = newSession(store, user.id, remember, place);
  const add = (op: Deno.AtomicOperation, by: SignInWay) => begin(store, op, { user, started, password, by, visitor });
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
  await recordFailedSignIn(store, user, { reason: spent.reason, visitor });
  return spent;
}

interface Beginning {
  user: User;
  started: StartedSession;
  password: Password;
  by: SignInWay;
  visitor: Visitor;
}

/** Adds a session and its audit record to a commit, which fails unless the verified password is still the current one. */
async function begin(
  store: Store,
  op: Deno.AtomicOperation,
  { user, started, password, by, visitor }: Beginning,
): Promise<Refusal | void> {
  const now = await passwordOf(store, user.id);
  if (now.versionstamp !== password.versionstamp) return refuse("wrong_credentials");
  beginSession(op.check(password), started.session, password.value);
  recordSignIn(store, op, user, { by, visitor });
}
