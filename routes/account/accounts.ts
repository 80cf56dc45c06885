/** What pages and calls of the account share beyond their schemas: limits by address, and beginning a session. */
import type * as z from "zod";
import { confirmByCode, confirmByKey, type Proven, type Proving } from "../../kv/accounts/confirming.ts";
import { beginEmailChange, type EmailChange, finishEmailChange } from "../../kv/accounts/email_change.ts";
import { mailboxOf } from "../../kv/accounts/mailboxes.ts";
import { beginPasswordReset } from "../../kv/accounts/signing_in/password_reset.ts";
import { changePassword } from "../../kv/accounts/signing_in/passwords.ts";
import type { StartedSession } from "../../kv/accounts/signing_in/sessions.ts";
import { type SignedIn, signIn } from "../../kv/accounts/signing_in/sign_in.ts";
import { beginSignInLink } from "../../kv/accounts/signing_in/sign_in_tickets.ts";
import { type Confirmation, noteProven, resendCode, signUp, waitingFor } from "../../kv/accounts/sign_up.ts";
import { normaliseEmail, type User } from "../../kv/accounts/users.ts";
import type { Visitor } from "../../kv/accounts/visitors.ts";
import { forgiveAttempt, type Limit, limits, takeAttempt } from "../../kv/store/limits.ts";
import type { Press } from "../../kv/store/just_done.ts";
import type { Result } from "../../kv/store/refusals.ts";
import { leaveMark, markedVisitorOf, visitorOf } from "../http/browser_mark.ts";
import type { AppContext, MemberContext } from "../http/env.ts";
import { setSessionCookies } from "../middleware/session.ts";
import type { changeEmailForm, changePasswordForm, signInForm, signUpForm } from "./account_forms.ts";
import { codeTimeOf } from "./second_step.ts";

/** Signs in and sets the cookies; the token is also the answer of the call. */
export async function signInHere(c: AppContext, form: z.infer<typeof signInForm>): Promise<SignedIn> {
  const { deps } = c.var;
  const visitor = markedVisitorOf(c);
  const result = await signIn(deps.store, {
    ...form,
    otpAtMs: codeTimeOf(deps),
    visitor,
    userAgent: c.req.header("user-agent"),
    staffNeedSecondFactor: deps.config.mode === "start",
  });
  if (result.ok) setSessionCookies(c, result.token, result.session);
  if ("keptOut" in result) setSessionCookies(c, result.keptOut.token, result.keptOut.session);
  if (result.ok || "pending" in result || "waiting" in result) leaveMark(c, visitor);
  if ("waiting" in result) await noteProven(deps.store, result.waiting.id, visitor);
  return result;
}

/** Signs up; `next` is a path of this site, to which the person is led once the address is proven. */
export async function signUpHere(
  c: AppContext,
  form: z.infer<typeof signUpForm>,
  next = "",
): Promise<Result<{ confirmation: Confirmation }>> {
  const { deps, facts: { locale, origin } } = c.var;
  const visitor = markedVisitorOf(c);
  const { country, groupId, ...rest } = form;
  const wanted = { ...rest, countryId: country, groupId: groupId === 2 ? 2 : 1, locale } as const;
  const result = await signUp(deps.store, wanted, { visitor, origin, next });
  if (!result.ok) return result;
  leaveMark(c, visitor);
  deps.wakeJobs?.();
  return result;
}

type Proof = Omit<Proving, "visitor" | "begins">;

const startOf = (c: AppContext): NonNullable<Proving["begins"]> => ({ userAgent: c.req.header("user-agent") });

/** Proves the address by the mailed code; limited per network address as well. The token is also the answer of the call. */
export async function confirmCodeHere(
  c: AppContext,
  proof: Proof,
  code: string,
): Promise<Result<{ user: User; token: string; next: string }>> {
  const { deps: { store }, facts: { address } } = c.var;
  const taken = await takeAttempt(store, limits.confirmAddress, address);
  if (!taken.ok) return taken;
  const visitor = markedVisitorOf(c);
  const proven = await confirmByCode(store, { ...proof, visitor, begins: startOf(c) }, code);
  if (!proven.ok) return proven;
  const { user, next, started } = proven;
  if (!started) throw new Error(`no session began for user ${user.id}`);
  enterHere(c, started, visitor);
  await forgiveAttempt(store, limits.confirmAddress, address);
  return { ok: true, user, next, token: started.token };
}

/**
 * Proves the address by the mailed link, which nobody can guess: so attempts are not counted. If somebody is signed in
 * here already, that stays so, and no session begins that nobody would get.
 */
