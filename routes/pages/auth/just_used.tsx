/** The page for a mailed link that was used within the last minute, perhaps by whoever presses now. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { AppContext } from "../../http/env.ts";
import { homeOfGroup } from "../../http/next_path.ts";
import { answerPrivate, Gate, refusedForm } from "./gate.tsx";

/** Tells no more of the account than that: the link may be in somebody else's hands. */
export const answerJustUsed = (c: AppContext): Promise<Response> =>
  answerPrivate(c, {
    title: c.var.facts.t("auth:justUsed.title"),
    view: <JustUsedView reader={c.var.signedIn?.user ?? null} />,
    status: refusedForm(c, refuse("expired"), {}, []).status,
  });

/** Whoever is logged in here need not do so, but perhaps is somebody else than the one who used the link: so says as whom. */
function JustUsedView({ reader }: { reader: User | null }) {
  const { t, href } = usePage();
  return (
    <Gate
      title={t("auth:justUsed.title")}
      lead={reader ? t("auth:justUsed.leadIn", { name: reader.firstname }) : t("auth:justUsed.lead")}
    >
      {reader
        ? <ButtonLink href={href(homeOfGroup(reader.groupId))} wide>{t("auth:justUsed.goOn")}</ButtonLink>
        : <ButtonLink href={href("/auth/sign-in")} wide>{t("auth:signUp.signIn")}</ButtonLink>}
    </Gate>
  );
}
