/**
 * Carries an acceptance from one page to the page of the chat in the same tab, which answers the invitation. It is no part
 * of an address: a link from elsewhere must not accept something that costs credits.
 */
import type { Asked } from "./asked.ts";

const name = "vesna-accepts";

/**
 * Notes that the person accepts a text chat, until the invitation is over. A call is not noted: it rings again on the page
 * of the chat, where the person sees her or his own picture before accepting.
 */
export function noteAcceptance({ kind, from, untilMs }: Pick<Asked, "kind" | "from" | "untilMs">): void {
  if (kind === "video") return;
  try {
    sessionStorage.setItem(name, JSON.stringify({ fromId: from.id, untilMs }));
  } catch {
    // Without a storage the chat asks once more.
  }
}

/** Whether it was noted that this person's invitation is accepted; true only once. */
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
