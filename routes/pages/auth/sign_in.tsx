/** Signing in; who has not confirmed the address yet is led to the mailed code, who has a second factor to its code. */
import { Button } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { usePage } from "../../../components/page_context.ts";
import { codeSeconds, type Confirmation } from "../../../kv/accounts/sign_up.ts";
import { signInForm } from "../../account/account_forms.ts";
import { resendHere, signInHere } from "../../account/accounts.ts";
import { keepTicket, secondStepPath } from "../../account/second_step.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { arrive, nextOf, withQuery } from "./arrival.ts";
import { KnownEmail, KnownPassword } from "./credential_fields.tsx";
import { type FormState, freshForm, Gate, refusedForm, textsOf } from "./gate.tsx";

export const signInPage: PageDefinition = {
  paths: ["/auth/sign-in"],
  access: "guests",
  get: (c) => answer(c, freshForm({ email: c.req.query("email")?.slice(0, 254) ?? "" }), nextOf(c)),
  async post(c, body) {
    const next = nextOf(c, body);
    const form = parseInput(signInForm, body);
    const result = form.ok ? await signInHere(c, form.value) : form;
    if (result.ok) return arrive(c, result.user, next);
    if ("pending" in result) {
      keepTicket(c, result.pending);
      return c.redirect(localHref(c.var.facts.prefix, withQuery(secondStepPath, { next })), 303);
    }
    if ("waiting" in result) return await leadToCode(c, result.waiting, next);
    const values = textsOf(body, ["email", "remember"]);
    return await answer(c, refusedForm(c, result, values, ["email", "password"]), next);
  },
};

function answer(c: AppContext, form: FormState, next: string): Promise<Response> {
  return answerPage(c, {
    title: c.var.facts.t("auth:signIn.page"),
    view: <SignInView form={form} next={next} />,
    status: form.status,
    robots: "noindex",
  });
}

/** Only who knows the password comes here. A code that has expired is replaced on the way. */
async function leadToCode(c: AppContext, waiting: Confirmation, next: string): Promise<Response> {
  const { deps: { store }, facts } = c.var;
  if (waiting.sentAt + codeSeconds * 1000 <= store.now()) await resendHere(c, { confirmationId: waiting.id });
  leaveFlash(c, "info", "refusals:email_not_confirmed");
  return c.redirect(localHref(facts.prefix, withQuery("/auth/confirm", { id: waiting.id, next })), 303);
}

function SignInView({ form, next }: { form: FormState; next: string }) {
  const { t, href } = usePage();
  const { values } = form;
  return (
    <Gate title={t("auth:signIn.title")} notice={form.notice}>
      <form class="form" method="post">
        {next && <input type="hidden" name="next" value={next} />}
        <KnownEmail form={form} />
        <KnownPassword id="password" form={form} label={t("auth:password")} />
        <div class="row">
          <Check name="remember" checked={"remember" in values}>{t("auth:signIn.remember")}</Check>
          <a class="roomy" href={href("/auth/forgot-password")}>{t("auth:signIn.forgot")}</a>
        </div>
        <Button type="submit" wide>{t("auth:signIn.submit")}</Button>
      </form>
      <p class="small soft">
        <a class="roomy" href={href(withQuery("/auth/sign-in-link", { next }))}>{t("auth:signInLink.page")}</a>
        <br />
        {t("auth:signIn.newHere")}{" "}
        <a class="roomy" href={href(withQuery("/auth/sign-up", { next }))}>{t("auth:signIn.join")}</a>
      </p>
    </Gate>
  );
}
