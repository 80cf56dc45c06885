/** How one leaves a call that is not to be: before it was agreed on, and as soon as it was. Nobody is left waiting. */
import type { ServerEvents } from "../../../chat/shared/server_events.ts";
import type { ChatScreen } from "../screen.ts";
import type { CallNow } from "./call_state.ts";

const sayAgainMs = 2000;
/** How long a yes to what was taken back may be on its way. */
const crossingMs = 10_000;

export class CallLeaving {
  #screen: ChatScreen;
  /** What one asked for and took back, until the other cannot say yes to it any more: of all else no yes is to come. */
  #left: { partnerId: number; wasChatting: boolean } | null = null;
  /** Stands for what is being said: another one each time. */
  #saying: object | null = null;
  /** Says what the server could not be told, once there is a connection again. */
  #sayAgain: (() => void) | null = null;

  constructor(screen: ChatScreen) {
    this.#screen = screen;
  }

  /** Takes one's own wish back, or declines the other's. */
  giveUp({ phase, partnerId, untilMs }: CallNow, wasChatting: boolean): void {
    this.forget();
    if (phase === "waiting") {
      this.#left = { partnerId, wasChatting };
      this.#say("video-request-cancel", partnerId, untilMs);
    } else if (phase === "invited" || phase === "answering") this.#say("video-request-decline", partnerId, untilMs);
  }

  async #say(event: "video-request-cancel" | "video-request-decline", to: number, untilMs: number): Promise<void> {
    const saying = this.#saying = {};
    const ifSame = (work: () => void) => () => saying === this.#saying && work();
    // What is over by itself may be another question by now, of another page.
    const again = ifSame(() => this.#screen.now < untilMs ? this.#say(event, to, untilMs) : this.forget());
    this.#sayAgain = null;
    const answer = await this.#screen.ask(event, { to });
    if (saying !== this.#saying) return;
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
    this.#left = this.#saying = this.#sayAgain = null;
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
