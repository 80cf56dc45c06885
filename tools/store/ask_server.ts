/** Asking a running server as its operator: it alone may change its store. */
import { Fault } from "./fault.ts";

/** What it answers, and whether it did what was asked. Throws Fault if nothing answers, or not with JSON. */
export async function askServer(
  { url, key }: { url: string; key: string },
  path: string,
  method: "GET" | "POST",
  body?: unknown,
) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) }).catch(() => null);
  const isAnswer = answer?.headers.get("content-type")?.startsWith("application/json");
  if (!answer || !isAnswer) throw new Fault(`the server at ${url} does not answer; is it starting or ending?`);
  return { isOk: answer.ok, body: await answer.json() };
}

/** A text without anything that controls the terminal, because strangers wrote it. */
export function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll(/[\p{Cc}\p{Cf}]/gu, "");
}
