/** Turns an expected refusal into an answer: the contract's JSON for calls, a page with a way on for people. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ForbiddenView, NotFoundView } from "../../components/frame/error_views.tsx";
import { ProblemView } from "../../components/frame/problem_view.tsx";
import { nextDayFor } from "./next_day.ts";
import { type Refusal, refusals, refuse } from "../../kv/store/refusals.ts";
import type { AppContext } from "./env.ts";
import { backgroundHref } from "../safety/background_links.ts";
import { answerPage, type Page } from "./page.tsx";

/** The sentence of a refusal in the visitor's language; what begins anew with the day says when that is for her or him. */
export const messageOf = (c: AppContext, { reason, wording }: Pick<Refusal, "reason" | "wording">): string =>
  c.var.facts.t(`refusals:${reason}`, {
    nextDay: nextDayFor(c.var.facts, c.var.deps.store.now()),
    ...(wording && { context: wording }),
  });

/** What an answer is that tells of a refusal, or of none. */
export const statusOf = (refusal: Refusal | null | undefined): ContentfulStatusCode =>
  refusal ? refusals[refusal.reason] : 200;

/** Fields of which it is said what to do when they are left empty ("refusals:missing.<field>"). */
export const missingFields = new Set([
  "firstname",
  "email",
  "password",
  "newPassword",
  "confirmPassword",
  "currentPassword",
  "newEmail",
  "birthdate",
  "country",
  "code",
  "topic",
  "message",
  "category",
  "goodFaith",
]);

/** The fields at fault, each with its sentence. */
export function fieldMessages(c: AppContext, fields: Record<string, string> | undefined): Record<string, string> {
  const messages = Object.entries(fields ?? {}).map(([field, rule]) => {
    const isMissing = rule === "required" && missingFields.has(field);
    return [field, c.var.facts.t(isMissing ? `refusals:missing.${field}` : `refusals:field.${rule}`)];
  });
  return Object.fromEntries(messages);
}

/** What of all that is forbidden is worth more than "not for you". */
const toldInWords: ReadonlySet<Refusal["reason"]> = new Set(["wrong_origin", "background_required"]);

/** `frame` is what stands around a page; the visitor's own unless said. */
export function answerRefusal(
  c: AppContext,
  refusal: Refusal,
  frame: Pick<Page, "layout" | "isSignInHidden"> = {},
): Response | Promise<Response> {
  const status = refusals[refusal.reason] as ContentfulStatusCode;
  if (refusal.retryAfterSeconds) c.header("retry-after", String(refusal.retryAfterSeconds));
  if (isCall(c)) {
    c.header("cache-control", "no-store");
    const fields = refusal.fields && fieldMessages(c, refusal.fields);
    const href = backgroundHref(c, refusal);
    const answer = { message: messageOf(c, refusal), code: refusal.reason, ...(fields && { fields }) };
    return c.json({ ...answer, ...(href && { href }) }, status);
  }
  const view = status === 404
    ? <NotFoundView />
    : status === 403 && !toldInWords.has(refusal.reason)
    ? <ForbiddenView />
    : <ProblemView status={status} message={messageOf(c, refusal)} />;
  return answerPage(c, { title: messageOf(c, refusal), view, status, ...frame, robots: "noindex" });
}

/** A file that is not there, or not for this reader: neither kept by anybody nor told apart from one that never was. */
export async function answerNotThere(c: AppContext): Promise<Response> {
  const answer = await answerRefusal(c, refuse("not_found"));
  answer.headers.set("cache-control", "no-store");
  return answer;
}

/** Whether the asker is a program: it gets JSON, a person gets a page. */
export const isCall = (c: AppContext): boolean => /^\/(?:(?:api|hooks)(?:\/|$)|chat\/socket$)/.test(c.var.facts.path);
