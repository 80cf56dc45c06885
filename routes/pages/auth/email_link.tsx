/** The mailed link that proves an address. A GET only shows a button, because mail scanners follow links. */
import type * as z from "zod";
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { gapOf } from "../../../i18n/locales.ts";
import { needsNewPassword, wasKeyJustUsed } from "../../../kv/accounts/confirming.ts";
import { normaliseEmail } from "../../../kv/accounts/users.ts";
import { activationForm } from "../../account/account_forms.ts";
import { confirmKeyHere } from "../../account/accounts.ts";
import { visitorOf } from "../../http/browser_mark.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { newPressKey, PressKey, pressOf } from "../../http/press_key.tsx";
import { type Body, parseInput } from "../../http/read_input.ts";
import { arriveFirst } from "./arrival.ts";
import { leaveVerified } from "./confirm.tsx";
import { PasswordOfProof } from "./credential_fields.tsx";
import { answerPrivate, type FormState, freshForm, Gate, refusedForm } from "./gate.tsx";
import { answerJustUsed } from "./just_used.tsx";
import { differentPasswords, isSamePassword, passwordNames, provingFields } from "./proving_form.ts";

const pageForm = activationForm.extend(provingFields).refine(isSamePassword, differentPasswords);

export const emailLinkPage: PageDefinition = {
  paths: ["/email-confirmation/:email/:activationKey"],
  access: "everyone",
  get: (c) => answer(c, freshForm()),
  async post(c, body) {
    const before = c.var.signedIn?.user;
    const link = parseInput(pageForm, { ...body, ...linkOf(c) });
    const result = link.ok ? await confirmByForm(c, link.value, body) : link;
    if (result.ok && before) {
      // Somebody else who is signed in in this browser stays signed in, and gets none of the new account's credits.
      leaveFlash(c, "success", "auth:flash.verifiedOther");
      return c.redirect(localHref(c.var.facts.prefix, "/"), 303);
    }
    if (result.ok) {
      await leaveVerified(c, result.user);
      return arriveFirst(c, result.user, result.next);
    }
    if (passwordNames.some((name) => name in (result.fields ?? {}))) {
      return await answer(c, refusedForm(c, result, {}, passwordNames));
    }
    // A second press of the button: the first one has signed him in.
    if (before?.email === normaliseEmail(linkOf(c).email)) return arriveFirst(c, before, "");
    if (await wasKeyJustUsed(c.var.deps.store, linkOf(c).activationKey)) return await answerJustUsed(c);
    const form = refusedForm(c, link.ok ? result : { ok: false, reason: "expired" }, linkOf(c), []);
    return await answerPrivate(c, {
      title: c.var.facts.t("auth:emailLink.spent"),
      view: <SpentView form={form} />,
      status: form.status,
    });
  },
};

const linkOf = (c: AppContext) => ({
  email: (c.req.param("email") ?? "").slice(0, 254),
  activationKey: c.req.param("activationKey") ?? "",
});

const confirmByForm = (c: AppContext, { email, newPassword, activationKey }: z.infer<typeof pageForm>, body: Body) =>
  confirmKeyHere(c, { email, by: "browser", newPassword, press: pressOf(body) }, activationKey);

async function answer(c: AppContext, form: FormState): Promise<Response> {
  const { email, activationKey } = linkOf(c);
  const proving = { email, by: "browser", visitor: visitorOf(c) } as const;
  const isElsewhere = await needsNewPassword(c.var.deps.store, proving, activationKey);
  return await answerPrivate(c, {
    title: c.var.facts.t("auth:emailLink.page"),
    view: <PressView email={email} form={form} isElsewhere={isElsewhere} pressKey={newPressKey(c)} />,
    status: form.status,
  });
}

interface PressViewProps {
  email: string;
  form: FormState;
  isElsewhere: boolean;
  pressKey: string;
}

function PressView({ email, form, isElsewhere, pressKey }: PressViewProps) {
  const { t } = usePage();
  return (
    <Gate
      title={t(isElsewhere ? "auth:emailLink.titleElsewhere" : "auth:emailLink.title")}
      lead={t("auth:emailLink.lead", { email })}
      notice={form.notice}
    >
      <form class="form" method="post">
        <PressKey pressKey={pressKey} />
        {/* Tells the password manager whose password this is. */}
        {isElsewhere && <input type="hidden" name="username" autocomplete="username" value={email} />}
        <PasswordOfProof form={form} isNeeded={isElsewhere} />
        <Button type="submit" wide>{t("auth:emailLink.submit")}</Button>
      </form>
    </Gate>
  );
}

/** Looks the same for every link that does not work, whatever the reason, and whoever has the address. */
function SpentView({ form }: { form: FormState }) {
  const { t, href, locale } = usePage();
  return (
    <Gate title={t("auth:emailLink.spent")} notice={form.notice} lead={t("auth:emailLink.spentLead")}>
      <form class="form" method="post" action={href("/auth/confirm/resend")}>
        <input type="hidden" name="email" value={form.values.email} />
        <Button type="submit" wide>{t("auth:confirm.resend")}</Button>
      </form>
      <p class="small soft">
        {t("auth:signUp.known")}
        {gapOf(locale)}
        <a class="roomy" href={href("/auth/sign-in")}>{t("auth:signUp.signIn")}</a>
      </p>
    </Gate>
  );
}
