/** How a page says what it is: its addresses, who may see it, and what it answers; and the guard that enforces it. */
import type { Hono } from "hono";
import { adminLocale } from "../../i18n/catalogues.ts";
import { isStaff, lady } from "../../kv/accounts/users.ts";
import { noteDenial } from "../../kv/store/audit_log.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { withoutSecrets } from "../../services/secret_addresses.ts";
import { wordsIn } from "../middleware/request_facts.ts";
import { answerShared } from "../cache/shared_pages.ts";
import { type Access, isAdmitted, type MembersAccess, verdictOf } from "./access.ts";
import type { AppContext, AppEnv, MemberContext } from "./env.ts";
import { decisionsPath, homeOfGroup } from "./next_path.ts";
import { expectFrame, localHref } from "./page.tsx";
import { type Body, readBody } from "./read_input.ts";
import { answerRefusal } from "./refusal_answer.tsx";

type Answer = Response | Promise<Response>;

interface Page<PageAccess extends Access, PageContext extends AppContext> {
  paths: string[];
  access: PageAccess;
  /** What a guest is told who posts and may not, where that is not the sign-in page. */
  refuseGuest?: (c: AppContext) => Answer;
  /** True where also who is kept out comes in, as if signed in (kv/safety/suspensions.ts). */
  keptOutMay?: true;
  /** True where all men see the same but for their frame: rendered once for all of them (shared_pages.ts). */
  isSharedByMen?: boolean;
  get: (c: PageContext) => Answer;
}

/** A page for those who are signed in; its handlers know who that is. */
interface MembersPage extends Page<MembersAccess, MemberContext> {
  postAccess?: undefined;
  /** What was sent has been read; one that cannot be read was refused. */
  post?: (c: MemberContext, body: Body) => Answer;
}

interface OpenPage extends Page<Exclude<Access, MembersAccess>, AppContext> {
  postAccess?: undefined;
  post?: (c: AppContext, body: Body) => Answer;
}

/** A page that everybody may look at, and where who is signed in may post. */
interface MembersPost extends Page<Exclude<Access, MembersAccess>, AppContext> {
  postAccess: MembersAccess;
  post: (c: MemberContext, body: Body) => Answer;
}

export type PageDefinition = MembersPage | OpenPage | MembersPost;

/** Mounts pages; the guard runs before either handler. */
export function mountPages(app: Hono<AppEnv>, pages: PageDefinition[]): void {
  for (const page of pages) {
    // The guard has let in nobody whom the handlers' types do not name.
    const { get: look, post } = page as {
      get: (c: AppContext) => Answer;
      post?: (c: AppContext, body: Body) => Answer;
    };
    const get = page.isSharedByMen ? (c: AppContext) => answerShared(c, () => look(c)) : look;
    for (const path of page.paths) {
      app.get(path, async (c) => {
        if (page.keptOutMay) admitKeptOut(c);
        return await guard(c, page.access) ?? await answerGet(c, page, get);
      });
      if (post) app.post(path, async (c) => await guardPost(c, page) ?? await answerPost(c, page, post));
    }
  }
}

/** Admins' pages are not in every language; the address keeps the one that was asked for. */
function chooseWords(c: AppContext, { access }: PageDefinition): void {
  const { facts, deps: { config } } = c.var;
  if (access === "admins") c.set("facts", { ...facts, ...wordsIn(config, adminLocale(facts.locale)) });
}

function answerGet(c: AppContext, page: PageDefinition, get: (c: AppContext) => Answer): Answer {
  chooseWords(c, page);
  expectFrame(c);
  return get(c);
}

async function answerPost(
  c: AppContext,
  page: PageDefinition,
  post: (c: AppContext, body: Body) => Answer,
): Promise<Response> {
  chooseWords(c, page);
  const body = await readBody(c);
  return body.ok ? await post(c, body.value) : await answerRefusal(c, body);
}

/** Who is kept out counts as signed in where a page or call says so, and nowhere else. */
export function admitKeptOut(c: AppContext): void {
  if (c.var.keptOut) c.set("signedIn", c.var.keptOut);
}

/** The answer that keeps somebody out, or null for who may come in. */
async function guard(c: AppContext, access: Access): Promise<Response | null> {
  const user = c.var.signedIn?.user;
  const { prefix } = c.var.facts;
  switch (verdictOf(access, user?.groupId ?? "guest")) {
    case "in":
      return null;
    case "sign_in":
      return c.var.keptOut ? c.redirect(localHref(prefix, decisionsPath), 303) : redirectToSignIn(c);
    case "home":
      return c.redirect(localHref(prefix, "/"), 302);
    case "inbox":
      return c.redirect(localHref(prefix, homeOfGroup(lady)), 302);
    case "wrong_role":
      await noteStaffDenied(c, "page_denied");
      return await answerRefusal(c, refuse("wrong_role"));
  }
}

async function guardPost(c: AppContext, { access, postAccess, refuseGuest, keptOutMay }: PageDefinition) {
  const wanted = postAccess ?? access;
  if (keptOutMay) admitKeptOut(c);
  const isRefusedGuest = !c.var.signedIn && !isAdmitted(wanted, "guest");
  return isRefusedGuest && refuseGuest ? await refuseGuest(c) : await guard(c, wanted);
}

/** Notes in the audit log that somebody of the staff asked for what is not theirs. */
export async function noteStaffDenied(c: AppContext, action: "page_denied" | "call_denied"): Promise<void> {
  const user = c.var.signedIn?.user;
  if (!user || !isStaff(user)) return;
  const details = { method: c.req.method };
  await noteDenial(c.var.deps.store, { action, actorId: user.id, subject: withoutSecrets(c.var.facts.path), details });
}

/** To the sign-in page, which leads back to the full requested path; a token that opened nothing goes no further. */
function redirectToSignIn(c: AppContext): Response {
  const { path, prefix } = c.var.facts;
  const url = new URL(c.req.url);
  // Only where there is one: deleting writes the whole query anew.
  if (url.searchParams.has("access_token")) url.searchParams.delete("access_token");
  const wanted = localHref(prefix, path) + (c.req.method === "GET" ? url.search : "");
  return c.redirect(`${localHref(prefix, "/auth/sign-in")}?next=${encodeURIComponent(wanted)}`, 303);
}
