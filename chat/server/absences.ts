/**
 * How long the man was away from his text chat while the lady was there, all absences together. The chat ends when they
 * last longer than kv/chats/standing_still.ts allows: a program that kept dropping its connection would chat for hours on
 * one paid minute. Her absences do not count, nor his beside hers: nobody writes to him then.
 */
import { stillLeftMs } from "../../kv/chats/standing_still.ts";
import type { ChatContext } from "./context.ts";

export class Absences {
  #context: ChatContext;
  #tooLong: () => void;
  #absentMs = 0;
  /** Since when he is away (server time, ms); null while he is not. */
  #sinceMs: number | null = null;
  #cancel: () => void = () => {};

  /** `tooLong` is called while he is away, when his absences have lasted too long. */
  constructor(context: ChatContext, tooLong: () => void) {
    this.#context = context;
    this.#tooLong = tooLong;
  }

  /** Notes whether he is away from now on; so far `servedMs` of the chat counted. */
  note(isAway: boolean, servedMs: number): void {
    if (isAway === (this.#sinceMs !== null)) return;
    const now = this.#context.store.now();
    this.stop();
    // The clock may have been put back.
    if (this.#sinceMs !== null) this.#absentMs += Math.max(0, now - this.#sinceMs);
    this.#sinceMs = isAway ? now : null;
    if (isAway) {
      this.#cancel = this.#context.deadlines.at(now + stillLeftMs(this.#absentMs, servedMs), this.#tooLong);
    }
  }

  stop(): void {
    this.#cancel();
  }
}
