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
  /** Answers a guest who may not post; without it, the guest is redirected to the sign-in page. */
  refuseGuest?: (c: AppContext) => Answer;
  /** Answers a guest whose session ended by what is posted once more; null for everybody else. */
  answerRepeat?: (c: AppContext) => Promise<Response | null>;
  /** True if a person who is kept out may come in as well, as if signed in (kv/safety/suspensions.ts). */
  keptOutMay?: true;
  /** True if all men see the same page but for its frame: it is rendered once for all of them (shared_pages.ts). */
  isSharedByMen?: boolean;
  get: (c: PageContext) => Answer;
}

/** A page for signed-in people; its handlers know who that is. */
interface MembersPage extends Page<MembersAccess, MemberContext> {
  postAccess?: undefined;
  /** Called only with a body that could be read; any other is refused before. */
  post?: (c: MemberContext, body: Body) => Answer;
}

interface OpenPage extends Page<Exclude<Access, MembersAccess>, AppContext> {
  postAccess?: undefined;
  post?: (c: AppContext, body: Body) => Answer;
}

/** A page that guests may look at too, but to which only signed-in people may post. */
interface MembersPost extends Page<Exclude<Access, MembersAccess>, AppContext> {
  postAccess: MembersAccess;
  post: (c: MemberContext, body: Body) => Answer;
}

export type PageDefinition = MembersPage | OpenPage | MembersPost;

/** Mounts pages; the guard runs before either handler. */
export function mountPages(app: Hono<AppEnv>, pages: PageDefinition[]): void {
  for (const page of pages) {
    // The guard lets in only those whom the handlers' types name.
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

/** Chooses the words of admins' pages, which are not in every language; the address keeps the requested language. */
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

/** Lets a person who is kept out count as signed in; only for pages and calls that say `keptOutMay`. */
export function admitKeptOut(c: AppContext): void {
  if (c.var.keptOut) c.set("signedIn", c.var.keptOut);
}

/** The answer that turns the visitor away, or null if the visitor may come in. */
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

async function guardPost(c: AppContext, { access, postAccess, refuseGuest, answerRepeat, keptOutMay }: PageDefinition) {
  const wanted = postAccess ?? access;
  if (keptOutMay) admitKeptOut(c);
  const isRefusedGuest = !c.var.signedIn && !isAdmitted(wanted, "guest");
  const repeated = isRefusedGuest && await answerRepeat?.(c);
  if (repeated) return repeated;
  return isRefusedGuest && refuseGuest ? await refuseGuest(c) : await guard(c, wanted);
}

/** Notes in the audit log that a member of staff requested a page or call that is not for them. */
export async function noteStaffDenied(c: AppContext, action: "page_denied" | "call_denied"): Promise<void> {
  const user = c.var.signedIn?.user;
  if (!user || !isStaff(user)) return;
  const details = { method: c.req.method };
  await noteDenial(c.var.deps.store, { action, actorId: user.id, subject: withoutSecrets(c.var.facts.path), details });
}

/** Redirects to the sign-in page, which leads back to the full requested path, without a token that opened nothing. */
function redirectToSignIn(c: AppContext): Response {
  const { path, prefix } = c.var.facts;
  const url = new URL(c.req.url);
  // Only if there is one: `delete` rewrites the whole query.
  if (url.searchParams.has("access_token")) url.searchParams.delete("access_token");
  const wanted = localHref(prefix, path) + (c.req.method === "GET" ? url.search : "");
  return c.redirect(`${localHref(prefix, "/auth/sign-in")}?next=${encodeURIComponent(wanted)}`, 303);
}
