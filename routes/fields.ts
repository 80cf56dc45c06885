/** The schemas of single fields that several forms and calls share. */
import * as z from "zod";
import { countryById } from "../kv/countries.ts";
import { isPasswordAllowed, passwordLengthMax } from "../kv/passwords.ts";

/**
 * One line of text, trimmed: no control characters, so that it can stand in a mail header; no line or paragraph
 * separators, no signs that turn the direction of what follows, no halves of characters.
 */
export const line = (most: number) =>
  z.string().trim().max(most, "too_long").regex(
    /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u,
    "one_line",
  );

/** A line in which something can be seen: spaces and joiners alone are no name. */
export const requiredLine = (most: number) =>
  line(most).min(1, "required").refine((text) => /[^\p{Z}\p{C}\p{M}]/u.test(text), "required");

// deno-lint-ignore no-control-regex
const noControls = /^[^\s\u0000-\u001f\u007f<>"]+$/;

export const emailField = z.string().trim().min(1, "required").max(254, "too_long")
  .regex(noControls, "email").pipe(z.email("email"));

/** An existing password: only its size is checked. */
export const passwordField = z.string().min(1, "required").max(passwordLengthMax, "too_long");

export const newPasswordField = z.string().min(1, "required").refine(isPasswordAllowed, "password_rules");

/** A form's checkbox or a JSON boolean. */
export const flag = z.union([z.boolean(), z.enum(["on", "true", "1", "false", "0", ""])])
  .transform((value) => value === true || value === "on" || value === "true" || value === "1")
  .default(false);

/** A whole number as JSON or as a form's text. */
export const wholeNumber = z.union([
  z.number(),
  z.string().trim().regex(/^-?\d{1,15}$/, "wrong_value").transform(Number),
])
  .refine(Number.isSafeInteger, "wrong_value");

export const idField = wholeNumber.refine((id) => id > 0, "wrong_value");

/** "YYYY-MM-DD" of a day that exists. */
export const dayField = z.string().trim().regex(/^\d{4}-\d{2}-\d{2}$/, "date").refine(isRealDay, "date");

function isRealDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** "YYYY-MM-DD" of a day that exists, or a year alone. */
export const dayOrYearField = z.string().trim().regex(/^\d{4}(-\d{2}-\d{2})?$/, "date")
  .refine((text) => text.length === 4 || isRealDay(text), "date");

/** A birthdate that a living person can have; whether of age is for the clock to say. */
export const birthdateField = dayField.refine((day) => day >= "1900-01-01", "date");

export const countryField = idField.refine((id) => countryById(id) !== undefined, "country");

/** A fresh id that a form carries, so that pressing twice is one letter. */
export const sendKeyField = z.string().regex(/^[\w-]{8,100}$/, "wrong_value");

/** `page` from 1 and `limit` from 1 to 100 (contract, HTTP). */
export const pagingFields = {
  page: wholeNumber.refine((page) => page >= 1 && page <= 1_000_000, "wrong_value").default(1),
  limit: wholeNumber.refine((limit) => limit >= 1 && limit <= 100, "wrong_value").default(20),
};
