/** Asking for a mailed link that signs in to an account; the answer is the same for every address. */
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { ticketSeconds } from "../../../kv/accounts/signing_in/sign_in_tickets.ts";
import { recoveryForm } from "../../account/account_forms.ts";
import { mailSignInLinkHere } from "../../account/accounts.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { nextOf } from "./arrival.ts";
import { BackToSignIn, KnownEmail } from "./credential_fields.tsx";
import { type FormState, freshForm, Gate, refusedForm, textsOf } from "./gate.tsx";

export const signInLinkPage: PageDefinition = {
  paths: ["/auth/sign-in-link"],
  access: "guests",
  get: (c) => answer(c, c.req.query("sent") === undefined ? freshForm() : null, nextOf(c)),
  async post(c, body) {
    const next = nextOf(c, body);
    const form = parseInput(recoveryForm, body);
    const result = form.ok ? await mailSignInLinkHere(c, form.value.email, next) : form;
    if (!result.ok) return await answer(c, refusedForm(c, result, textsOf(body, ["email"]), ["email"]), next);
    return c.redirect(localHref(c.var.facts.prefix, "/auth/sign-in-link?sent=1"), 303);
  },
};

/** `form` is null once the form was sent. */
const answer = (c: AppContext, form: FormState | null, next: string): Promise<Response> =>
  answerPage(c, {
    title: c.var.facts.t("auth:signInLink.page"),
    view: form ? <AskView form={form} next={next} /> : <SentView />,
    status: form?.status,
    robots: "noindex",
  });

function AskView({ form, next }: { form: FormState; next: string }) {
  const { t, href } = usePage();
  return (
    <Gate title={t("auth:signInLink.title")} lead={t("auth:signInLink.lead")} notice={form.notice}>
      <form class="form" method="post" action={href("/auth/sign-in-link")}>
        {next && <input type="hidden" name="next" value={next} />}
        <KnownEmail form={form} />
        <Button type="submit" wide>{t("auth:signInLink.submit")}</Button>
      </form>
      <BackToSignIn next={next} />
    </Gate>
  );
}

function SentView() {
  const { t } = usePage();
  return (
    <Gate title={t("auth:forgot.sent")} lead={t("auth:signInLink.sentLead", { count: ticketSeconds / 60 })}>
      <BackToSignIn />
    </Gate>
  );
}
