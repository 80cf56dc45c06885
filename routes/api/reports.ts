/** The calls by which a man or a lady reports somebody, and anybody reports something that everybody sees. */
import * as z from "zod";
import { isKnownTo } from "../../kv/safety/known_people.ts";
import { fileReport } from "../../kv/safety/report_filing.ts";
import { reportCategories } from "../../kv/safety/reports.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { idField } from "../http/fields.ts";
import { fileGuestReportHere } from "../safety/file_guest_report.ts";
import { guestReportFields, subjectField } from "../safety/guest_report_forms.ts";
import { placeOf, reportTextField } from "../safety/report_form.ts";
import { defineCall } from "./describing/call.ts";

export const reportCalls = [
  defineCall({
    method: "post",
    path: "/users/:id/report",
    summary: "Report somebody to the site, with what the two last wrote to each other; the answer comes by mail",
    access: "correspondents",
    refuses: ["wrong_role", "conflict", "too_many_requests", "report_full"],
    params: z.object({ id: idField }),
    body: z.object({
      category: z.enum(reportCategories, "wrong_value"),
      text: reportTextField.default(""),
      from: z.string().max(40).default("profile").describe(
        "profile, chat, letter:ID, or message:SEQ of the conversation with that person",
      ),
    }).loose(),
    answer: z.object({ report: z.object({ id: z.number() }) }),
    async handle(c, { params, body: { category, text, from }, user }) {
      // The reporter sees the report with the other's name, so nobody may be reported by a guessed id.
      if (!await isKnownTo(c.var.deps.store, user, params.id)) return refuse("not_found");
      const wanted = { reporterId: user.id, reportedId: params.id, category, text, ...placeOf(from) };
      const filed = await fileReport(c.var.deps.store, { ...wanted, origin: c.var.facts.origin });
      return filed.ok ? { ok: true, answer: { report: { id: filed.report.id } } } : filed;
    },
  }),
  defineCall({
    method: "post",
    path: "/reports",
    summary: "Report a page, a person or a letter without an account; the receipt and the answer come by mail",
    access: "everyone",
    refuses: ["too_many_requests", "report_full"],
    body: z.object({
      ...guestReportFields,
      subject: subjectField.describe("An address of this site, letter:ID or user:ID"),
      email: guestReportFields.email.describe("Needed, unless somebody seems to be under 18"),
    }).loose(),
    answer: z.object({ report: z.object({ id: z.number() }) }),
    async handle(c, { body: { subject, category, text, name, email } }) {
      const filed = await fileGuestReportHere(c, { subject, category, text, name, email });
      return filed.ok ? { ok: true, answer: { report: { id: filed.report.id } } } : filed;
    },
  }),
];
