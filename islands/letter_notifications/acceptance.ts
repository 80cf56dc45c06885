/**
 * Carries an acceptance from one page to the page of the chat in the same tab, which answers the invitation. It is no part
 * of an address: a link from elsewhere must not accept something that costs credits.
 */
import { readKept, store } from "../storage.ts";
import type { Asked } from "./asked.ts";

/** Others who sign in in this tab have accepted nothing. */
const keyOf = (ownerId: number) => `accepts ${ownerId}`;

interface Noted {
  fromId: number;
  atMs: number;
  untilMs: number;
}

/**
 * Notes that the page's owner accepts a text chat, for as long as the invitation goes on. A call is not noted: it rings
 * again on the page of the chat, where the person sees her or his own picture before accepting. Only the device's clock goes
 * on from one page to the next.
 */
export function noteAcceptance(
  ownerId: number,
  { kind, from }: Pick<Asked, "kind" | "from">,
  leftSeconds: number,
  nowMs: number,
): void {
  // Where it cannot be kept the chat asks once more.
  const noted: Noted = { fromId: from.id, atMs: nowMs, untilMs: nowMs + leftSeconds * 1000 };
  if (kind !== "video") store("sessionStorage", keyOf(ownerId), JSON.stringify(noted));
}

/** Whether it was noted that the page's owner accepts this person's invitation; true only once. */
export function takeAcceptance(ownerId: number, fromId: number, nowMs: number): boolean {
  const noted = JSON.parse(readKept("sessionStorage", keyOf(ownerId)) ?? "null") as Noted | null;
  if (noted?.fromId !== fromId) return false;
  store("sessionStorage", keyOf(ownerId), null);
  // Before that moment the clock was put back, and nobody knows how long ago it was.
  return noted.atMs <= nowMs && nowMs < noted.untilMs;
}
