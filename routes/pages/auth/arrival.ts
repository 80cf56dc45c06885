/** Where signing in leads: to the page that was wanted, or to the home page of the person's group. */
import { type Confirmation, confirmationById } from "../../../kv/accounts/sign_up.ts";
import { isSuspended, man, type User } from "../../../kv/accounts/users.ts";
import { areQuestionsOver } from "../../../kv/ladies/first_questions.ts";
import type { AppContext } from "../../http/env.ts";
import { decisionsPath, homeOfGroup, safeNext } from "../../http/next_path.ts";
import { localHref } from "../../http/page.tsx";

/** The path that a form or address asks for, if it stays on this site; else "". */
export function nextOf(c: AppContext, body: Record<string, unknown> = {}): string {
  const wanted = typeof body.next === "string" && body.next ? body.next : c.req.query("next");
  return safeNext(wanted) ?? "";
}

/** Redirects somebody who has just signed in, to `next` or to the home page. `next` has its language prefix already. */
export const arrive = (c: AppContext, user: User, next: string): Response =>
  c.redirect(next || localHref(c.var.facts.prefix, homeOfGroup(user.groupId)), 303);

/** The page of the three questions that a man is asked once. */
export const welcomePath = "/man/welcome";

/**
 * Redirects somebody whose account has just begun: a man first to his questions, which then lead on to `next`; who begins
 * suspended to the reasons.
 */
export function arriveFirst(c: AppContext, user: User, next: string): Response {
  const { prefix } = c.var.facts;
  if (isSuspended(user)) return c.redirect(localHref(prefix, decisionsPath), 303);
  return user.groupId === man && !areQuestionsOver(user)
    ? c.redirect(localHref(prefix, withQuery(welcomePath, { next })), 303)
    : arrive(c, user, next);
}

/** A path with the parameters that are not empty. */
export function withQuery(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
  return query ? `${path}?${query}` : path;
}

/** The waiting sign-up that a form or address names; null if there is none. */
export const waitingOf = async (c: AppContext, id: unknown): Promise<Confirmation | null> =>
  typeof id === "string" && /^[\w-]{8,100}$/.test(id) ? await confirmationById(c.var.deps.store, id) : null;
