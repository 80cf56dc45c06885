/** The mailed link that confirms a new address: a GET only shows a button, because mail scanners follow links. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { openEmailChange, wasChangeJustConfirmed } from "../../../kv/accounts/email_change.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { confirmEmailHere } from "../../account/accounts.ts";
import { securityPathOf } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { newPressKey, PressKey, pressOf } from "../../http/press_key.tsx";
import { answerPrivate, type FormState, Gate, refusedForm } from "../auth/gate.tsx";
import { answerJustUsed } from "../auth/just_used.tsx";

export const emailChangeLinkPage: PageDefinition = {
  paths: ["/email-change/:userId{[0-9]{1,15}}/:key"],
  access: "everyone",
  async get(c) {
    const open = await openEmailChange(c.var.deps.store, linkOf(c));
    if (!open) return await answerSpent(c, refuse("expired"));
    return await answerPrivate(c, {
      title: c.var.facts.t("account:emailLink.page"),
      view: <PressView email={open.value.email} pressKey={newPressKey(c)} />,
    });
  },
  async post(c, body) {
    const result = await confirmEmailHere(c, { ...linkOf(c), press: pressOf(body) });
    if (!result.ok) return await answerSpent(c, result);
    leaveFlash(c, "success", "account:flash.emailChanged");
    const { signedIn, facts: { prefix } } = c.var;
    const isHere = signedIn?.user.id === result.user.id;
    const path = isHere ? securityPathOf(result.user.groupId) : signedIn ? "/" : "/auth/sign-in";
    return c.redirect(localHref(prefix, path), 303);
  },
};

const linkOf = (c: AppContext) => ({
  userId: Number(c.req.param("userId")),
  key: (c.req.param("key") ?? "").slice(0, 200),
});

/** The page for every link that does not work, whatever the reason and whoever's the address is. */
async function answerSpent(c: AppContext, refusal: Refusal): Promise<Response> {
  if (await wasChangeJustConfirmed(c.var.deps.store, linkOf(c).key)) return await answerJustUsed(c);
  const form = refusedForm(c, refusal, {}, []);
  return await answerPrivate(c, {
    title: c.var.facts.t("account:emailLink.spent"),
    view: <SpentView form={form} />,
    status: form.status,
  });
}

function PressView({ email, pressKey }: { email: string; pressKey: string }) {
  const { t } = usePage();
  return (
    <Gate title={t("account:emailLink.title")} lead={t("account:emailLink.lead", { email })}>
      <form class="form" method="post">
        <PressKey pressKey={pressKey} />
        <Button type="submit" wide>{t("account:emailLink.submit")}</Button>
      </form>
    </Gate>
  );
}

function SpentView({ form }: { form: FormState }) {
  const { t, href } = usePage();
  return (
    <Gate title={t("account:emailLink.spent")} notice={form.notice} lead={t("account:emailLink.spentLead")}>
      <ButtonLink href={href("/")} wide>{t("account:emailLink.home")}</ButtonLink>
    </Gate>
  );
}
