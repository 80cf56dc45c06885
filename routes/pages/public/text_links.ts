/** Links in the site's texts: whoever may not follow one reads its words alone. */
import { type Access, verdictOf } from "../../http/access.ts";
import type { AppContext } from "../../http/env.ts";
import { localHref } from "../../http/page.tsx";

/** What texts lead to that is not for everybody, by the beginning of the path. */
const narrower: readonly (readonly [path: string, access: Access])[] = [
  ["/man/", "men"],
  ["/lady/", "ladies"],
  ["/delete-account", "correspondents"],
];

/** The localised address, or null for who would be refused there. */
export function textLinks(c: AppContext): (path: string) => string | null {
  const visitor = c.var.signedIn?.user.groupId ?? "guest";
  return (path) => {
    const access = narrower.find(([beginning]) => path.startsWith(beginning))?.[1] ?? "everyone";
    const verdict = verdictOf(access, visitor);
    return verdict === "in" || verdict === "sign_in" ? localHref(c.var.facts.prefix, path) : null;
  };
}
