/** Where signing in leads: the page that was wanted, or the first page of one's role. */
import { type Confirmation, confirmationById } from "../../../kv/accounts/sign_up.ts";
import { man, type User } from "../../../kv/accounts/users.ts";
import { areQuestionsOver } from "../../../kv/ladies/first_questions.ts";
import type { AppContext } from "../../http/env.ts";
import { homeOfGroup, safeNext } from "../../http/next_path.ts";
import { localHref } from "../../http/page.tsx";

/** The wanted path of a form or address when it stays on this site, else "". */
export function nextOf(c: AppContext, body: Record<string, unknown> = {}): string {
  const wanted = typeof body.next === "string" && body.next ? body.next : c.req.query("next");
  return safeNext(wanted) ?? "";
}

/** Leads somebody who has just been signed in onwards. `next` carries its language prefix itself. */
export const arrive = (c: AppContext, user: User, next: string): Response =>
  c.redirect(next || localHref(c.var.facts.prefix, homeOfGroup(user.groupId)), 303);

/** Where a man meets the three questions that he is asked once. */
export const welcomePath = "/man/welcome";

/** Leads somebody whose account has just begun onwards: a man by the questions, which know where he wanted to go. */
export const arriveFirst = (c: AppContext, user: User, next: string): Response =>
  user.groupId === man && !areQuestionsOver(user)
    ? c.redirect(localHref(c.var.facts.prefix, withQuery(welcomePath, { next })), 303)
    : arrive(c, user, next);

/** A path with the parameters that are not empty. */
export function withQuery(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
  return query ? `${path}?${query}` : path;
}

/** The sign-up that a form or address names; null for none. */
export const waitingOf = async (c: AppContext, id: unknown): Promise<Confirmation | null> =>
  typeof id === "string" && /^[\w-]{8,100}$/.test(id) ? await confirmationById(c.var.deps.store, id) : null;