export async function confirmKeyHere(c: AppContext, proof: Proof, key: string): Promise<Proven> {
  const visitor = markedVisitorOf(c);
  const begins = c.var.signedIn ? undefined : startOf(c);
  const proven = await confirmByKey(c.var.deps.store, { ...proof, visitor, begins }, key);
  if (proven.ok && proven.started) enterHere(c, proven.started, visitor);
  return proven;
}

/** Gives this browser the session, unless somebody is signed in here. */
function enterHere(c: AppContext, { token, session }: StartedSession, visitor: Visitor & { mark: string }): void {
  if (c.var.signedIn) return;
  setSessionCookies(c, token, session);
  leaveMark(c, visitor);
}

/**
 * Sends a new code for a sign-up: the one with this id, or the visitor's own or the newest of an e-mail. Limited per
 * sign-up or e-mail, and per network address. Answers alike whether or not anything waits.
 */
export async function resendHere(
  c: AppContext,
  wanted: { confirmationId: string } | { email: string },
): Promise<Result<Record<never, never>>> {
  const { deps, deps: { store }, facts } = c.var;
  const subject = "email" in wanted ? normaliseEmail(wanted.email) : wanted.confirmationId;
  for (const [limit, counted] of [[limits.resend, subject], [limits.confirmAddress, facts.address]] as const) {
    const taken = await takeAttempt(store, limit, counted);
    if (!taken.ok) return taken;
  }
  const id = "email" in wanted ? (await waitingFor(store, wanted.email, visitorOf(c)))?.id : wanted.confirmationId;
  if (id) await resendCode(store, id);
  deps.wakeJobs?.();
  return { ok: true };
}

/** Mails a link for a new password; the answer is the same, and as fast, whether or not the address is known. */
export async function recoverHere(c: AppContext, email: string): Promise<Result<Record<never, never>>> {
  return await mailLinkHere(
    c,
    email,
    limits.recovery,
    (origin) => beginPasswordReset(c.var.deps.store, email, origin),
  );
}

/** The same for a link that signs in; `next` is a path of this site. */
export async function mailSignInLinkHere(
  c: AppContext,
  email: string,
  next: string,
): Promise<Result<Record<never, never>>> {
  const { store } = c.var.deps;
  return await mailLinkHere(c, email, limits.signInLink, (origin) => beginSignInLink(store, email, { origin, next }));
}

async function mailLinkHere(
  c: AppContext,
  email: string,
  limit: Limit,
  begin: (origin: string) => Promise<unknown>,
): Promise<Result<Record<never, never>>> {
  const { deps, deps: { store }, facts: { address, origin } } = c.var;
  const counted: [Limit, string][] = [[limit, normaliseEmail(email)], [limits.recoveryAddress, address]];
  for (const [each, subject] of counted) {
    const taken = await takeAttempt(store, each, subject);
    if (!taken.ok) return taken;
  }
  await begin(origin);
  deps.wakeJobs?.();
  return { ok: true };
}

/** Changes one's own password and ends every other session; wrong guesses of the current one are counted. */
export async function changePasswordHere(
  c: MemberContext,
  user: User,
  form: z.infer<typeof changePasswordForm>,
): Promise<Result<Record<never, never>>> {
  const { deps: { store }, signedIn } = c.var;
  const taken = await takeAttempt(store, limits.changePassword, String(user.id));
  if (!taken.ok) return taken;
  const result = await changePassword(store, user.id, { ...form, keepTokenHash: signedIn.session.tokenHash });
  if (!result.ok) return result;
  await forgiveAttempt(store, limits.changePassword, String(user.id));
  c.var.deps.wakeJobs?.();
  return result;
}

/** Begins a change of the e-mail; limited per person and per mailbox of the new address, whether or not that is somebody's. */
export async function changeEmailHere(
  c: AppContext,
  user: User,
  form: z.infer<typeof changeEmailForm>,
): Promise<Result<{ change: EmailChange }>> {
  const { deps, deps: { store }, facts: { origin } } = c.var;
  const counted = [[limits.changeEmail, String(user.id)], [limits.changeEmailAddress, mailboxOf(form.email)]];
  for (const [limit, subject] of counted as [typeof limits.changeEmail, string][]) {
    const taken = await takeAttempt(store, limit, subject);
    if (!taken.ok) return taken;
  }
  const result = await beginEmailChange(store, user.id, { ...form, origin });
  deps.wakeJobs?.();
  return result;
}

/** Ends a change of the e-mail by its mailed link; this needs no session, because mails are read elsewhere. */
export async function confirmEmailHere(
  c: AppContext,
  link: { userId: number; key: string; press?: Press },
): Promise<Result<{ user: User }>> {
  const { deps } = c.var;
  const result = await finishEmailChange(deps.store, link);
  if (result.ok) deps.wakeJobs?.();
  return result;
}
