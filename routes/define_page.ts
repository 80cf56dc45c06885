/** How a page says what it is: its addresses, who may see it, and what it answers; and the guard that enforces it. */
import type { Hono } from "hono";
import { noteDenial } from "../kv/audit_log.ts";
import { lady, translator } from "../kv/users.ts";
import { refuse } from "../kv/refusals.ts";
import { type Access, isAdmitted } from "./access.ts";
import type { AppContext, AppEnv } from "./env.ts";
import { homeOfGroup } from "./next_path.ts";
import { localHref } from "./page.tsx";
import { answerShared } from "./shared_pages.ts";
import { answerRefusal } from "./refusal_answer.tsx";

type Answer = Response | Promise<Response>;

export interface PageDefinition {
  paths: string[];
  access: Access;
  /** True where all men see the same but for their frame: rendered once for all of them (shared_pages.ts). */
  isSharedByMen?: boolean;
  get: (c: AppContext) => Answer;
  post?: (c: AppContext) => Answer;
}

/** Mounts pages; the guard runs before either handler. */
export function mountPages(app: Hono<AppEnv>, pages: PageDefinition[]): void {
  for (const page of pages) {
    for (const path of page.paths) {
      const get = page.isSharedByMen ? (c: AppContext) => answerShared(c, () => page.get(c)) : page.get;
      app.get(path, async (c) => await guard(c, page.access) ?? await get(c));
      const { post } = page;
      if (post) app.post(path, async (c) => await guard(c, page.access) ?? await post(c));
    }
  }
}

/** The answer that keeps somebody out, or null for who may come in. */
async function guard(c: AppContext, access: Access): Promise<Response | null> {
  const user = c.var.signedIn?.user;
  if (isAdmitted(access, user?.groupId ?? "guest")) return null;
  if (!user) return redirectToSignIn(c);
  const { prefix } = c.var.facts;
  if (access === "guests") return c.redirect(localHref(prefix, "/"), 302);
  if (access === "no_ladies") return c.redirect(localHref(prefix, homeOfGroup(lady)), 302);
  if (user.groupId === translator) await noteTranslator(c, user.id);
  return await answerRefusal(c, refuse("wrong_role"));
}

/** Whoever reads others' letters by profession leaves a line wherever else she or he tries a door. */
const noteTranslator = (c: AppContext, userId: number): Promise<void> =>
  noteDenial(c.var.house.store, {
    action: "page_denied",
    actorId: userId,
    subject: c.var.facts.path,
    details: { method: c.req.method },
  });

/** To the sign-in page, which leads back to the full requested path; a token that opened nothing goes no further. */
export function redirectToSignIn(c: AppContext): Response {
  const { path, prefix } = c.var.facts;
  const url = new URL(c.req.url);
  // Only where there is one: deleting writes the whole query anew.
  if (url.searchParams.has("access_token")) url.searchParams.delete("access_token");
  const wanted = localHref(prefix, path) + (c.req.method === "GET" ? url.search : "");
  return c.redirect(`${localHref(prefix, "/auth/sign-in")}?next=${encodeURIComponent(wanted)}`, 303);
}
