/**
 * `?access_token=` on a page is a single-use ticket (design, section 4): the GET shows whose account it is, a POST
 * exchanges it for the cookie. It comes with the mail of /auth/sign-in-link. It is ignored where somebody is signed in,
 * where the path contains "balance", and where mail programs post without an origin: there, a foreign form could sign
 * somebody in as its author.
 */
import type { MiddlewareHandler } from "hono";
import { Button } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";
import { ownerOfTicket, redeemTicket, wasTicketJustSpent } from "../../kv/accounts/signing_in/sign_in_tickets.ts";
import { leaveMark, markedVisitorOf } from "../http/browser_mark.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { leaveFlash } from "../http/flash.ts";
import { safeNext } from "../http/next_path.ts";
import { answerPage, localHref } from "../http/page.tsx";
import { newPressKey, PressKey, pressOf } from "../http/press_key.tsx";
import { readBody } from "../http/read_input.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";
import { setSessionCookies } from "./session.ts";

export const signInTicket: MiddlewareHandler<AppEnv> = async (c, next) => {
  const token = ticketOf(c);
  if (!token || c.var.signedIn) return await next();
  if (c.req.method === "POST") return await exchange(c, token);
  if (c.req.method !== "GET") return await next();
  const owner = await ownerOfTicket(c.var.deps.store, token);
  if (!owner) {
    if (await wasTicketJustSpent(c.var.deps.store, token)) leaveFlash(c, "info", "common:ticket.justUsed");
    else leaveFlash(c, "error", "common:ticket.spent");
    return await next();
  }
  const page = await answerPage(c, {
    title: c.var.facts.t("common:ticket.title"),
    view: <TicketView firstname={owner.firstname} pressKey={newPressKey(c)} />,
    robots: "noindex",
  });
  page.headers.set("cache-control", "private, no-store");
  return page;
};

/** The ticket that a page's address carries, valid or not; every page that can be read takes it by POST. */
export function ticketOf(c: AppContext): string | undefined {
  const { path } = c.var.facts;
  const isForTickets = !/^\/(api|chat|hooks|assets|static|dev|unsubscribe)\//.test(path) && !path.includes("balance");
  return isForTickets ? c.req.query("access_token") : undefined;
}

async function exchange(c: AppContext, token: string): Promise<Response> {
  const { deps: { store }, facts: { path, prefix } } = c.var;
  const visitor = markedVisitorOf(c);
  const body = await readBody(c);
  const press = body.ok ? pressOf(body.value) : null;
  const result = await redeemTicket(store, token, { userAgent: c.req.header("user-agent"), visitor, press });
  if (!result.ok && await wasTicketJustSpent(store, token)) {
    leaveFlash(c, "info", "common:ticket.justUsed");
    return c.redirect(localHref(prefix, "/auth/sign-in"), 303);
  }
  if (!result.ok) return await answerRefusal(c, result);
  setSessionCookies(c, result.token, result.session);
  leaveMark(c, visitor);
  return c.redirect(safeNext(result.next || localHref(prefix, path)) ?? "/", 303);
}

/** Its form posts to the address of its own page, which carries the ticket. */
function TicketView({ firstname, pressKey }: { firstname: string; pressKey: string }) {
  const { t } = usePage();
  return (
    <section class="wrap section flow">
      <h1>{t("common:ticket.title")}</h1>
      <p class="lead">{t("common:ticket.whose", { name: firstname })}</p>
      <form method="post">
        <PressKey pressKey={pressKey} />
        <Button type="submit">{t("common:ticket.go", { name: firstname })}</Button>
      </form>
    </section>
  );
}
