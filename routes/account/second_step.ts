/** The second step of signing in: the cookie that carries its ticket, where it leads, and giving the code. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import {
  dropPendingSignIn,
  type Finished,
  finishSignIn,
  pendingSignIn,
  type StartedPending,
} from "../../kv/accounts/signing_in/pending_sign_ins.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { visitorOf } from "../http/browser_mark.ts";
import type { AppContext, Dependencies } from "../http/env.ts";
import { setSessionCookies } from "../middleware/session.ts";

export const secondStepPath = "/auth/second-factor";
const cookieName = "second_step";

/** Authenticator apps go by real time, also where a demo's clock runs faster. */
export const codeTimeOf = ({ store, config }: Dependencies): number =>
  config.clockRate === 1 ? store.now() : Date.now();

export function keepTicket(c: AppContext, { token, seconds }: StartedPending): void {
  setCookie(c, cookieName, token, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: c.var.facts.origin.startsWith("https:"),
    maxAge: seconds,
  });
}

/** Who gave the right password in this browser a moment ago; null for nobody. */
export async function pendingHere(c: AppContext): ReturnType<typeof pendingSignIn> {
  const token = getCookie(c, cookieName);
  return token ? await pendingSignIn(c.var.deps.store, token) : null;
}

/** Checks the code and signs in. Refuses what `finishSignIn` refuses, and `expired` without a ticket. */
export async function finishHere(c: AppContext, code: string): Promise<Finished> {
  const { deps } = c.var;
  const token = getCookie(c, cookieName);
  if (!token) return refuse("expired");
  const visitor = visitorOf(c);
  const result = await finishSignIn(deps.store, token, { code, atMs: codeTimeOf(deps), visitor });
  if (result.ok) setSessionCookies(c, result.token, result.session);
  if (result.ok || result.reason === "expired") deleteCookie(c, cookieName, { path: "/" });
  return result;
}

/** Takes the ticket out of the browser and the store: somebody else wants to sign in here. */
export async function dropTicket(c: AppContext): Promise<void> {
  const token = getCookie(c, cookieName);
  if (token) await dropPendingSignIn(c.var.deps.store, token);
  deleteCookie(c, cookieName, { path: "/" });
}
