/** Turns an expected refusal into an answer: the contract's JSON for calls, a page with a way on for people. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ForbiddenView, NotFoundView } from "../../components/frame/error_views.tsx";
import { ProblemView } from "../../components/frame/problem_view.tsx";
import { nextDayFor } from "./next_day.ts";
import { type Refusal, refusals, refuse } from "../../kv/store/refusals.ts";
import type { AppContext } from "./env.ts";
import { backgroundHref } from "../safety/background_links.ts";
import { answerPage, type Page } from "./page.tsx";

/** The sentence of a refusal in the visitor's language; for a limit of the day, with the time on the visitor's clock. */
export const messageOf = (c: AppContext, { reason, wording }: Pick<Refusal, "reason" | "wording">): string =>
  c.var.facts.t(`refusals:${reason}`, {
    nextDay: nextDayFor(c.var.facts, c.var.deps.store.now()),
    ...(wording && { context: wording }),
  });

/** The status of an answer with this refusal; 200 without one. */
export const statusOf = (refusal: Refusal | null | undefined): ContentfulStatusCode =>
  refusal ? refusals[refusal.reason] : 200;

/** Fields that have their own sentence for being left empty ("refusals:missing.<field>"). */
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

/** Refusals with status 403 whose own sentence is shown instead of the general "not for you". */
const toldInWords: ReadonlySet<Refusal["reason"]> = new Set(["wrong_origin", "background_required"]);

interface Around extends Pick<Page, "layout" | "isSignInHidden"> {
  /** What the JSON of a call says beside the failure. */
  more?: Record<string, unknown>;
}

/** Answers a refusal, as JSON or as a page. `around` changes the frame of the page; without it, it is the visitor's. */
export function answerRefusal(
  c: AppContext,
  refusal: Refusal,
  { more, ...frame }: Around = {},
): Response | Promise<Response> {
  const status = refusals[refusal.reason] as ContentfulStatusCode;
  if (refusal.retryAfterSeconds) c.header("retry-after", String(refusal.retryAfterSeconds));
  if (isCall(c)) {
    c.header("cache-control", "no-store");
    const fields = refusal.fields && fieldMessages(c, refusal.fields);
    const href = backgroundHref(c, refusal);
    const answer = { message: messageOf(c, refusal), code: refusal.reason, ...(fields && { fields }) };
    return c.json({ ...answer, ...(href && { href }), ...more }, status);
  }
  const isForbidden = status === 403 && !toldInWords.has(refusal.reason);
  const view = status === 404
    ? <NotFoundView />
    : isForbidden
    ? <ForbiddenView />
    : <ProblemView status={status} message={messageOf(c, refusal)} />;
  const title = isForbidden ? c.var.facts.t("errors:forbidden.title") : messageOf(c, refusal);
  return answerPage(c, { title, view, status, ...frame, robots: "noindex" });
}

/** Answers for a file that does not exist or is not for this reader: both look the same, and no cache keeps the answer. */
export async function answerNotThere(c: AppContext): Promise<Response> {
  const answer = await answerRefusal(c, refuse("not_found"));
  answer.headers.set("cache-control", "no-store");
  return answer;
}

/** Whether the asker is a program: it gets JSON, a person gets a page. */
export const isCall = (c: AppContext): boolean => /^\/(?:(?:api|hooks)(?:\/|$)|chat\/socket$)/.test(c.var.facts.path);
