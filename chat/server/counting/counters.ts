/** What the chat counts about itself, for monitoring. */
import type { Reason } from "../../../kv/store/refusals.ts";
import { Histogram } from "./histogram.ts";

export class Counters {
  /** Open connections, and chats that this instance holds, now. */
  connections = 0;
  chatsOpen = 0;
  /** Since the start. */
  connectionsTotal = 0;
  connectionsRefused = 0;
  messages = 0;
  chatsStarted = 0;
  chatsEnded = 0;
  minutesCharged = 0;
  minutesRefunded = 0;
  framesReceived = 0;
  slowReaders = 0;
  /** Frames that were not understood or not allowed, by what was wrong with them. */
  readonly rejected = new Map<Reason, number>();
  /** From the arrival of a message until it was sent to every tab that is here. */
  readonly delivery = new Histogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]);

  get framesRejected(): number {
    return this.rejected.values().reduce((sum, count) => sum + count, 0);
  }

  reject(fault: Reason): void {
    this.rejected.set(fault, (this.rejected.get(fault) ?? 0) + 1);
  }
}
