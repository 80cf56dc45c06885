/** Calls of signing in and out, confirming an address and recovering a password. */
import * as z from "zod";
import { finishPasswordReset } from "../../kv/accounts/signing_in/password_reset.ts";
import { endSession } from "../../kv/accounts/signing_in/sessions.ts";
import { isSuspended, type User, userById } from "../../kv/accounts/users.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { activationForm, codeForm, newPasswordForm, recoveryForm, signInForm } from "../account/account_forms.ts";
import { confirmCodeHere, confirmKeyHere, recoverHere, resendHere, signInHere } from "../account/accounts.ts";
import { relationsField } from "../http/fields.ts";
import { clearSessionCookies } from "../middleware/session.ts";
import { type CallRefusal, defineCall } from "./describing/call.ts";
import { selfOf, selfShape } from "./describing/shapes.ts";

/** The refusal for somebody who is kept out: what leads to the reasons, for a program without cookies as well. */
function keptOut(user: User | null, token?: string): CallRefusal {
  const decisionId = user?.suspension?.decisionId;
  const more = { ...(token !== undefined && { access_token: token }), ...(decisionId !== undefined && { decisionId }) };
  return { ...refuse("suspended"), more };
}

export const authCalls = [
  defineCall({
    method: "post",
    path: "/authorization",
    summary: "Log in",
    access: "everyone",
    isAnsweredAnew: true,
    refuses: [
      "wrong_credentials",
      "too_many_requests",
      "email_not_confirmed",
      "suspended",
      "second_factor_required",
      "invalid_code",
    ],
    query: z.object({ relations: relationsField }).loose(),
    body: signInForm,
    answer: z.object({ access_token: z.string(), user: selfShape }),
    async handle(c, { body }) {
      const result = await signInHere(c, body);
      if ("keptOut" in result) {
        const { token, session: { userId } } = result.keptOut;
        return keptOut(await userById(c.var.deps.store, userId), token);
      }
      if (!result.ok) return result;
      return { ok: true, answer: { access_token: result.token, user: await selfOf(c, result.user) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/auth/logout",
    summary: "End this session",
    access: "everyone",
    isAnsweredAnew: true,
    keptOutMay: true,
    async handle(c) {
      const { signedIn, deps } = c.var;
      if (signedIn) await endSession(deps.store, signedIn.session);
      clearSessionCookies(c);
      return { ok: true };
    },
  }),
  defineCall({
    method: "post",
    path: "/auth/confirmation",
    summary: "Confirm an e-mail by its code; creates the account and logs in",
    access: "everyone",
    isAnsweredAnew: true,
    refuses: ["invalid_code", "expired", "already_confirmed", "suspended", "too_many_requests"],
    body: codeForm,
    answer: z.object({ access_token: z.string() }),
    async handle(c, { body }) {
      // Only the person who signed up is given the code; a program may have nothing else to show.
      const result = await confirmCodeHere(c, { email: body.identifier, by: "code" }, body.code);
      if (!result.ok) return result;
      const { user, token } = result;
      return isSuspended(user) ? keptOut(user, token) : { ok: true, answer: { access_token: token } };
    },
  }),
  defineCall({
    method: "post",
    path: "/auth/confirmations/:id/resend",
    summary: "Send the code again; answers alike for unknown ids",
    access: "everyone",
    refuses: ["too_many_requests", "already_confirmed"],
    params: z.object({ id: z.string().min(1).max(100) }),
    async handle(c, { params }) {
      return await resendHere(c, { confirmationId: params.id });
    },
  }),
  defineCall({
    method: "post",
    path: "/users/activation",
    summary: "Confirm an e-mail by the key of the mailed link; the cookie logs in. From another browser and network " +
      "than the sign-up's it needs newPassword, else 422",
    access: "everyone",
    isAnsweredAnew: true,
    refuses: ["invalid_code", "expired", "already_confirmed", "suspended", "too_many_requests"],
    body: activationForm,
    answer: z.object({ user: selfShape }),
    async handle(c, { body }) {
      const { email, activationKey, newPassword } = body;
      const result = await confirmKeyHere(c, { email, newPassword, by: "network" }, activationKey);
      if (!result.ok) return result;
      return isSuspended(result.user)
        ? keptOut(result.user)
        : { ok: true, answer: { user: await selfOf(c, result.user) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/users/passwordRecovery",
    summary: "Mail a link for a new password; answers alike for unknown addresses",
    access: "everyone",
    refuses: ["too_many_requests"],
    body: recoveryForm,
    async handle(c, { body }) {
      return await recoverHere(c, body.email);
    },
  }),
  defineCall({
    method: "post",
    path: "/users/passwordRecoveryConfirm",
    summary: "Set a new password by the key of the mailed link",
    access: "everyone",
    isAnsweredAnew: true,
    refuses: ["expired", "too_many_requests"],
    body: newPasswordForm,
    answer: z.object({ user: selfShape }),
    async handle(c, { body }) {
      const { store } = c.var.deps;
      const result = await finishPasswordReset(store, body);
      if (!result.ok) return result;
      const user = await userById(store, result.userId);
      return user ? { ok: true, answer: { user: await selfOf(c, user) } } : refuse("expired");
    },
  }),
];
