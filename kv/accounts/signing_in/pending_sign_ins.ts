/**
 * Between the password and the code: a ticket in the browser of a person whose password was right. It works once, for a
 * short while, and only for entering the code, or for setting up an app if there is none yet.
 */
import type { Store } from "../../open.ts";
import { commitNow } from "../../store/commit.ts";
import { deleteUnder } from "../../store/deleting.ts";
import { type Act, justDone } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { forgiveAttempt, limits, takeAttempt } from "../../store/limits.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import { type CodesMade, codesMadeFor, remakeCodes } from "./codes_again.ts";
import { passwordOf } from "./passwords.ts";
import { beginAgain, noteOpened } from "./second_presses.ts";
import { enrol, hasSecondFactor, makeOffer, type Offer, offerSeconds, spendCode } from "./second_factors.ts";
import { beginSession, hashToken, newSession, type Session } from "./sessions.ts";
import { recordFailedSignIn, recordSignIn, type SignInWay } from "./sign_in_records.ts";
import { isStaff, isSuspended, type User, userById } from "../users.ts";
import type { Visitor } from "../visitors.ts";

/** Time to find the phone. */
const pendingSeconds = 10 * 60;

export interface PendingSignIn {
  userId: number;
  remember: boolean;
  userAgent?: string;
  /** The version of the verified password; a new password, and the end of all sessions, end the ticket. */
  passwordVersion: string;
  /** The secret to set up, if there is no second factor yet; it belongs to this ticket only. */
  offer: Offer | null;
  expiresAt: number;
}

export interface StartedPending {
  /** Known to the browser alone. */
  token: string;
  enrols: boolean;
  seconds: number;
}

/** Begins the second step for a user whose password was verified as it is in `password`. */
export async function beginPendingSignIn(
  store: Store,
  { user, password, remember, userAgent, enrols }: {
    user: User;
    password: Deno.KvEntryMaybe<unknown>;
    remember: boolean;
    userAgent?: string;
    enrols: boolean;
  },
): Promise<StartedPending> {
  const token = store.randomToken();
  // Setting up takes longer: an app may have to be installed first.
  const seconds = enrols ? offerSeconds : pendingSeconds;
  const pending: PendingSignIn = {
    userId: user.id,
    remember,
    ...(userAgent && { userAgent: userAgent.slice(0, 300) }),
    passwordVersion: password.versionstamp ?? "",
    offer: enrols ? await makeOffer(store, user.id) : null,
    expiresAt: store.now() + seconds * 1000,
  };
  await commitNow(store.kv.atomic().set(keys.pendingSignIn(hashToken(token)), pending, { expireIn: seconds * 1000 }));
  return { token, enrols, seconds };
}

/**
 * The pending sign-in of a ticket, without spending it. Null for used, late and forged tickets, and for a user who is
 * suspended or no longer staff.
 */
export async function pendingSignIn(
  store: Store,
  token: string,
): Promise<{ pending: PendingSignIn; user: User } | null> {
  const pending = (await store.kv.get<PendingSignIn>(keys.pendingSignIn(hashToken(token)))).value;
  if (!pending || pending.expiresAt <= store.now()) return null;
  const user = await userById(store, pending.userId);
  return user && isStaff(user) && !isSuspended(user) ? { pending, user } : null;
}

export async function dropPendingSignIn(store: Store, token: string): Promise<void> {
  await commitNow(store.kv.atomic().delete(keys.pendingSignIn(hashToken(token))));
}

/** Drops the tickets in all browsers of a person whose account is gone. */
export const dropPendingSignInsOf = (store: Store, userId: number): Promise<void> =>
  deleteUnder<PendingSignIn>(store, prefixes.allPendingSignIns(), ({ value }) => value.userId === userId);

export type Finished = Result<{ user: User; token: string; session: Session; recoveryCodes: string[] | null }>;

/**
 * The second step: a right code spends the ticket and begins the session, in one commit. Returns recovery codes if an app
 * was set up. The same press gets both once more (second_presses.ts). Refuses `expired` for a ticket that no longer works,
 * `invalid_code`, and `too_many_requests`.
 */
export async function finishSignIn(store: Store, ticket: string, given: GivenCode): Promise<Finished> {
  const found = await pendingSignIn(store, ticket);
  const result = found ? await finishOnce(store, ticket, found, given) : refuse("expired");
  if (result.ok) return result;
  const again = await finishAgain(store, ticket, given);
  if (again.ok) return again;
  if (found) await recordFailedSignIn(store, found.user, { reason: result.reason, visitor: given.visitor });
  // The factor was taken away in the meantime: signing in begins anew.
  return result.reason === "second_factor_required" ? refuse("expired") : result;
}

interface GivenCode {
  code: string;
  atMs?: number;
  visitor: Visitor;
}

const actOf = (ticket: string): Act => ["second_step", ticket];

async function finishOnce(
  store: Store,
  ticket: string,
  { user, pending }: { user: User; pending: PendingSignIn },
  given: GivenCode,
): Promise<Finished> {
  const { remember, userAgent, offer } = pending;
  const started = newSession(store, user.id, remember, { userAgent, mark: given.visitor.mark });
  const add = async (op: Deno.AtomicOperation, by: SignInWay, codes?: CodesMade): Promise<Refusal | void> => {
    const entry = await store.kv.get<PendingSignIn>(keys.pendingSignIn(hashToken(ticket)));
    const password = await passwordOf(store, user.id);
    if (!entry.value || !password.value || password.versionstamp !== pending.passwordVersion) return refuse("expired");
    beginSession(op.check(entry).check(password).delete(entry.key), started.session, password.value);
    recordSignIn(store, op, user, { by, visitor: given.visitor });
    const opened = { userId: user.id, by, started, passwordHash: password.value.hash, codes };
    noteOpened(store, op, { act: actOf(ticket), press: given.code }, opened);
  };
  const result = offer
    ? await enrol(store, user.id, offer, given, async (op, factor) => {
      // If an app was set up elsewhere in the meantime, its factor must not be replaced.
      if (await hasSecondFactor(store, user.id)) return refuse("expired");
      return await add(op, "enrolment", codesMadeFor(user.id, factor));
    })
    : await spendCode(store, user.id, given, (op, { by }) => add(op, by));
  if (!result.ok) return result;
  return { ok: true, user, ...started, recoveryCodes: "recoveryCodes" in result ? result.recoveryCodes : null };
}

/** Tries of other codes count as everywhere, although the ticket is spent. */
async function finishAgain(store: Store, ticket: string, { code, visitor }: GivenCode): Promise<Finished> {
  const note = await justDone(store, actOf(ticket));
  if (!note) return refuse("expired");
  const taken = await takeAttempt(store, limits.secondFactor, String(note.value.userId));
  if (!taken.ok) return taken;
  let recoveryCodes: string[] | null = null;
  const again = await beginAgain(store, { act: actOf(ticket), press: code }, visitor, async (op, { codes }) => {
    if (!codes) return { ok: true };
    const remade = await remakeCodes(store, op, codes);
    if (!remade.ok) return remade;
    recoveryCodes = remade.recoveryCodes;
    return { ok: true, codes: remade.made };
  });
  if (!again.ok || !again.started) return refuse("expired");
  await forgiveAttempt(store, limits.secondFactor, String(note.value.userId));
  return { ok: true, user: again.user, ...again.started, recoveryCodes };
}
