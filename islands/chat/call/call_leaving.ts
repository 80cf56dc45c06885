/** How one leaves a call that is not to be: before it was agreed on, and as soon as it was. Nobody is left waiting. */
import type { ServerEvents } from "../../../chat/shared/server_events.ts";
import type { ChatScreen } from "../screen.ts";
import type { CallNow } from "./call_state.ts";

const sayAgainMs = 2000;
/** How long a yes to what was taken back may be on its way. */
const crossingMs = 10_000;

export class CallLeaving {
  #screen: ChatScreen;
  /** What was left last, until the other cannot say yes to it any more. */
  #left: { partnerId: number; wasChatting: boolean } | null = null;
  /** Says what the server could not be told, once there is a connection again. */
  #sayAgain: (() => void) | null = null;

  constructor(screen: ChatScreen) {
    this.#screen = screen;
  }

  /** Takes one's own wish back, or declines the other's. */
  giveUp({ phase, partnerId }: CallNow, wasChatting: boolean): void {
    this.#left = { partnerId, wasChatting };
    if (phase === "waiting") this.#say("video-request-cancel", partnerId);
    if (phase === "invited" || phase === "answering") this.#say("video-request-decline", partnerId);
  }

  async #say(event: "video-request-cancel" | "video-request-decline", to: number): Promise<void> {
    const left = this.#left;
    const ifSame = (work: () => void) => () => left === this.#left && work();
    const again = ifSame(() => this.#say(event, to));
    this.#sayAgain = null;
    const answer = await this.#screen.ask(event, { to });
    if (left !== this.#left) return;
    if (answer === null) this.#sayAgain = again;
    else if (answer.event !== "error-event") this.forget();
    // A store that is away has taken nothing back.
    else if (answer.data.status >= 500) this.#screen.later(sayAgainMs, again);
    else this.#screen.later(crossingMs, ifSame(() => this.forget()));
  }

  /** There is a connection again. */
  sayAgain(): void {
    this.#sayAgain?.();
  }

  /** Another call begins, which is not to be given up by what was said of the one before. */
  forget(): void {
    this.#left = this.#sayAgain = null;
  }

  /** The other has said yes, which crossed that it was taken back: what began by it is not wanted. */
  answered({ id, from }: ServerEvents["video-request-accept"]): void {
    const left = this.#left;
    if (!left || !id || left.partnerId !== from) return;
    this.forget();
    this.callOff(id, from, left.wasChatting);
  }

  /** Ends a call that was agreed on, and of which nothing comes; who wrote to each other before goes on with that. */
  callOff(chatID: string, partnerId: number, wasChatting: boolean): void {
    // Otherwise the other would think that somebody has left.
    this.#screen.tell("video-signal", { to: partnerId, signal: { type: "fault" } });
    if (wasChatting) this.#screen.tell("video-end", { chatID });
    else this.#screen.tell("stop-text-chat", { targetId: partnerId });
  }
}
