/** Reads what a request brings, JSON or form alike, as plain data for a schema; never trusts its type. */
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { sentAsField } from "../../islands/offline/sent_as.ts";
import { isNestedDeeper } from "../../chat/shared/nesting.ts";
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import { SlowBody } from "../../services/http/limits.ts";
import type { AppContext } from "./env.ts";

/** What a form or a call sent, not validated yet. */
export type Body = Record<string, unknown>;

export type Input<T> = { ok: true; value: T } | Refusal;

/** How many levels of lists and objects a body may have; what calls ask for has three. */
const bodyLevelsMax = 20;

/**
 * The body as an object: `malformed` for JSON that is broken or nested too deep, `unsupported_type` for anything but JSON
 * and forms.
 */
export async function readBody(c: AppContext): Promise<Input<Body>> {
  const type = (c.req.header("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  try {
    if (type === "application/json") return asObject(JSON.parse(await c.req.text() || "{}"));
    if (type === "multipart/form-data" || type === "application/x-www-form-urlencoded") {
      // That field is for the worker alone.
      const { [sentAsField]: _, ...value } = await c.req.parseBody({ all: true });
      return { ok: true, value };
    }
    return await c.req.text() === "" ? { ok: true, value: {} } : refuse("unsupported_type");
  } catch (error) {
    // These errors cut off a body that is too long or comes too slowly.
    if (error instanceof HTTPException || error instanceof SlowBody) throw error;
    return refuse("malformed");
  }
}

const asObject = (value: unknown): Input<Body> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isNestedDeeper(value, bodyLevelsMax)
    ? { ok: true, value: value as Body }
    : refuse("malformed");

/** A text that was sent, as it is; empty for anything else. */
export const textIn = (value: unknown): string => typeof value === "string" ? value : "";

/** The same without the space around it. */
export const trimmedTextIn = (value: unknown): string => textIn(value).trim();

/** The id in an address; null if the text is not one. */
export function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** A body as a text that differs for different bodies; a file counts by its content, not by its name. */
export async function textOfBody(body: unknown): Promise<string> {
  const digests = new Map<File, string>();
  for (const value of Object.values(body ?? {}).flat()) {
    if (!(value instanceof File)) continue;
    const digest = await crypto.subtle.digest("SHA-256", await value.arrayBuffer());
    digests.set(value, `file ${new Uint8Array(digest).toHex()}`);
  }
  return JSON.stringify(body, (_name, value) => value instanceof File ? digests.get(value) : value);
}

/** Parses data by a schema; each field at fault is named with the rule of the catalogue ("field.<rule>"). */
export function parseInput<T>(schema: z.ZodType<T>, data: unknown): Input<T> {
  // Without its input an issue cannot tell a missing field from one of the wrong kind.
  const parsed = schema.safeParse(data, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  // Without a prototype, so that a field may have any name ("constructor").
  const fields: Record<string, string> = Object.create(null);
  for (const issue of parsed.error.issues) {
    // In a list the whole field is at fault: its items have no names of their own in a form.
    const place = issue.path.filter((step) => typeof step !== "number").map(String).join(".");
    const names = issue.code === "unrecognized_keys" ? issue.keys : [place || "body"];
    for (const name of names) fields[name] ??= ruleOf(issue);
  }
  return refuse("invalid", { fields });
}

/** The refusal with the faults of `more` added; a field that is at fault already keeps its rule. */
export const withFaults = (refusal: Refusal, more: Record<string, string>): Refusal => ({
  ...refusal,
  fields: { ...more, ...refusal.fields },
});

/** The catalogue's rule for an issue; schemas name their own rules as messages. */
function ruleOf(issue: z.core.$ZodIssue): string {
  // What was left empty is neither a wrong date nor a wrong choice.
  if (issue.input === "" && emptyRules.has(issue.message)) return "required";
  if (fieldRules.has(issue.message)) return issue.message;
  if ((issue.input === undefined || issue.input === "") && issue.code !== "unrecognized_keys") return "required";
  if (issue.code === "invalid_type") return "wrong_type";
  if (issue.code === "invalid_union" && isOfWrongKind(issue)) return "wrong_type";
  if (issue.code === "too_small") return issue.origin === "string" ? "required" : "too_small";
  if (issue.code === "too_big") return issue.origin === "string" ? "too_long" : "too_big";
  if (issue.code === "unrecognized_keys") return "unknown";
  if (issue.code === "invalid_format" && issue.format === "email") return "email";
  return "wrong_value";
}

/** Rules of schemas that become "required" if the text is empty. */
const emptyRules = new Set(["date", "country", "wrong_value", "invalid_code"]);

const isOfWrongKind = (issue: z.core.$ZodIssueInvalidUnion): boolean =>
  issue.errors.every((branch) => branch.every(({ code }) => code === "invalid_type"));

/** Every rule that has a sentence under refusals:field. */
const fieldRules = new Set([
  "required",
  "wrong_type",
  "wrong_value",
  "too_small",
  "too_big",
  "too_long",
  "unknown",
  "email",
  "password_rules",
  "password_common",
  "adult",
  "date",
  "past",
  "too_far",
  "mismatch",
  "one_line",
  "country",
  "country_of_ladies",
  "declined",
  "invalid_code",
  "expired",
  "wrong_password",
  "word",
  "accept_terms",
  "photo_type",
  "photo_bytes",
  "picture_type",
  "picture_bytes",
  "picture_pixels",
  "picture_unreadable",
  "picture_gone",
  "too_many_pictures",
  "video_type",
  "video_bytes",
  "video_unreadable",
  "promo_unknown",
  "promo_expired",
  "promo_used",
  "too_many_interests",
]);
