/**
 * The mark that this site leaves in a browser where somebody signs up or signs in: a random text that only tells that the
 * same browser has come back (kv/accounts/visitors.ts). It grants no access.
 */
import { getCookie, setCookie } from "hono/cookie";
import type { Visitor } from "../../kv/accounts/visitors.ts";
import type { AppContext } from "./env.ts";

const cookieName = "browser";
const markSeconds = 365 * 24 * 3600;

/** The visitor by network address and by the browser's mark; `mark` is null if the browser has none. */
export function visitorOf(c: AppContext): Visitor {
  const mark = getCookie(c, cookieName) ?? "";
  return { address: c.var.facts.address, mark: /^[\w-]{20,100}$/.test(mark) ? mark : null };
}

/** Like `visitorOf`, but with a new mark if the browser has none; `leaveMark` stores it there. */
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
