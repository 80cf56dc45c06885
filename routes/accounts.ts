/** What pages and calls of the account share beyond their schemas: limits by address, and beginning a session. */
import type * as z from "zod";
import { beginEmailChange, type EmailChange, finishEmailChange } from "../kv/email_change.ts";
import { forgiveAttempt, limits, takeAttempt } from "../kv/limits.ts";
import { beginPasswordReset } from "../kv/password_reset.ts";
import { changePassword } from "../kv/passwords.ts";
import type { Result } from "../kv/refusals.ts";
import { type Session, startSession } from "../kv/sessions.ts";
import { type SignedIn, signIn } from "../kv/sign_in.ts";
import { noteSignedIn } from "../kv/sign_in_notes.ts";
import {
  type Confirmation,
  confirmationsOfEmail,
  confirmByCode,
  confirmByKey,
  resendCode,
  signUp,
} from "../kv/sign_up.ts";
import { normaliseEmail, type User } from "../kv/users.ts";
import type { changeEmailForm, changePasswordForm, signInForm, signUpForm } from "./account_forms.ts";
import type { AppContext } from "./env.ts";
import { pokeJobs } from "./jobs/run_jobs.ts";
import { setSessionCookies } from "./middleware/session.ts";
import { codeTimeOf } from "./second_step.ts";

/** Signs in and sets the cookies; the token is also the answer of the call. */
export async function signInHere(c: AppContext, form: z.infer<typeof signInForm>): Promise<SignedIn> {
  const { house, facts } = c.var;
  const result = await signIn(house.store, {
    ...form,
    otpAtMs: codeTimeOf(house),
    address: facts.address,
    userAgent: c.req.header("user-agent"),
    staffNeedSecondFactor: house.config.mode === "start",
  });
  if (result.ok) setSessionCookies(c, result.token, result.session);
  return result;
}

export async function signUpHere(
  c: AppContext,
  form: z.infer<typeof signUpForm>,
): Promise<Result<{ confirmation: Confirmation }>> {
  const { house, facts } = c.var;
  const { country, groupId, ...rest } = form;
  const result = await signUp(house.store, {
    ...rest,
    countryId: country,
    groupId: groupId === 2 ? 2 : 1,
    locale: facts.locale,
    address: facts.address,
    origin: facts.origin,
  });
  if (result.ok) pokeJobs(house);
  return result;
}

export type Confirmed = Result<{ user: User; token: string; session: Session }>;

/** The address is proven by the mailed code; limited per e-mail and per network address. */
export async function confirmCodeHere(c: AppContext, email: string, code: string): Promise<Confirmed> {
  return await confirmHere(c, email, () => confirmByCode(c.var.house.store, email, code));
}

/** The address is proven by the mailed link. */
export async function confirmKeyHere(c: AppContext, email: string, key: string): Promise<Confirmed> {
  return await confirmHere(c, email, () => confirmByKey(c.var.house.store, email, key));
}

async function confirmHere(
  c: AppContext,
  email: string,
  confirm: () => Promise<Result<{ user: User }>>,
): Promise<Confirmed> {
  const { house: { store }, facts } = c.var;
  const taken = await takeAttempt(store, limits.confirmAddress, facts.address);
  if (!taken.ok) return taken;
  const ofEmail = await takeAttempt(store, limits.confirm, normaliseEmail(email));
  if (!ofEmail.ok) return ofEmail;
  const result = await confirm();
  if (!result.ok) return result;
  await forgiveAttempt(store, limits.confirm, normaliseEmail(email));
  await forgiveAttempt(store, limits.confirmAddress, facts.address);
  const op = store.kv.atomic();
  noteSignedIn(store, op, result.user, { by: "confirmation", address: facts.address });
  const started = await startSession(store, result.user.id, false, c.req.header("user-agent"), op);
  // Somebody who is signed in stays who they are.
  if (!c.var.signedIn) setSessionCookies(c, started.token, started.session);
  return { ok: true, user: result.user, ...started };
}

/**
 * Sends a new code for a sign-up, by its id or for the newest of an e-mail; limited per sign-up or e-mail.
 * Answers alike whether anything waits.
 */
export async function resendHere(
  c: AppContext,
  wanted: { confirmationId: string } | { email: string },
): Promise<Result<Record<never, never>>> {
  const { house, house: { store }, facts } = c.var;
  const subject = "email" in wanted ? normaliseEmail(wanted.email) : wanted.confirmationId;
  for (const [limit, counted] of [[limits.resend, subject], [limits.confirmAddress, facts.address]] as const) {
    const taken = await takeAttempt(store, limit, counted);
    if (!taken.ok) return taken;
  }
  const id = "email" in wanted ? (await confirmationsOfEmail(store, wanted.email))[0]?.id : wanted.confirmationId;
  if (id) await resendCode(store, id);
  pokeJobs(house);
  return { ok: true };
}

/** Asks for a password link; the answer is the same, and as fast, whether the address is known. */
export async function recoverHere(c: AppContext, email: string): Promise<Result<Record<never, never>>> {
  const { house: { store }, facts } = c.var;
  const counted = [[limits.recovery, normaliseEmail(email)], [limits.recoveryAddress, facts.address]] as const;
  for (const [limit, subject] of counted) {
    const taken = await takeAttempt(store, limit, subject);
    if (!taken.ok) return taken;
  }
  await beginPasswordReset(store, email, facts.origin);
  pokeJobs(c.var.house);
  return { ok: true };
}

/** Changes one's own password and ends every other session; wrong guesses of the present one are counted. */
export async function changePasswordHere(
  c: AppContext,
  user: User,
  form: z.infer<typeof changePasswordForm>,
): Promise<Result<Record<never, never>>> {
  const { house: { store }, signedIn } = c.var;
  const taken = await takeAttempt(store, limits.changePassword, String(user.id));
  if (!taken.ok) return taken;
  const result = await changePassword(store, user.id, { ...form, keepTokenHash: signedIn!.session.tokenHash });
  if (!result.ok) return result;
  await forgiveAttempt(store, limits.changePassword, String(user.id));
  pokeJobs(c.var.house);
  return result;
}

/** Wishes for another e-mail; limited per person and per wished address, whether or not that is somebody's. */
export async function changeEmailHere(
  c: AppContext,
  user: User,
  form: z.infer<typeof changeEmailForm>,
): Promise<Result<{ change: EmailChange }>> {
  const { house, house: { store }, facts: { origin } } = c.var;
  const counted = [[limits.changeEmail, String(user.id)], [limits.changeEmailAddress, normaliseEmail(form.email)]];
  for (const [limit, subject] of counted as [typeof limits.changeEmail, string][]) {
    const taken = await takeAttempt(store, limit, subject);
    if (!taken.ok) return taken;
  }
  const result = await beginEmailChange(store, user.id, { ...form, origin });
  pokeJobs(house);
  return result;
}

/** The mailed link of another e-mail, pressed: it needs no session, because mails are read elsewhere. */
export async function confirmEmailHere(
  c: AppContext,
  link: { userId: number; key: string },
): Promise<Result<{ user: User }>> {
  const { house: { store }, facts } = c.var;
  const taken = await takeAttempt(store, limits.confirmAddress, facts.address);
  if (!taken.ok) return taken;
  const result = await finishEmailChange(store, link);
  if (!result.ok) return result;
  await forgiveAttempt(store, limits.confirmAddress, facts.address);
  pokeJobs(c.var.house);
  return result;
}
