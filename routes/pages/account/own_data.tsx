/** The page for a copy of all that the site keeps about a person: what is in it, and after the password the file itself. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import type { Crumb } from "../../../components/frame/types.ts";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { man } from "../../../kv/accounts/users.ts";
import { provePassword } from "../../../kv/accounts/signing_in/passwords.ts";
import { limits } from "../../../kv/store/limits.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import { type AccountSide, ownDataPathOf } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { decisionsPath } from "../../http/next_path.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { archiveName, archiveOf } from "../../own_data/archive.ts";
import { startExport, watched } from "../../own_data/running_exports.ts";
import { KnownPassword } from "../auth/credential_fields.tsx";
import { type FormState, freshForm, refusedForm } from "../auth/gate.tsx";
import { accountCrumbs, AccountFrame } from "./frame.tsx";

export const ownDataPage = (side: AccountSide): PageDefinition => ({
  paths: [ownDataPathOf(side)],
  access: side.access,
  keptOutMay: true,
  get: (c) => show(c, side, freshForm()),
  async post(c, body) {
    const refused = (refusal: Refusal) => show(c, side, refusedForm(c, refusal, {}, ["password"]));
    const { user } = c.var.signedIn;
    const { deps } = c.var;
    const proved = await provePassword(deps.store, user.id, String(body.password ?? ""), limits.ownData);
    if (!proved.ok) return await refused(proved);
    const turn = await startExport(deps, user.id);
    if (!turn.ok) return await refused(turn);
    return c.body(watched(archiveOf(c, user), turn.release), 200, {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${archiveName(c)}"`,
      "cache-control": "private, no-store",
    });
  },
});

/** The breadcrumbs of a page below the one about signing in. */
export function ownDataCrumbs(c: AppContext, side: AccountSide, title: string): Crumb[] {
  const [home, account, security] = accountCrumbs(c, side, "security");
  const above = { ...security!, href: localHref(c.var.facts.prefix, side.securityPath) };
  return [home!, account!, above, { label: title }];
}

async function show(c: AppContext, side: AccountSide, form: FormState): Promise<Response> {
  const { t } = c.var.facts;
  return await answerPage(c, {
    title: t("ownData:copy.title"),
    description: t("ownData:description"),
    crumbs: ownDataCrumbs(c, side, t("ownData:copy.title")),
    robots: "noindex",
    status: form.status,
    view: (
      <AccountFrame side={side} tab="security" title={t("ownData:copy.title")} lead={t("ownData:copy.lead")}>
        <OwnDataView side={side} form={form} />
      </AccountFrame>
    ),
  });
}

function OwnDataView({ side, form }: { side: AccountSide; form: FormState }) {
  const { t, href, viewer } = usePage();
  return (
    <div class="split">
      <div class="flow">
        <p>{t(side.groupId === man ? "ownData:copy.text" : "ownData:copy.herText")}</p>
        <p class="soft">{t("ownData:copy.sealed")}</p>
      </div>
      <div>
        {/* So encoded, it passes by the worker (static/worker.js), in which a long download could break off. */}
        <form class="form" method="post" enctype="multipart/form-data" data-downloads>
          {form.notice && <Notice tone="bad" role="alert">{form.notice}</Notice>}
          <p class="soft">{t("ownData:copy.who")}</p>
          <KnownPassword
            form={form}
            id="own-data-password"
            label={t("ownData:copy.password")}
            hint={t("ownData:copy.limit")}
          />
          <div class="row">
            <Button type="submit">{t("ownData:copy.submit")}</Button>
            <ButtonLink href={href(viewer ? side.securityPath : decisionsPath)} tone="quiet">
              {t(viewer ? "ownData:copy.back" : "decisions:all")}
            </ButtonLink>
          </div>
        </form>
      </div>
    </div>
  );
}
