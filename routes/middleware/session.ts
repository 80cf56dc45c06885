/** Who asks: finds the session by cookie, bearer token or, for calls and the chat, query; and sets the session's cookies. */
import type { MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { hasSecondFactor } from "../../kv/accounts/signing_in/second_factors.ts";
import {
  rememberedSessionSeconds,
  type Session,
  sessionSeconds,
  type SessionUse,
  usedSession,
} from "../../kv/accounts/signing_in/sessions.ts";
import { isStaff, isSuspended, type User, userById, zoneOf } from "../../kv/accounts/users.ts";
import { blockedWith } from "../../kv/safety/blocks.ts";
import type { AppContext, AppEnv, SignedIn } from "../http/env.ts";
import { prefixOf } from "./locale.ts";
import { isCallPath, wordsIn } from "./request_facts.ts";

export const sessionCookie = "slsid";
/** Tells scripts whose session the browser has (islands/signed_in.ts); the server never trusts it. */
export const userCookie = "uid";

export const session: MiddlewareHandler<AppEnv> = async (c, next) => {
  const offered = offeredToken(c);
  if (offered) {
    const signedIn = await resolve(c, offered);
    if (signedIn) {
      c.set(isSuspended(signedIn.user) ? "keptOut" : "signedIn", signedIn);
      speakTo(c, signedIn.user);
    } else if (offered.by === "cookie") {
      // The answer itself clears the cookies of a dead session (design, section 4).
      clearSessionCookies(c);
    }
  }
  await next();
  if (offered?.by === "cookie" && c.res.headers.has("set-cookie")) keepToItself(c.res.headers);
};

/** Makes an answer that sets a cookie private: a shared cache would hand the session to others with the file. */
function keepToItself(headers: Headers): void {
  const told = headers.get("cache-control") ?? "no-cache";
  if (!/no-store|private/.test(told)) headers.set("cache-control", `private, ${told.replace(/public, */, "")}`);
}

/** Answers in the time zone of the account that asks; a call without a prefix also in its language. */
function speakTo(c: AppContext, user: User): void {
  const { facts } = c.var;
  const isServed = prefixOf(facts.variant, user.locale) !== null;
  const words = facts.prefix === "" && isServed && isCallPath(facts.path) && wordsIn(c.var.deps.config, user.locale);
  c.set("facts", { ...facts, zone: zoneOf(user), ...words });
}

/** Who asks, for an answer on which no cookies can be set. */
export async function identify(c: AppContext): Promise<SignedIn | null> {
  const offered = offeredToken(c);
  const found = offered && await find(c, offered, "other");
  return found && !isSuspended(found.signedIn.user) ? found.signedIn : null;
}

function offeredToken(c: AppContext): { token: string; by: SignedIn["by"] } | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (bearer) return { token: bearer, by: "bearer" };
  const { path } = c.var.facts;
  const query = path.startsWith("/api/") || path === "/chat/socket" ? c.req.query("access_token") : undefined;
  if (query) return { token: query, by: "query" };
  const cookie = getCookie(c, sessionCookie);
  return cookie ? { token: cookie, by: "cookie" } : null;
}

async function resolve(c: AppContext, offered: { token: string; by: SignedIn["by"] }): Promise<SignedIn | null> {
  const found = await find(c, offered, offered.by === "cookie" ? "cookie" : "other");
  if (!found || offered.by !== "cookie") return found && found.signedIn;
  const { signedIn, signedIn: { session } } = found;
  // Only if the session was prolonged, the cookie is as well: other answers stay free of Set-Cookie.
  if (found.isSlid) setSessionCookies(c, offered.token, session);
  // A browser that lost its number would cover the person's own pages.
  else if (claimedIdOf(c) !== session.userId && !isCallPath(c.var.facts.path)) setUserCookie(c, session);
  return signedIn;
}

async function find(
  c: AppContext,
  offered: { token: string; by: SignedIn["by"] },
  use: SessionUse,
): Promise<{ signedIn: SignedIn; isSlid: boolean } | null> {
  const { store, config } = c.var.deps;
  const claimedId = claimedIdOf(c);
  // The session alone decides who asks; the cookie only lets the reads begin early.
  if (claimedId) store.memory.expect(() => Promise.all([userById(store, claimedId), blockedWith(store, claimedId)]));
  const used = await usedSession(store, offered.token, use);
  if (!used) return null;
  const { session, session: { userId }, isSlid } = used;
  const [user, blockedIds] = await Promise.all([userById(store, userId), blockedWith(store, userId)]);
  // A suspended member still reaches the reasons; suspended staff reach nothing.
  if (!user || (isSuspended(user) && isStaff(user))) return null;
  // Nor does a staff session that began before a second factor was set, say in a demo that became a site.
  if (isStaff(user) && config.mode === "start" && !await hasSecondFactor(store, user.id)) return null;
  return { signedIn: { user, session, by: offered.by, blockedIds }, isSlid };
}

const claimedIdOf = (c: AppContext) => Number(getCookie(c, userCookie));

export function setSessionCookies(c: AppContext, token: string, started: Session): void {
  setCookie(c, sessionCookie, token, { ...cookieOptionsOf(c, started), httpOnly: true });
  setUserCookie(c, started);
}

const setUserCookie = (c: AppContext, started: Session) =>
  setCookie(c, userCookie, String(started.userId), cookieOptionsOf(c, started));

const cookieOptionsOf = (c: AppContext, { remember }: Session) => ({
  path: "/",
  sameSite: "Lax" as const,
  secure: c.var.facts.origin.startsWith("https:"),
  maxAge: remember ? rememberedSessionSeconds : sessionSeconds,
});

export function clearSessionCookies(c: AppContext): void {
  deleteCookie(c, sessionCookie, { path: "/" });
  deleteCookie(c, userCookie, { path: "/" });
}
