/**
 * The mark that this site leaves in a browser in which somebody signs up or in: a random text that says nothing but that
 * it is the same browser again (kv/accounts/visitors.ts). It opens nothing.
 */
import { getCookie, setCookie } from "hono/cookie";
import type { Visitor } from "../../kv/accounts/visitors.ts";
import type { AppContext } from "./env.ts";

const cookieName = "browser";
const markSeconds = 365 * 24 * 3600;

/** Who knocks, with the mark that the browser has. */
export function visitorOf(c: AppContext): Visitor {
  const mark = getCookie(c, cookieName) ?? "";
  return { address: c.var.facts.address, mark: /^[\w-]{20,100}$/.test(mark) ? mark : null };
}

/** The same, with a mark that `leaveMark` puts into the browser. */
export function markedVisitorOf(c: AppContext): Visitor & { mark: string } {
  const visitor = visitorOf(c);
  return { ...visitor, mark: visitor.mark ?? c.var.deps.store.randomToken() };
}

export function leaveMark(c: AppContext, { mark }: Visitor & { mark: string }): void {
  setCookie(c, cookieName, mark, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: c.var.facts.origin.startsWith("https:"),
    maxAge: markSeconds,
  });
}
