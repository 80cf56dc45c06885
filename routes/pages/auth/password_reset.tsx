/** The mailed link for a new password: a GET only shows the form, the POST uses the link up and ends every session. */
import * as z from "zod";
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import {
  finishPasswordReset,
  openPasswordReset,
  wasResetJustUsed,
} from "../../../kv/accounts/signing_in/password_reset.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { newPasswordField } from "../../http/fields.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { newPressKey, PressKey, pressOf } from "../../http/press_key.tsx";
import { parseInput } from "../../http/read_input.ts";
import { clearSessionCookies } from "../../middleware/session.ts";
import { NewPassword } from "./credential_fields.tsx";
import { answerPrivate, type FormState, freshForm, Gate, refusedForm } from "./gate.tsx";
import { answerJustUsed } from "./just_used.tsx";

const pageForm = z.object({
  newPassword: newPasswordField,
  confirmPassword: z.string().max(200, "too_long"),
}).refine((form) => form.newPassword === form.confirmPassword, { message: "mismatch", path: ["confirmPassword"] });

const shown = ["newPassword", "confirmPassword"];

export const passwordResetPage: PageDefinition = {
  paths: ["/password-reset/:email/:recoveryKey"],
  access: "everyone",
  async get(c) {
    if (!await openPasswordReset(c.var.deps.store, linkOf(c))) return await answerSpent(c);
    return await answer(c, freshForm());
  },
  async post(c, body) {
    const { deps, facts, signedIn } = c.var;
    const form = parseInput(pageForm, body);
    const result = form.ok
      ? await finishPasswordReset(deps.store, {
        ...linkOf(c),
        newPassword: form.value.newPassword,
        press: pressOf(body),
      })
      : form;
    if (!result.ok && result.reason === "expired") return await answerSpent(c);
    if (!result.ok) return await answer(c, refusedForm(c, result, {}, shown));
    deps.wakeJobs?.();
    // Every session of that person has ended, this one too.
    if (signedIn?.user.id === result.userId) clearSessionCookies(c);
    leaveFlash(c, "success", "auth:flash.passwordChanged");
    return c.redirect(localHref(facts.prefix, "/auth/sign-in"), 303);
  },
};

const linkOf = (c: AppContext) => ({
  email: (c.req.param("email") ?? "").slice(0, 254),
  recoveryKey: (c.req.param("recoveryKey") ?? "").slice(0, 200),
});

const answer = (c: AppContext, form: FormState): Promise<Response> =>
  answerPrivate(c, {
    title: c.var.facts.t("auth:reset.page"),
    view: <ResetView form={form} email={linkOf(c).email} pressKey={newPressKey(c)} />,
    status: form.status,
  });

async function answerSpent(c: AppContext): Promise<Response> {
  if (await wasResetJustUsed(c.var.deps.store, linkOf(c).recoveryKey)) return await answerJustUsed(c);
  const form = refusedForm(c, refuse("expired"), {}, []);
  return await answerPrivate(c, {
    title: c.var.facts.t("auth:reset.spent"),
    view: <SpentView form={form} />,
    status: form.status,
  });
}

function ResetView({ form, email, pressKey }: { form: FormState; email: string; pressKey: string }) {
  const { t } = usePage();
  return (
    <Gate title={t("auth:reset.title")} lead={t("auth:reset.lead", { email })} notice={form.notice}>
      <form class="form" method="post">
        <PressKey pressKey={pressKey} />
        {/* Tells the password manager whose password this is. */}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <NewPassword form={form} name="newPassword" />
        <Button type="submit" wide>{t("auth:reset.submit")}</Button>
      </form>
    </Gate>
  );
}

function SpentView({ form }: { form: FormState }) {
  const { t, href } = usePage();
  return (
    <Gate title={t("auth:reset.spent")} notice={form.notice} lead={t("auth:reset.spentLead")}>
      <ButtonLink href={href("/auth/forgot-password")} wide>{t("auth:reset.again")}</ButtonLink>
    </Gate>
  );
}
