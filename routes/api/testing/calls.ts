/** For tests of calls: reading answers, and the same fields in each form that a call accepts. */
import { expect } from "expect";
import type { User } from "../../../kv/accounts/users.ts";
import type { TestSite, Visitor } from "../../testing/site.ts";

export interface Failure {
  message: string;
  code: string;
  fields?: Record<string, string>;
}

/** The JSON of an answer, whose status must be the one expected. */
export async function read<T>(answer: Response | Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  const text = await response.text();
  expect(`${response.status} ${response.status === status ? "" : text}`).toBe(`${status} `);
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  return JSON.parse(text) as T;
}

/** Expects a refusal in exactly the contract's form, and returns it. */
export async function refused(answer: Response | Promise<Response>, status: number, code?: string): Promise<Failure> {
  const failure = await read<Failure>(answer, status);
  const known = ["message", "code", "fields", ...failure.code === "suspended" ? ["access_token", "decisionId"] : []];
  expect(Object.keys(failure).filter((key) => !known.includes(key))).toEqual([]);
  expect(failure.message.length).toBeGreaterThan(3);
  expect(failure.code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  // A key of the catalogue here would mean that the sentence is missing.
  expect(failure.message).not.toMatch(/refusals[:.]/);
  for (const sentence of Object.values(failure.fields ?? {})) expect(sentence).not.toMatch(/^refusals|field\./);
  if (code) expect(failure.code).toBe(code);
  return failure;
}

/** Expects an answer without a body. */
export async function silent(answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer;
  expect([response.status, await response.text()]).toEqual([204, ""]);
  return response;
}

export const encodings = ["json", "multipart", "urlencoded"] as const;
export type Encoding = typeof encodings[number];

/** The same fields as JSON, as multipart/form-data or as a plain form. */
export function encoded(fields: Record<string, string>, encoding: Encoding): RequestInit {
  if (encoding === "json") {
    return { body: JSON.stringify(fields), headers: { "content-type": "application/json" } };
  }
  const body = encoding === "multipart" ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { body };
}

/** Two who correspond, and the browser of each. */
export interface Correspondents {
  james: User;
  olena: User;
  asJames: Visitor;
  asOlena: Visitor;
}

export async function withCorrespondents(site: TestSite, credits = 200): Promise<Correspondents> {
  const james = await site.addMan({ firstname: "James", credits });
  const olena = await site.addLady({ firstname: "Olena" });
  return { james, olena, asJames: await site.visitorAs(james), asOlena: await site.visitorAs(olena) };
}

/** What a man types to sign up. */
export const jamesSignsUp = {
  firstname: "James",
  lastname: "Whitfield",
  email: "james@example.test",
  password: "Spring-2026!",
  birthdate: "1984-03-09",
  country: "826",
};

/** Sends what is due, and returns the newest mail to `email`; throws if there is none. */
export async function mailTo(site: TestSite, email: string): Promise<{ text: string; code: string; links: string[] }> {
  await site.runJobs();
  const mail = site.outbox.mails().find(({ to }) => to === email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return { text: mail.text, code: /\d{6,}/.exec(mail.text)?.[0] ?? "", links: mail.links };
}

/** The last segment of the mailed link, which is the key. */
export const keyIn = (link: string): string => decodeURIComponent(link.split("/").at(-1) ?? "");

/** Every object inside an answer, however deep, with its path. */
export function* objectsIn(value: unknown, way = "$"): Generator<[way: string, object: Record<string, unknown>]> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* objectsIn(item, `${way}[${at}]`);
  } else if (typeof value === "object" && value !== null) {
    yield [way, value as Record<string, unknown>];
    for (const [name, item] of Object.entries(value)) yield* objectsIn(item, `${way}.${name}`);
  }
}
