/** Leaves a call so that nobody waits in vain: before it is agreed on, just after, and while the server cannot be told. */
import type { ServerEvents } from "../../../chat/shared/server_events.ts";
import type { ChatScreen } from "../screen.ts";
import type { CallNow } from "./call_state.ts";

const sayAgainMs = 2000;
/** How long the acceptance of an invitation that was taken back may be on its way. */
const crossingMs = 10_000;

/** A call with one person that was left. */
interface Left {
  /** The id of the invitation, once it is known. */
  requestId: string | undefined;
  /** Set if this person asked: the other's acceptance may come while the invitation is being taken back. */
  wish?: { wasChatting: boolean };
  /** The id of a call that goes on at the server although this page has left it. */
  chatId?: string;
  /** Repeats what the server did not hear, once the connection is back. */
  sayAgain?: () => void;
}

type Said = "video-request-cancel" | "video-request-decline" | "video-lost";

export class CallLeaving {
  #screen: ChatScreen;
  /** By partner, so that a call from somebody else does not replace what is still to be said. */
  #left = new Map<number, Left>();

  constructor(screen: ChatScreen) {
    this.#screen = screen;
  }

  /** Takes back one's own invitation, or declines the other's. */
  giveUp({ phase, partnerId: to, untilMs, requestId }: CallNow, wasChatting: boolean): void {
    this.forget(to);
    // Once its time is over, the two may have a new invitation, of another page, which must not be taken back.
    const isWaiting = () => this.#screen.now < untilMs;
    if (phase === "waiting") {
      this.#leave(to, { requestId, wish: { wasChatting } }, "video-request-cancel", isWaiting);
    } else if (phase === "invited" || phase === "answering") {
      this.#leave(to, { requestId }, "video-request-decline", isWaiting);
    }
  }

  /** Notes the id of an invitation that was taken back before the server had told the id. */
  named(partnerId: number, requestId: string | undefined): void {
    const left = this.#left.get(partnerId);
    if (left?.wish) left.requestId ??= requestId;
  }

  /** The server could not end the call: tells it that the path is lost, so that no time runs until it can. */
  unended(chatId: string, partnerId: number): void {
    const { state } = this.#screen;
    const goesOn = () => this.#screen.state.chat?.id === chatId && this.#screen.state.chat.isVideo;
    if (goesOn() && !state.call.now) this.#leave(partnerId, { requestId: undefined, chatId }, "video-lost", goesOn);
  }

  #leave(partnerId: number, left: Left, event: Said, isWanted: () => boolean): void {
    this.#left.set(partnerId, left);
    void this.#say(partnerId, left, event, isWanted);
  }

  /** Sends `event` until the server has heard it, as long as it `isWanted` and nothing newer is said about this partner. */
  async #say(partnerId: number, left: Left, event: Said, isWanted: () => boolean): Promise<void> {
    const ifSame = (work: () => void) => () => this.#left.get(partnerId) === left && work();
    const again = ifSame(() => isWanted() ? void this.#say(partnerId, left, event, isWanted) : this.forget(partnerId));
    left.sayAgain = undefined;
    const { chatId, requestId } = left;
    const answer = await this.#screen.ask(event, chatId ? { chatID: chatId } : { to: partnerId, requestId });
    if (this.#left.get(partnerId) !== left) return;
    if (answer === null) left.sayAgain = again;
    else if (answer.event !== "error-event") this.forget(partnerId);
    // The store is unavailable: nothing was taken back yet.
    else if (answer.data.status >= 500) this.#screen.later(sayAgainMs, again);
    else this.#screen.later(crossingMs, ifSame(() => this.forget(partnerId)));
  }

  /** The connection is back: repeats what the server did not hear. */
  sayAgain(): void {
    for (const { sayAgain } of [...this.#left.values()]) sayAgain?.();
  }

  /** Drops what is still to be said about a call with this partner: it must not end a new one. */
  forget(partnerId: number): void {
    this.#left.delete(partnerId);
  }

  /** The other accepted while the invitation was being taken back: ends the call that this began. */
  answered({ id, from, requestId }: ServerEvents["video-request-accept"]): void {
    const left = from === undefined ? undefined : this.#left.get(from);
    // The acceptance of another invitation is meant for another page.
    const isOther = left?.requestId !== undefined && requestId !== undefined && left.requestId !== requestId;
    if (!left?.wish || !id || isOther) return;
    this.forget(from!);
    this.callOff(id, from!, left.wish.wasChatting);
  }

  /** Ends a call that was agreed on and will not happen; if the two were in a text chat before, that goes on. */
  callOff(chatID: string, partnerId: number, wasChatting: boolean): void {
    // Otherwise the other would be told that somebody has left.
    this.#screen.tell("video-signal", { to: partnerId, signal: { type: "fault" } });
    if (wasChatting) this.#screen.tell("video-end", { chatID });
    else this.#screen.tell("stop-text-chat", { targetId: partnerId });
  }
}
