/** One flash that survives a redirect: a cookie that the next page shows and clears. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Flash } from "../../components/frame/types.ts";
import type { AppContext } from "./env.ts";

export const flashCookie = "flash";

/** Leaves a flash for the next page; `key` is a catalogue key, so that no text travels through the browser. */
export function leaveFlash(c: AppContext, kind: Flash["kind"], key: string, values: Record<string, string> = {}): void {
  setCookie(c, flashCookie, JSON.stringify([kind, key, values]), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: 60,
    secure: c.var.facts.origin.startsWith("https:"),
  });
}

/** The flash left by the request before, if any; it is shown once. */
export function takeFlashes(c: AppContext): Flash[] {
  const raw = getCookie(c, flashCookie);
  if (raw === undefined) return [];
  deleteCookie(c, flashCookie, { path: "/" });
  const flash = parseFlash(raw);
  return flash ? [{ kind: flash.kind, text: c.var.facts.t(flash.key, flash.values) }] : [];
}

/** Whether the flash for this page is that of `key`. */
export const hasFlash = (c: AppContext, key: string): boolean =>
  parseFlash(getCookie(c, flashCookie) ?? "")?.key === key;

function parseFlash(raw: string): { kind: Flash["kind"]; key: string; values: Record<string, string> } | null {
  try {
    const [kind, key, values] = JSON.parse(raw);
    const isKnown = ["info", "success", "error"].includes(kind) && typeof key === "string" &&
      /^[\w]+:[\w.]+$/.test(key);
    return isKnown && typeof values === "object" ? { kind, key, values } : null;
  } catch {
    return null;
  }
}
