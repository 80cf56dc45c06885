/**
 * The end of a question that nobody answers. The server says when its minute is over; where it cannot, the page ends the
 * question a little later, by the server's clock: as long as that stands still no time runs out.
 */
import type { ChatScreen } from "./screen.ts";

/** How long the server's word may be on its way. */
const graceMs = 5000;
/** A timer may come a little before its time, and the server's clock may be the slower one. */
const lookAgainMs = 1000;

/** To be called when a question was asked, by either side; `later` where it is not the screen's own. */
export function endUnanswered(
  screen: Pick<ChatScreen, "now" | "later">,
  untilMs: number,
  isWaiting: () => boolean,
  end: () => void,
  later: (ms: number, work: () => void) => void = (ms, work) => screen.later(ms, work),
): void {
  const look = () => {
    if (!isWaiting()) return;
    const leftMs = untilMs + graceMs - screen.now;
    if (leftMs > 0) later(Math.max(leftMs, lookAgainMs), look);
    else end();
  };
  look();
}
