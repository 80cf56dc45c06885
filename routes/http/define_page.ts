/** How a page says what it is: its addresses, who may see it, and what it answers; and the guard that enforces it. */
import type { Hono } from "hono";
import { isStaff, lady } from "../../kv/accounts/users.ts";
import { noteDenial } from "../../kv/store/audit_log.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { withoutSecrets } from "../../services/secret_addresses.ts";
import { answerShared } from "../cache/shared_pages.ts";
import { type Access, isAdmitted, verdictOf } from "./access.ts";
import type { AppContext, AppEnv } from "./env.ts";
import { homeOfGroup } from "./next_path.ts";
import { localHref } from "./page.tsx";
import { answerRefusal } from "./refusal_answer.tsx";

type Answer = Response | Promise<Response>;

export interface PageDefinition {
  paths: string[];
  access: Access;
  /** Who may post, where that is not who may look. */
  postAccess?: Access;
  /** What a guest is told who posts and may not, where that is not the sign-in page. */
  refuseGuest?: (c: AppContext) => Answer;
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
      if (post) app.post(path, async (c) => await guardPost(c, page) ?? await post(c));
    }
  }
}

/** The answer that keeps somebody out, or null for who may come in. */
async function guard(c: AppContext, access: Access): Promise<Response | null> {
  const user = c.var.signedIn?.user;
  const { prefix } = c.var.facts;
  switch (verdictOf(access, user?.groupId ?? "guest")) {
    case "in":
      return null;
    case "sign_in":
      return redirectToSignIn(c);
    case "home":
      return c.redirect(localHref(prefix, "/"), 302);
    case "inbox":
      return c.redirect(localHref(prefix, homeOfGroup(lady)), 302);
    case "wrong_role":
      await noteStaffDenied(c, "page_denied");
      return await answerRefusal(c, refuse("wrong_role"));
  }
}

async function guardPost(c: AppContext, { access, postAccess = access, refuseGuest }: PageDefinition) {
  const isRefusedGuest = !c.var.signedIn && !isAdmitted(postAccess, "guest");
  return isRefusedGuest && refuseGuest ? await refuseGuest(c) : await guard(c, postAccess);
}

/** Whoever works here leaves a line where she or he tries a door of somebody else's. */
export async function noteStaffDenied(c: AppContext, action: "page_denied" | "call_denied"): Promise<void> {
  const user = c.var.signedIn?.user;
  if (!user || !isStaff(user)) return;
  const details = { method: c.req.method };
  await noteDenial(c.var.deps.store, { action, actorId: user.id, subject: withoutSecrets(c.var.facts.path), details });
}

/** To the sign-in page, which leads back to the full requested path; a token that opened nothing goes no further. */
export function redirectToSignIn(c: AppContext): Response {
  const { path, prefix } = c.var.facts;
  const url = new URL(c.req.url);
  // Only where there is one: deleting writes the whole query anew.
  if (url.searchParams.has("access_token")) url.searchParams.delete("access_token");
  const wanted = localHref(prefix, path) + (c.req.method === "GET" ? url.search : "");
  return c.redirect(`${localHref(prefix, "/auth/sign-in")}?next=${encodeURIComponent(wanted)}`, 303);
}
