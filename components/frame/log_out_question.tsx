/** The question before logging out, opened by the links to it (account.tsx) where scripts run (islands/page_chrome/). */
import { Dialog } from "../overlays.tsx";
import { usePage } from "../page_context.ts";

const formId = "log-out-form";

export function LogOutQuestion() {
  const { t, href } = usePage();
  return (
    <Dialog
      id="log-out"
      title={t("auth:logOut.title")}
      closeLabel={t("auth:logOut.stay")}
      actions={
        <>
          <button class="btn btn--quiet" form={formId} formmethod="dialog">{t("auth:logOut.stay")}</button>
          <button class="btn" form={formId}>{t("auth:logOut.submit")}</button>
        </>
      }
    >
      <form id={formId} method="post" action={href("/logout")}>
        <p class="soft">{t("auth:logOut.lead")}</p>
      </form>
    </Dialog>
  );
}
