/** Where to go after signing in: a path of this very site, or the role's own first page. */
import type { GroupId } from "../../kv/accounts/users.ts";

const homes: Record<GroupId, string> = {
  1: "/man/mail/inbox",
  2: "/lady/mail/inbox",
  3: "/admin",
  4: "/agency",
  5: "/agency/mail",
};

/** The first page of a role (specification, section 2). */
export const homeOfGroup = (groupId: GroupId): string => homes[groupId];

/** Where a person reads what was decided against her or him: the first page of people who are kept out. */
export const decisionsPath = "/decisions";

/** The path as given when it stays on this site; null for other origins, schemes, and anything odd. */
export function safeNext(next: string | null | undefined): string | null {
  if (!next || next.length > 2000 || !next.startsWith("/")) return null;
  // deno-lint-ignore no-control-regex
  if (/[\\\u0000-\u001f\u007f]/.test(next) || next.startsWith("//")) return null;
  const base = "http://this.site";
  const url = URL.parse(next, base);
  // Dots may leave two slashes at the start ("/..//elsewhere.test"), which a browser reads as another host.
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}
