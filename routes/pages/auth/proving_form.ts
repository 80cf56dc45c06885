/** The new password that the proof of an address needs in another browser than the sign-up's (kv/accounts/confirming.ts). */
import * as z from "zod";
import { newPasswordField } from "../../http/fields.ts";

/** Absent where the form did not ask for them. */
export const provingFields = {
  newPassword: newPasswordField.optional(),
  confirmPassword: z.string().max(200, "too_long").optional(),
};

export const passwordNames = ["newPassword", "confirmPassword"];

export const isSamePassword = (form: { newPassword?: string; confirmPassword?: string }): boolean =>
  form.newPassword === form.confirmPassword;

/** What is told of two that differ. */
export const differentPasswords = { message: "mismatch", path: ["confirmPassword"] };
