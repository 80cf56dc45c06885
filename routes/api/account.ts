/** Calls about one's own account. */
import * as z from "zod";
import { changePasswordForm, signUpForm } from "../account/account_forms.ts";
import { changePasswordHere, signUpHere } from "../account/accounts.ts";
import { moreSignUpFaults } from "../account/sign_up_faults.ts";
import { relationsField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";
import { ownOf, ownShape } from "./describing/own_shape.ts";
import { selfOf, selfShape } from "./describing/shapes.ts";

export const accountCalls = [
  defineCall({
    method: "post",
    path: "/users",
    summary: "Sign up; a code is mailed, and the account exists once it is confirmed",
    access: "everyone",
    refuses: ["too_many_requests"],
    body: signUpForm,
    moreFaults: moreSignUpFaults,
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
    query: z.object({ relations: relationsField }).loose(),
    answer: z.object({ user: ownShape }),
    async handle(c, { user }) {
      return { ok: true, answer: { user: await ownOf(c, user) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/users/changePassword",
    summary: "Change one's password; every other session ends",
    access: "members",
    refuses: ["wrong_password", "too_many_requests"],
    body: changePasswordForm,
    answer: z.object({ user: selfShape }),
    async handle(c, { body, user }) {
      const result = await changePasswordHere(c, user, body);
      if (!result.ok) return result;
      return { ok: true, answer: { user: await selfOf(c, user) } };
    },
  }),
];
