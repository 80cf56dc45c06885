/** The frame of the pages for signing in and up, and what a refused form shows again. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ComponentChild, ComponentChildren } from "preact";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import type { Crumb } from "../../../components/frame/types.ts";
import { Seal } from "../../../components/frame/brand.tsx";
import { Notice } from "../../../components/states.tsx";
import type { SheetName } from "../../../islands/runtime/manifest.ts";
import { type Refusal, refusals } from "../../../kv/store/refusals.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage } from "../../http/page.tsx";
import { fieldMessages, messageOf } from "../../http/refusal_answer.tsx";

/** What a form shows again: the values as typed (never passwords), and what was wrong with them. */
export interface FormState {
  values: Record<string, string>;
  /** A sentence for each field at fault. */
  fields: Record<string, string>;
  /** A sentence about the whole. */
  notice: string | null;
  status: ContentfulStatusCode;
}

export const freshForm = (values: Record<string, string> = {}): FormState => ({
  values,
  fields: {},
  notice: null,
  status: 200,
});

/** The form after a refusal: what is wrong with fields stands at them; the notice is for a refusal of none that is `shown`. */
export function refusedForm(
  c: AppContext,
  refusal: Refusal,
  values: Record<string, string>,
  shown: readonly string[],
): FormState {
  if (refusal.retryAfterSeconds) c.header("retry-after", String(refusal.retryAfterSeconds));
  const fields = fieldMessages(c, refusal.fields);
  // The rules stand below the field already, so the sentence need not name one.
  for (const [name, rule] of Object.entries(refusal.fields ?? {})) {
    if (rule === "password_rules") fields[name] = c.var.facts.t("auth:passwordRules");
  }
  const isAboutShown = shown.some((name) => name in fields);
  return {
    values,
    fields,
    notice: isAboutShown ? null : messageOf(c, refusal),
    status: refusals[refusal.reason] as ContentfulStatusCode,
  };
}

/** The named values of a body, each cut to 300 UTF-16 units, for the form to show again. */
export function textsOf(body: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  // Several ticked boxes of one name become one text, with spaces between the values.
  const texts = names.map((name) => [name, [body[name] ?? []].flat().join(" ")] as const)
    .filter(([name]) => typeof body[name] === "string" || Array.isArray(body[name]));
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value).slice(0, 300)]));
}

/** Answers with a page for one person at this moment, which no cache keeps and no search engine lists. */
export async function answerPrivate(
  c: AppContext,
  page: {
    title: string;
    crumbs?: Crumb[];
    view: ComponentChild;
    status?: ContentfulStatusCode;
    layout?: "empty";
    sheets?: SheetName[];
  },
): Promise<Response> {
  // The address may hold a key, so it must not stand in a tag that others read.
  const response = await answerPage(c, { ...page, robots: "noindex", canonicalPath: "/" });
  response.headers.set("cache-control", "private, no-store");
  return response;
}

interface GateProps {
  title: string;
  lead?: ComponentChildren;
  notice?: string | null;
  tone?: "bad" | "good";
  children: ComponentChildren;
}

export function Gate({ title, lead, notice, tone = "bad", children }: GateProps) {
  return (
    <div class="gate">
      <section class="sheet" aria-labelledby="gate-title">
        <Seal />
        <h1 id="gate-title">{title}</h1>
        {notice ? <Notice tone={tone} role={tone === "bad" ? "alert" : "status"}>{notice}</Notice> : <ErrorSummary />}
        {lead && <p class="soft">{lead}</p>}
        {children}
      </section>
    </div>
  );
}
