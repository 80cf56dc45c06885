/**
 * Ends an invitation that nobody answers. The server says when its minute is over; if it cannot, the page ends the
 * invitation a little later, by the server's clock: while that clock stands still, no time runs out.
 */
import type { ChatScreen } from "./screen.ts";

/** How long the server's word may be on its way. */
const graceMs = 5000;
/** The shortest pause between two looks: a timer may fire a little early, and the server's clock may be slower. */
const lookAgainMs = 1000;

/** Call it when an invitation begins, whoever asked. `later` is for a timer other than the screen's own. */
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
