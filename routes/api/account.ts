/** Calls about one's own account. */
import * as z from "zod";
import { changePassword } from "../../kv/passwords.ts";
import { forgiveAttempt, limits, takeAttempt } from "../../kv/limits.ts";
import { changePasswordForm, signUpForm } from "../account_forms.ts";
import { signUpHere } from "../accounts.ts";
import { defineCall } from "./define_call.ts";
import { selfOf, selfShape } from "./shapes.ts";

export const accountCalls = [
  defineCall({
    method: "post",
    path: "/users",
    summary: "Sign up; a code is mailed, and the account exists once it is confirmed",
    access: "everyone",
    body: signUpForm,
    answer: z.object({ confirmation: z.object({ id: z.string() }) }),
    async handle(c, { body }) {
      const result = await signUpHere(c, body);
      return result.ok ? { ok: true, answer: { confirmation: { id: result.confirmation.id } } } : result;
    },
  }),
  defineCall({
    method: "get",
    path: "/users",
    summary: "One's own record",
    access: "members",
    query: z.object({ relations: z.string().optional() }).loose(),
    answer: z.object({ user: selfShape }),
    async handle(c, { user }) {
      return { ok: true, answer: { user: await selfOf(c, user) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/users/changePassword",
    summary: "Change one's password; every other session ends",
    access: "members",
    body: changePasswordForm,
    answer: z.object({ user: selfShape }),
    async handle(c, { body, user }) {
      const { house: { store }, signedIn } = c.var;
      const taken = await takeAttempt(store, limits.changePassword, String(user.id));
      if (!taken.ok) return taken;
      const result = await changePassword(store, user.id, { ...body, keepTokenHash: signedIn!.session.tokenHash });
      if (!result.ok) return result;
      await forgiveAttempt(store, limits.changePassword, String(user.id));
      return { ok: true, answer: { user: await selfOf(c, user) } };
    },
  }),
];
