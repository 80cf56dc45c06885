/**
 * The count of held chats: it stands still and goes on, leaves out what nobody could use, and is put right after a clock
 * that went back. Changes of one chat are written one after the other, and tried until the store takes them.
 */
import { getLogger } from "@logtape/logtape";
import { type Chat, leaveOut, rebase, setRunning } from "../../kv/chats/chats.ts";
import type { ChatContext } from "./context.ts";
import { countedUntilMs, type HeldChat } from "./held_chat.ts";
import type { PendingWork } from "./pending_work.ts";

const log = getLogger(["vesna", "chat"]);

/** What holds the chats. */
export interface HeldTimeListener {
  isHeld: (held: HeldChat) => boolean;
  /** The store has a newer chat. */
  changed: (held: HeldChat, chat: Chat) => void;
  /** The count stands still or goes on, in the store as well. */
  noted: (chat: Chat, isRunning: boolean) => void;
  /** Looks again who is here, and whether the count may go on. */
  lookAgain: (chatId: string) => void;
}

export class HeldTime {
  #context: ChatContext;
  #pending: PendingWork;
  #listener: HeldTimeListener;

  constructor(context: ChatContext, pending: PendingWork, listener: HeldTimeListener) {
    this.#context = context;
    this.#pending = pending;
    this.#listener = listener;
  }

  /** Lets the count stand still or go on. */
  setRunning(held: HeldChat, mayRun: boolean): void {
    const { store, deadlines } = this.#context;
    const { id } = held.chat;
    const now = store.now();
    const { stillSinceMs } = held;
    // The time until a pause is written is not charged; a chat that goes on does so from now.
    held.stillSinceMs = mayRun ? null : stillSinceMs ?? now;
    held.cancelRetry();
    // If the pause is being written just now, there is nothing to leave out, and the count goes on after that.
    if (stillSinceMs !== null && mayRun && held.chat.resumedAt !== null) return this.leaveOut(held, stillSinceMs);
    const atMs = (mayRun ? undefined : countedUntilMs(held)) ?? now;
    held.tail = held.tail.then(async () => {
      const { chat } = held;
      if (held.isEnding || chat.state !== "open" || (chat.resumedAt !== null) === mayRun) return;
      const notedMs = Math.min(store.now(), Math.max(atMs, chat.resumedAt ?? 0));
      const next = await this.#pending.add(setRunning(store, id, mayRun, notedMs));
      held.trouble.worked();
      if (!next || next.state !== "open" || !this.#listener.isHeld(held)) return;
      this.#change(held, next);
      this.#listener.noted(next, mayRun);
    }).catch((error) => {
      if (held.trouble.failed()) log.error("chat {id} could not be paused or resumed: {error}", { id, error });
      // Nothing else tries again: a chat that stands still would do so until somebody connects anew.
      held.cancelRetry();
      held.cancelRetry = deadlines.at(store.now() + held.trouble.restMs, () => this.#listener.lookAgain(id));
    });
  }

  /** Nobody could use the chat since `sinceMs`: goes on with the count from now, and takes out the time between. */
  leaveOut(held: HeldChat, sinceMs: number): void {
    // The store may have gone away again before it took an earlier absence.
    held.uncountedSinceMs = Math.min(held.uncountedSinceMs ?? sinceMs, sinceMs);
    this.#countAnew(held);
  }

  /** Goes on with the count from now, and tries until that is written. */
  #countAnew(held: HeldChat): void {
    const { store, deadlines } = this.#context;
    const { id } = held.chat;
    held.tail = held.tail.then(async () => {
      const { uncountedSinceMs: sinceMs } = held;
      if (sinceMs === null || !this.#listener.isHeld(held)) return;
      // An absence that comes while this one is written is the next one.
      held.leavingOutSinceMs = sinceMs;
      held.uncountedSinceMs = null;
      const next = await this.#pending.add(leaveOut(store, id, sinceMs, store.now())).catch((error) => {
        held.uncountedSinceMs = held.leavingOutSinceMs;
        throw error;
      }).finally(() => held.leavingOutSinceMs = null);
      held.trouble.worked();
      if (next && this.#listener.isHeld(held)) this.#change(held, next);
      this.#listener.lookAgain(id);
    }).catch((error) => {
      if (held.trouble.failed()) log.error("the time of chat {id} cannot be left out yet: {error}", { id, error });
      deadlines.at(store.now() + held.trouble.restMs, () => this.#countAnew(held));
    });
  }

  /**
   * A clock that went back would serve a minute for longer than a minute: the count goes on from the new time, and is
   * tried until that is written.
   */
  rebase(held: HeldChat, untilMs: number, nowMs: number): void {
    const { store, deadlines } = this.#context;
    const { id } = held.chat;
    const countedMs = Math.min(untilMs, countedUntilMs(held) ?? untilMs);
    if (held.stillSinceMs !== null) held.stillSinceMs = Math.min(held.stillSinceMs, nowMs);
    for (const since of ["uncountedSinceMs", "leavingOutSinceMs"] as const) {
      if (held[since] !== null) held[since] = Math.min(held[since], nowMs);
    }
    let triedOf: number | null | undefined;
    const attempt = () => {
      held.tail = held.tail.then(async () => {
        const { resumedAt } = held.chat;
        // What was written since the last try counts by the new clock already.
        if (!this.#listener.isHeld(held) || (triedOf !== undefined && triedOf !== resumedAt)) return;
        triedOf = resumedAt;
        const next = await this.#pending.add(rebase(store, id, countedMs, nowMs));
        held.trouble.worked();
        if (next?.state === "open") this.#change(held, next);
      }).catch((error) => {
        if (held.trouble.failed()) log.error("chat {id} cannot be counted anew yet: {error}", { id, error });
        deadlines.at(store.now() + held.trouble.restMs, attempt);
      });
    };
    attempt();
  }

  #change(held: HeldChat, next: Chat): void {
    if (next.revision > held.chat.revision) this.#listener.changed(held, next);
  }
}
