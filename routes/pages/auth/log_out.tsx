/** Signing out: a GET asks, only a POST ends the session (design, section 4). */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { endSession } from "../../../kv/accounts/signing_in/sessions.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { localHref } from "../../http/page.tsx";
import { clearSessionCookies } from "../../middleware/session.ts";
import { answerPrivate, Gate } from "./gate.tsx";

export const logOutPage: PageDefinition = {
  paths: ["/logout", "/index/logout"],
  access: "everyone",
  keptOutMay: true,
  get(c) {
    const { signedIn, facts } = c.var;
    if (!signedIn) return c.redirect(localHref(facts.prefix, "/"), 302);
    return answerPrivate(c, { title: facts.t("auth:logOut.title"), view: <LogOutView /> });
  },
  async post(c) {
    const { signedIn, facts, deps } = c.var;
    if (signedIn) await endSession(deps.store, signedIn.session);
    clearSessionCookies(c);
    return c.redirect(localHref(facts.prefix, "/"), 303);
  },
};

function LogOutView() {
  const { t, href } = usePage();
  return (
    <Gate title={t("auth:logOut.title")} lead={t("auth:logOut.lead")}>
      <form class="form" method="post" action={href("/logout")}>
        <Button type="submit" wide>{t("auth:logOut.submit")}</Button>
        <ButtonLink href={href("/")} tone="quiet" wide>{t("auth:logOut.stay")}</ButtonLink>
      </form>
    </Gate>
  );
}
