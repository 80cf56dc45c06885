/** The schemas of the account forms: the pages and their twins below /api read the same fields. */
import * as z from "zod";
import { readableLanguages } from "../../kv/accounts/languages.ts";
import {
  birthdateField,
  countryField,
  emailField,
  flag,
  line,
  newPasswordField,
  passwordField,
  requiredLine,
  wholeNumberFrom,
} from "../http/fields.ts";
import { choices } from "./profile_forms.ts";

export const signInForm = z.object({
  email: emailField,
  password: passwordField,
  remember: flag,
  otp: z.string().max(60, "too_long").optional().describe("A code of the second factor, for those who work here"),
});

export const signUpForm = z.object({
  firstname: requiredLine(40),
  lastname: line(60).default(""),
  email: emailField,
  password: newPasswordField,
  birthdate: birthdateField,
  country: countryField,
  groupId: wholeNumberFrom(1, 2).default(1),
  promoEmails: flag,
  readsLanguages: choices(readableLanguages),
});

export const codeForm = z.object({
  identifier: emailField,
  action: z.literal("email_verify", "wrong_value"),
  code: z.string().trim().regex(/^\d{6}$/, "invalid_code"),
});

export const recoveryForm = z.object({ email: emailField });

export const newPasswordForm = z.object({
  email: emailField,
  recoveryKey: requiredLine(200),
  newPassword: newPasswordField,
});

export const changePasswordForm = z.object({
  currentPassword: passwordField,
  password: newPasswordField,
  confirmPassword: z.string().max(200, "too_long"),
}).refine((form) => form.password === form.confirmPassword, { message: "mismatch", path: ["confirmPassword"] });

export const changeEmailForm = z.object({ email: emailField, currentPassword: passwordField });

export const activationForm = z.object({
  email: emailField,
  activationKey: requiredLine(200),
  newPassword: newPasswordField.optional().describe("Takes the place of the password that the sign-up named"),
});
