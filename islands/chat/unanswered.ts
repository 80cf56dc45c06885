/**
 * The end of a question that nobody answers. The server says when its minute is over; where it cannot, the page ends the
 * question a little later, by the server's clock: as long as that stands still no time runs out.
 */
import { requestSeconds } from "../../chat/shared/limits.ts";

/** How long the server's word may be on its way. */
const graceSeconds = 5;
/** A timer may come a little before its time, and the server's clock may be the slower one. */
const lookAgainMs = 1000;

interface Unanswered {
  /** Server time in ms. */
  now: () => number;
  later: (ms: number, work: () => void) => void;
  isWaiting: () => boolean;
  end: () => void;
}

/** To be called when a question was asked, by either side. */
export function endUnanswered({ now, later, isWaiting, end }: Unanswered): void {
  const endsAt = now() + (requestSeconds + graceSeconds) * 1000;
  const wait = () => later(Math.max(endsAt - now(), lookAgainMs), look);
  const look = () => {
    if (!isWaiting()) return;
    if (now() >= endsAt) end();
    else wait();
  };
  wait();
}
