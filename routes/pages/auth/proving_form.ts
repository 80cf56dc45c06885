/** The new password that is needed to prove an address outside the sign-up's browser (kv/accounts/confirming.ts). */
import * as z from "zod";
import { newPasswordField } from "../../http/fields.ts";

/** Absent if the form did not ask for them. */
export const provingFields = {
  newPassword: newPasswordField.optional(),
  confirmPassword: z.string().max(200, "too_long").optional(),
};

export const passwordNames = ["newPassword", "confirmPassword"];

export const isSamePassword = (form: { newPassword?: string; confirmPassword?: string }): boolean =>
  form.newPassword === form.confirmPassword;

/** The fault of two passwords that differ, and its field. */
export const differentPasswords = { message: "mismatch", path: ["confirmPassword"] };
