/** The page for a mailed link that was used within the last minute, perhaps by whoever presses now. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPrivate, Gate, refusedForm } from "./gate.tsx";

/** Tells no more of the account than that: the link may be in somebody else's hands. */
export const answerJustUsed = (c: AppContext): Promise<Response> =>
  answerPrivate(c, {
    title: c.var.facts.t("auth:justUsed.title"),
    view: <JustUsedView />,
    status: refusedForm(c, refuse("expired"), {}, []).status,
  });

function JustUsedView() {
  const { t, href } = usePage();
  return (
    <Gate title={t("auth:justUsed.title")} lead={t("auth:justUsed.lead")}>
      <ButtonLink href={href("/auth/sign-in")} wide>{t("auth:signUp.signIn")}</ButtonLink>
    </Gate>
  );
}
