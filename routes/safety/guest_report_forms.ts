/** A report without an account: the address of its page, and its fields, for the page and for the call. */
import * as z from "zod";
import { mayBeAnonymous } from "../../kv/safety/guest_reports.ts";
import { reportCategories } from "../../kv/safety/reports.ts";
import { emailField, line } from "../http/fields.ts";
import { pointedLengthMax } from "./pointed.ts";
import { reportTextField } from "./report_form.ts";

export const guestReportPath = "/report";

export const subjectField = z.string().trim().min(1, "required").max(pointedLengthMax, "too_long");
const categoryField = z.enum(reportCategories, { error: ({ input }) => input ? "wrong_value" : "required" });

/** Whether the address may be left out depends on the category (kv/safety/guest_reports.ts). */
const emailOrNone = z.string().trim().max(254, "too_long").default("")
  .pipe(z.union([z.literal(""), emailField], "email"));

export const guestReportFields = {
  subject: subjectField,
  category: categoryField,
  text: reportTextField.min(1, "required"),
  name: line(80).default(""),
  email: emailOrNone,
};

export const guestReportForm = z.object({
  ...guestReportFields,
  goodFaith: z.string("required"),
  /** A trap: nobody sees this field, so only programs fill it in. */
  website: z.string().max(2000, "too_long").default(""),
}).refine(({ email, category }) => email !== "" || mayBeAnonymous(category), {
  path: ["email"],
  error: "required",
  // Told together with the other empty fields, also while the category is one of them.
  when: ({ issues }) => issues.every(({ path }) => path?.[0] !== "email"),
});
