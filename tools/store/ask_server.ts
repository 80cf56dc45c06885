/** Asking a running server as its operator: it alone may change its store. */
import { Fault } from "./fault.ts";

/** What it answers, and whether it did what was asked. Throws Fault if nothing answers, or the server cannot do it now. */
export async function askServer(
  { url, key }: { url: string; key: string },
  path: string,
  method: "GET" | "POST",
  body?: unknown,
) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) }).catch(() => null);
  if (!answer) throw new Fault(`the server at ${url} does not answer; is it starting or ending?`);
  if (answer.status === 503) {
    await answer.body?.cancel();
    throw new Fault(`the server at ${url} cannot do it now: ${await healthOf(url)}`);
  }
  if (!answer.headers.get("content-type")?.startsWith("application/json")) {
    await answer.body?.cancel();
    throw new Fault(`the server at ${url} failed with status ${answer.status}; its log says why`);
  }
  return { isOk: answer.ok, body: await answer.json() };
}

/** What keeps a server from doing anything, as its health check has it. */
async function healthOf(url: string): Promise<string> {
  const health = await fetch(`${url}/healthz`).then((answer) => answer.json()).catch(() => null);
  if (health?.store === "full") return "the disk of its store is full";
  if (health?.status === "starting") return "it is starting";
  return `/healthz says ${health?.store ?? health?.status ?? "nothing"}`;
}

/** A text without anything that controls the terminal, because strangers wrote it. */
export function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll(/[\p{Cc}\p{Cf}]/gu, "");
}
