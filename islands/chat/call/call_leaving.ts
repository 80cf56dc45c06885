/** How one leaves a call that is not to be: before it was agreed on, and as soon as it was. Nobody is left waiting. */
import type { ChatScreen } from "../screen.ts";
import type { CallNow } from "./call_state.ts";

export class CallLeaving {
  #screen: ChatScreen;
  /** Says what the server could not be told, once there is a connection again. */
  #sayAgain: (() => void) | null = null;

  constructor(screen: ChatScreen) {
    this.#screen = screen;
  }

  /** Takes one's own wish back, or declines the other's. */
  giveUp({ phase, partnerId }: CallNow): void {
    if (phase === "waiting") this.#say("video-request-cancel", partnerId);
    if (phase === "invited" || phase === "answering") this.#say("video-request-decline", partnerId);
  }

  async #say(event: "video-request-cancel" | "video-request-decline", to: number): Promise<void> {
    this.forget();
    if (await this.#screen.ask(event, { to }) === null) this.#sayAgain = () => this.#say(event, to);
  }

  /** There is a connection again. */
  sayAgain(): void {
    this.#sayAgain?.();
  }

  /** Another call begins, which is not to be given up by what was said of the one before. */
  forget(): void {
    this.#sayAgain = null;
  }

  /** Ends a call that was agreed on, and of which nothing comes; who wrote to each other before goes on with that. */
  callOff(chatID: string, partnerId: number, wasChatting: boolean): void {
    // Otherwise the other would think that somebody has left.
    this.#screen.tell("video-signal", { to: partnerId, signal: { type: "fault" } });
    if (wasChatting) this.#screen.tell("video-end", { chatID });
    else this.#screen.tell("stop-text-chat", { targetId: partnerId });
  }
}
