/** The mailed link that proves an address: a GET shows a button only, because mail scanners follow links. */
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { normaliseEmail } from "../../../kv/users.ts";
import { activationForm } from "../../account_forms.ts";
import { confirmKeyHere } from "../../accounts.ts";
import type { PageDefinition } from "../../define_page.ts";
import type { AppContext } from "../../env.ts";
import { localHref } from "../../page.tsx";
import { parseInput } from "../../read_input.ts";
import { arrive } from "./arrival.ts";
import { leaveVerified } from "./confirm.tsx";
import { answerPrivate, type FormState, Gate, refusedForm } from "./gate.tsx";

export const emailLinkPage: PageDefinition = {
  paths: ["/email-confirmation/:email/:activationKey"],
  access: "everyone",
  get: (c) =>
    answerPrivate(c, {
      title: c.var.facts.t("auth:emailLink.page"),
      view: <PressView email={emailOf(c)} />,
    }),
  async post(c) {
    const before = c.var.signedIn?.user;
    const link = parseInput(activationForm, { email: emailOf(c), activationKey: c.req.param("activationKey") });
    const result = link.ok ? await confirmKeyHere(c, link.value.email, link.value.activationKey) : link;
    if (result.ok) {
      leaveVerified(c, result.user);
      // Somebody else who is signed in here stays who he is.
      return before ? c.redirect(localHref(c.var.facts.prefix, "/"), 303) : arrive(c, result.user, "");
    }
    // A second press of the button: the first one has signed him in.
    if (before?.email === normaliseEmail(emailOf(c))) return arrive(c, before, "");
    const form = refusedForm(c, link.ok ? result : { ok: false, reason: "expired" }, { email: emailOf(c) }, []);
    return await answerPrivate(c, {
      title: c.var.facts.t("auth:emailLink.spent"),
      view: <SpentView form={form} />,
      status: form.status,
    });
  },
};

const emailOf = (c: AppContext): string => (c.req.param("email") ?? "").slice(0, 254);

function PressView({ email }: { email: string }) {
  const { t } = usePage();
  return (
    <Gate title={t("auth:emailLink.title")} lead={t("auth:emailLink.lead", { email })}>
      <form class="form" method="post">
        <Button type="submit" wide>{t("auth:emailLink.submit")}</Button>
      </form>
    </Gate>
  );
}

/** The same for every link that does not work, whatever the reason and whosever the address. */
function SpentView({ form }: { form: FormState }) {
  const { t, href } = usePage();
  return (
    <Gate title={t("auth:emailLink.spent")} notice={form.notice} lead={t("auth:emailLink.spentLead")}>
      <form class="form" method="post" action={href("/auth/confirm/resend")}>
        <input type="hidden" name="email" value={form.values.email} />
        <Button type="submit" wide>{t("auth:confirm.resend")}</Button>
      </form>
      <p class="small soft">
        {t("auth:signUp.known")} <a href={href("/auth/sign-in")}>{t("auth:signUp.signIn")}</a>
      </p>
    </Gate>
  );
}
