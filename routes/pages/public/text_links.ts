/** Links in the site's texts: a visitor who may not follow a link sees only its words. */
import { type Access, verdictOf } from "../../http/access.ts";
import type { AppContext } from "../../http/env.ts";
import { localHref } from "../../http/page.tsx";

/** Who may open the pages that texts link to and that are not for everybody, by the beginning of the path. */
const narrower: readonly (readonly [path: string, access: Access])[] = [
  ["/man/", "men"],
  ["/lady/", "ladies"],
  ["/delete-account", "correspondents"],
];

/** The localised address of a path; null if this visitor would be refused there. */
export function textLinks(c: AppContext): (path: string) => string | null {
  const visitor = c.var.signedIn?.user.groupId ?? "guest";
  return (path) => {
    const access = narrower.find(([beginning]) => path.startsWith(beginning))?.[1] ?? "everyone";
    const verdict = verdictOf(access, visitor);
    return verdict === "in" || verdict === "sign_in" ? localHref(c.var.facts.prefix, path) : null;
  };
}
