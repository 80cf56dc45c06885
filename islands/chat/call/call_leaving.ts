/** How one leaves a call: before it was agreed on, as soon as it was, and where nobody could hear it. Nobody is left waiting. */
import type { ServerEvents } from "../../../chat/shared/server_events.ts";
import type { ChatScreen } from "../screen.ts";
import type { CallNow } from "./call_state.ts";

const sayAgainMs = 2000;
/** How long a yes to what was taken back may be on its way. */
const crossingMs = 10_000;

/** A call with one person that was left. */
interface Left {
  /** Which question it was, once that is known. */
  requestId: string | undefined;
  /** Where one asked for it oneself: the other's yes may cross that it was taken back. Of all else no yes is to come. */
  wish?: { wasChatting: boolean };
  /** The call that goes on without us. */
  chatId?: string;
  /** Says what the server could not be told, once there is a connection again. */
  sayAgain?: () => void;
}

type Said = "video-request-cancel" | "video-request-decline" | "video-lost";

export class CallLeaving {
  #screen: ChatScreen;
  /** By partner: what is said to one stands, whoever else rings meanwhile. */
  #left = new Map<number, Left>();

  constructor(screen: ChatScreen) {
    this.#screen = screen;
  }

  /** Takes one's own wish back, or declines the other's. */
  giveUp({ phase, partnerId: to, untilMs, requestId }: CallNow, wasChatting: boolean): void {
    this.forget(to);
    // What is over by itself may be another question by now, of another page.
    const isWaiting = () => this.#screen.now < untilMs;
    if (phase === "waiting") {
      this.#leave(to, { requestId, wish: { wasChatting } }, "video-request-cancel", isWaiting);
    } else if (phase === "invited" || phase === "answering") {
      this.#leave(to, { requestId }, "video-request-decline", isWaiting);
    }
  }

  /** The question that was taken back has this name: the server said so late. */
  named(partnerId: number, requestId: string | undefined): void {
    const left = this.#left.get(partnerId);
    if (left?.wish) left.requestId ??= requestId;
  }

  /** The server could not end a call: until it can, it learns that nobody is seen in it, so that no time runs. */
  unended(chatId: string, partnerId: number): void {
    const { state } = this.#screen;
    const goesOn = () => this.#screen.state.chat?.id === chatId && this.#screen.state.chat.isVideo;
    if (goesOn() && !state.call.now) this.#leave(partnerId, { requestId: undefined, chatId }, "video-lost", goesOn);
  }

  #leave(partnerId: number, left: Left, event: Said, isWanted: () => boolean): void {
    this.#left.set(partnerId, left);
    void this.#say(partnerId, left, event, isWanted);
  }

  /** Says it until it is heard, as long as it is wanted and nothing newer is said to the same one. */
  async #say(partnerId: number, left: Left, event: Said, isWanted: () => boolean): Promise<void> {
    const ifSame = (work: () => void) => () => this.#left.get(partnerId) === left && work();
    const again = ifSame(() => isWanted() ? void this.#say(partnerId, left, event, isWanted) : this.forget(partnerId));
    left.sayAgain = undefined;
    const { chatId, requestId } = left;
    const answer = await this.#screen.ask(event, chatId ? { chatID: chatId } : { to: partnerId, requestId });
    if (this.#left.get(partnerId) !== left) return;
    if (answer === null) left.sayAgain = again;
    else if (answer.event !== "error-event") this.forget(partnerId);
    // A store that is away has taken nothing back.
    else if (answer.data.status >= 500) this.#screen.later(sayAgainMs, again);
    else this.#screen.later(crossingMs, ifSame(() => this.forget(partnerId)));
  }

  /** There is a connection again. */
  sayAgain(): void {
    for (const { sayAgain } of [...this.#left.values()]) sayAgain?.();
  }

  /** Another call with that one begins, which is not to be given up by what was said of the one before. */
  forget(partnerId: number): void {
    this.#left.delete(partnerId);
  }

  /** The other has said yes, which crossed that it was taken back: what began by it is not wanted. */
  answered({ id, from, requestId }: ServerEvents["video-request-accept"]): void {
    const left = from === undefined ? undefined : this.#left.get(from);
    // A yes to another question is meant for another page.
    const isOther = left?.requestId !== undefined && requestId !== undefined && left.requestId !== requestId;
    if (!left?.wish || !id || isOther) return;
    this.forget(from!);
    this.callOff(id, from!, left.wish.wasChatting);
  }

  /** Ends a call that was agreed on, and of which nothing comes; who wrote to each other before goes on with that. */
  callOff(chatID: string, partnerId: number, wasChatting: boolean): void {
    // Otherwise the other would think that somebody has left.
    this.#screen.tell("video-signal", { to: partnerId, signal: { type: "fault" } });
    if (wasChatting) this.#screen.tell("video-end", { chatID });
    else this.#screen.tell("stop-text-chat", { targetId: partnerId });
  }
}
