/** Asking for a new password, for those without a script; the answer is the same for every address. */
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { resetSeconds } from "../../../kv/accounts/signing_in/password_reset.ts";
import { recoveryForm } from "../../account/account_forms.ts";
import { recoverHere } from "../../account/accounts.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { BackToSignIn, KnownEmail } from "./credential_fields.tsx";
import { type FormState, freshForm, Gate, refusedForm, textsOf } from "./gate.tsx";

export const forgotPasswordPage: PageDefinition = {
  paths: ["/auth/forgot-password"],
  access: "guests",
  get: (c) => answer(c, freshForm(), c.req.query("sent") !== undefined),
  async post(c, body) {
    const form = parseInput(recoveryForm, body);
    const result = form.ok ? await recoverHere(c, form.value.email) : form;
    if (!result.ok) return await answer(c, refusedForm(c, result, textsOf(body, ["email"]), ["email"]), false);
    return c.redirect(localHref(c.var.facts.prefix, "/auth/forgot-password?sent=1"), 303);
  },
};

const answer = (c: AppContext, form: FormState, isSent: boolean): Promise<Response> =>
  answerPage(c, {
    title: c.var.facts.t("auth:forgot.page"),
    view: isSent ? <SentView /> : <AskView form={form} />,
    status: form.status,
    robots: "noindex",
  });

function AskView({ form }: { form: FormState }) {
  const { t } = usePage();
  return (
    <Gate title={t("auth:forgot.title")} lead={t("auth:forgot.lead")} notice={form.notice}>
      <form class="form" method="post">
        <KnownEmail form={form} />
        <Button type="submit" wide>{t("auth:forgot.submit")}</Button>
      </form>
      <BackToSignIn />
    </Gate>
  );
}

function SentView() {
  const { t } = usePage();
  return (
    <Gate title={t("auth:forgot.sent")} lead={t("auth:forgot.sentLead", { count: resetSeconds / 60 })}>
      <BackToSignIn />
    </Gate>
  );
}
