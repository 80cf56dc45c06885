/** Signing in. It leads on to the mailed code if the address is not confirmed yet, and to a second factor if one is set. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { usePage } from "../../../components/page_context.ts";
import { gapOf } from "../../../i18n/locales.ts";
import { codeSeconds, type Confirmation } from "../../../kv/accounts/sign_up.ts";
import { signInForm } from "../../account/account_forms.ts";
import { resendHere, signInHere } from "../../account/accounts.ts";
import { keepTicket, secondStepPath } from "../../account/second_step.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { decisionsPath } from "../../http/next_path.ts";
import { parseInput } from "../../http/read_input.ts";
import { arrive, nextOf, withQuery } from "./arrival.ts";
import { KnownEmail, KnownPassword } from "./credential_fields.tsx";
import { answerPrivate, type FormState, freshForm, Gate, refusedForm, textsOf } from "./gate.tsx";

export const signInPage: PageDefinition = {
  paths: ["/auth/sign-in"],
  access: "guests",
  get: (c) => answer(c, freshForm({ email: c.req.query("email")?.slice(0, 254) ?? "" }), nextOf(c)),
  async post(c, body) {
    const next = nextOf(c, body);
    const sent = parseInput(signInForm, body);
    const result = sent.ok ? await signInHere(c, sent.value) : sent;
    if (result.ok) return arrive(c, result.user, next);
    if ("pending" in result) {
      keepTicket(c, result.pending);
      return c.redirect(localHref(c.var.facts.prefix, withQuery(secondStepPath, { next })), 303);
    }
    if ("waiting" in result) return await leadToCode(c, result.waiting, next);
    const values = textsOf(body, ["email", "remember"]);
    const form = refusedForm(c, result, values, ["email", "password"]);
    return "keptOut" in result ? await answerKeptOut(c, form) : await answer(c, form, next);
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

/** Answers a suspended person who knows the password: the new session opens the reasons and nothing else. */
function answerKeptOut(c: AppContext, form: FormState): Promise<Response> {
  const { t } = c.var.facts;
  return answerPrivate(c, { title: t("auth:signIn.page"), view: <KeptOutView form={form} />, status: form.status });
}

/** Redirects a person who knows the password to the page of the mailed code; mails a new one if the last has expired. */
async function leadToCode(c: AppContext, waiting: Confirmation, next: string): Promise<Response> {
  const { deps: { store }, facts } = c.var;
  if (waiting.sentAt + codeSeconds * 1000 <= store.now()) await resendHere(c, { confirmationId: waiting.id });
  leaveFlash(c, "info", "refusals:email_not_confirmed");
  return c.redirect(localHref(facts.prefix, withQuery("/auth/confirm", { id: waiting.id, next })), 303);
}

function KeptOutView({ form }: { form: FormState }) {
  const { t, href } = usePage();
  return (
    <Gate title={t("decisions:keptOut.title")} notice={form.notice} lead={t("decisions:keptOut.door")}>
      <ButtonLink href={href(decisionsPath)} wide>{t("decisions:keptOut.enter")}</ButtonLink>
    </Gate>
  );
}

function SignInView({ form, next }: { form: FormState; next: string }) {
  const { t, href, locale } = usePage();
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
        {t("auth:signIn.newHere")}
        {gapOf(locale)}
        <a class="roomy" href={href(withQuery("/auth/sign-up", { next }))}>{t("auth:signIn.join")}</a>
      </p>
    </Gate>
  );
}
