/** The schemas of single fields that several forms and calls share. */
import * as z from "zod";
import { trimText } from "../../chat/shared/text.ts";
import { withAsciiDomain } from "../../kv/accounts/email_domains.ts";
import { isPasswordAllowed, passwordLengthMax } from "../../kv/accounts/signing_in/passwords.ts";
import { countryById } from "../../kv/ladies/countries.ts";
import { oneLine } from "../../kv/store/one_line.ts";

/** One line of text, trimmed (kv/store/one_line.ts); empty if nothing can be seen in it. */
export const line = (most: number) =>
  z.string().trim().max(most, "too_long").regex(oneLine, "one_line").overwrite(trimText);

/** A line in which something can be seen. */
export const requiredLine = (most: number) => line(most).min(1, "required");

// deno-lint-ignore no-control-regex
const noControls = /^[^\s\u0000-\u001f\u007f<>"]+$/;

/** That of zod, which knows no endings like that of "xn--80a1acny.xn--p1ai". */
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/;

/** An address, with its domain in ASCII (kv/accounts/email_domains.ts). */
export const emailField = z.string().trim().min(1, "required").regex(noControls, "email").overwrite(withAsciiDomain)
  .max(254, "too_long").pipe(z.email({ pattern: emailPattern, error: "email" })).meta({ format: "email" });

/** An existing password: only its size is checked. */
export const passwordField = z.string().min(1, "required").max(passwordLengthMax, "too_long");

export const newPasswordField = z.string().min(1, "required").refine(isPasswordAllowed, "password_rules")
  .meta({ examples: ["Spring-2026!"] });

/** A form's checkbox or a JSON boolean. */
export const flag = z.union([z.boolean(), z.enum(["on", "true", "1", "false", "0", ""])])
  .transform((value) => value === true || value === "on" || value === "true" || value === "1")
  .default(false);

/** A whole number as JSON or as a form's text. */
export const wholeNumber = z.union([
  z.number(),
  z.string().trim().regex(/^-?\d{1,15}$/, "wrong_value").transform(Number),
])
  .refine(Number.isSafeInteger, "wrong_value")
  .meta({ type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

/** A whole number from `least` to `most`, as its description says as well. */
export const wholeNumberFrom = (least: number, most: number) =>
  wholeNumber.refine((value) => value >= least && value <= most, "wrong_value").meta({ minimum: least, maximum: most });

export const idField = wholeNumberFrom(1, Number.MAX_SAFE_INTEGER);

/** A file of a form; the code that reads it checks that it is a file. `description` says its kind and size. */
export const fileField = (description: string) => z.unknown().meta({ type: "string", format: "binary", description });

/** "YYYY-MM-DD" of a day that exists. */
export const dayField = z.string().trim().regex(/^\d{4}-\d{2}-\d{2}$/, "date").refine(isRealDay, "date")
  .meta({ format: "date" });

function isRealDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** "YYYY-MM-DD" of a day that exists, or a year alone. */
export const dayOrYearField = z.string().trim().regex(/^\d{4}(-\d{2}-\d{2})?$/, "date")
  .refine((text) => text.length === 4 || isRealDay(text), "date");

/** A birthdate that a living person can have; whether the person is of age is checked where the time is known. */
export const birthdateField = dayField.refine((day) => day >= "1900-01-01", "date");

export const countryField = idField.refine((id) => countryById(id) !== undefined, "country");

/** A fresh id that a form carries, so that submitting it twice sends one letter. */
export const sendKeyField = z.string().regex(/^[\w-]{8,100}$/, "wrong_value");

/** The saved revision of a draft; 0 for none. */
export const revisionField = wholeNumberFrom(0, Number.MAX_SAFE_INTEGER);

/** `page` from 1 and `limit` from 1 to 100 (contract, HTTP). */
export const pagingFields = {
  page: wholeNumberFrom(1, 1_000_000).default(1).describe("1 where it is left out"),
  limit: wholeNumberFrom(1, 100).default(20).describe("How many at most; 20 where it is left out"),
};

/** What a client wishes told along; every answer tells it, so the names are ignored, however often they are given. */
export const relationsField = z.union([z.string(), z.array(z.string())]).optional();
