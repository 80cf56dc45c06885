/**
 * What was accepted on one page is answered on the page of the chat, in the same tab. It is no part of an address: a link
 * from elsewhere must not accept what is paid.
 */
import type { Asked } from "./asked.ts";

const name = "vesna-accepts";

/**
 * Notes that the person accepts a text chat, until the asking is over. A call rings again on the page of the chat, where
 * one's camera is seen before it is agreed to.
 */
export function noteAcceptance({ kind, from, untilMs }: Pick<Asked, "kind" | "from" | "untilMs">): void {
  if (kind === "video") return;
  try {
    sessionStorage.setItem(name, JSON.stringify({ fromId: from.id, untilMs }));
  } catch {
    // Without a storage the chat asks once more.
  }
}

/** Whether it was noted that this one is accepted; it is told once. */
export function takeAcceptance(fromId: number, nowMs: number): boolean {
  try {
    const noted = JSON.parse(sessionStorage.getItem(name) ?? "null");
    if (noted?.fromId !== fromId) return false;
    sessionStorage.removeItem(name);
    return noted.untilMs > nowMs;
  } catch {
    return false;
  }
}
