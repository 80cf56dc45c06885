/** The page to which menu items lead while their own page is not built yet. */
import { NotYetView } from "../../../components/frame/error_views.tsx";
import type { PageDefinition } from "../../http/define_page.ts";
import { answerPage } from "../../http/page.tsx";

export const notYetPage: PageDefinition = {
  paths: ["/not-yet"],
  access: "everyone",
  get: (c) =>
    answerPage(c, {
      title: c.var.facts.t("errors:notYet.title"),
      view: <NotYetView backHref={backHref(c.req.header("referer"), c.var.facts.origin)} />,
      robots: "noindex",
    }),
};

/** The page of this site that the visitor came from, if any. */
function backHref(referer: string | undefined, origin: string): string | null {
  const url = referer ? URL.parse(referer) : null;
  return url && url.origin === origin && !url.pathname.endsWith("/not-yet") ? url.pathname + url.search : null;
}
