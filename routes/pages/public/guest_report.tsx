/** Reporting without an account: one form, which works without a script; the thanks name the number of the report. */
import { reportTextLengthMax } from "../../../kv/safety/reports.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { idOf, parseInput } from "../../http/read_input.ts";
import { fileGuestReportHere } from "../../safety/file_guest_report.ts";
import { guestReportForm, guestReportPath } from "../../safety/guest_report_forms.ts";
import { pointedLengthMax } from "../../safety/pointed.ts";
import { type FormState, freshForm, refusedForm } from "../auth/gate.tsx";
import { GuestReportView } from "./guest_report_view.tsx";

const fieldNames = ["subject", "category", "text", "name", "email", "goodFaith"] as const;

export const guestReportPage: PageDefinition = {
  paths: [guestReportPath],
  access: "everyone",
  get(c) {
    const sentId = c.req.query("sent");
    return sentId === undefined ? show(c, freshForm(known(c))) : show(c, null, idOf(sentId));
  },
  async post(c, body) {
    const form = parseInput(guestReportForm, body);
    const filed = form.ok ? await keep(c, form.value) : form;
    if (!filed.ok) return await show(c, refusedForm(c, filed, typed(body), fieldNames));
    return c.redirect(localHref(c.var.facts.prefix, `${guestReportPath}?sent=${filed.id}`), 303);
  },
};

async function keep(c: AppContext, { website, goodFaith: _, ...told }: ReturnType<typeof guestReportForm.parse>) {
  // Thanked like everybody else, so that a program learns nothing.
  if (website !== "") return { ok: true as const, id: "" };
  const filed = await fileGuestReportHere(c, told);
  return filed.ok ? { ok: true as const, id: String(filed.report.id) } : filed;
}

/** The values that are known already: the subject from the link, name and e-mail address if somebody is signed in. */
function known(c: AppContext): Record<string, string> {
  const user = c.var.signedIn?.user;
  const subject = c.req.query("subject")?.slice(0, pointedLengthMax) ?? "";
  return { subject, ...(user && { name: user.firstname, email: user.email }) };
}

/** What was typed, the whole text included, so that it stands in the form again. */
const typed = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    fieldNames.filter((name) => typeof body[name] === "string")
      .map((name) => [name, String(body[name]).slice(0, 2 * reportTextLengthMax)]),
  );

/** Shows the form, or thanks if `form` is null. */
async function show(c: AppContext, form: FormState | null, sentId: number | null = null): Promise<Response> {
  const { t, prefix } = c.var.facts;
  const title = t("guestReports:title");
  return await answerPage(c, {
    title,
    description: t("guestReports:lead"),
    crumbs: [{ label: t("writings:home"), href: localHref(prefix, "/") }, { label: title }],
    status: form?.status ?? 200,
    // One page for search engines, whatever a link to it is about.
    canonicalPath: guestReportPath,
    robots: form === null || form.status !== 200 || form.values.subject ? "noindex" : undefined,
    view: <GuestReportView form={form} sentId={sentId} />,
  });
}
