/** Tells the server whether the two see each other: seen, lost, found again, each repeated until the server has heard it. */
import { mediaSeconds } from "../../../chat/shared/limits.ts";
import type { ChatScreen } from "../screen.ts";
import type { CallLink } from "./call_link.ts";
import type { CallAction, CallNow, ProblemKind } from "./call_state.ts";

/** How long a path may be missing. The server gives up earlier; this is in case it cannot say so. */
export const patienceMs = (mediaSeconds + 5) * 1000;
/** How long a closed connection is not called lost: if the other hung up, the server says so within this time. */
const goneAfterMs = 2000;
const tellAgainMs = 2000;
/** Within this time a browser notices that nothing comes from the other any more. */
const noticedWithinMs = 8000;

/** The call that the path belongs to. */
interface Call {
  readonly link: CallLink | null;
  readonly now: CallNow | null;
  readonly isCalling: boolean;
  readonly chatId: string | null;
  do: (action: CallAction) => void;
  fail: (kind: ProblemKind) => void;
  /** Does `work` after `ms`, if the call is still the same. */
  later: (ms: number, work: () => void) => void;
}

export class CallPath {
  #screen: ChatScreen;
  #call: Call;
  #losses = 0;

  constructor(screen: ChatScreen, call: Call) {
    this.#screen = screen;
    this.#call = call;
  }

  /** The other is seen, for the first time or again. */
  async seen(): Promise<void> {
    const { chatId } = this.#call;
    if (!chatId) return;
    const answer = await this.#screen.ask("video-connected", { chatID: chatId });
    // Time stands still until the server has heard it: told again, e.g. if the store was unavailable for a moment.
    if (answer?.event !== "video-connected") this.#call.later(tellAgainMs, () => this.saidLostHere());
    else if (answer.data.bothConnected) this.runs();
  }

  /** The server says that both see each other: the call runs, unless the path is lost here. */
  runs(): void {
    const { link } = this.#call;
    if (!link?.isFlowing || link.isLost) return;
    link.settled();
    this.#call.do({ type: "running" });
  }

  /** The other is no longer seen. */
  lost(): void {
    // Even if the other has lost it already: time must not run again when she or he alone has found it.
    void this.#tellLost();
    this.#call.do({ type: "lost" });
    this.#ifLostFor(patienceMs, () => this.#call.fail("lost"));
  }

  /** Does `work` if this loss, as the newest one, lasts so long: a timer of an earlier loss does nothing during this one. */
  #ifLostFor(ms: number, work: () => void): void {
    const loss = ++this.#losses;
    this.#call.later(ms, () => this.#call.now?.phase === "lost" && loss === this.#losses && work());
  }

  /** The other's browser has closed the connection. */
  gone(): void {
    const { link } = this.#call;
    // By then the other's page may have been loaded anew and have made another connection.
    this.#call.later(goneAfterMs, () => link === this.#call.link && this.#call.isCalling && this.lost());
  }

  /** The other no longer sees us, even if the path seems good from here; if it still does later, the server is told so. */
  lostThere(): void {
    const { link } = this.#call;
    this.#call.do({ type: "lost" });
    link?.lostThere();
    // A path that is lost here as well is told of when it is found.
    if (!link?.isLost) this.#ifLostFor(noticedWithinMs, () => this.saidLostHere());
  }

  /** The path is said to be lost, perhaps by a connection of this person that is gone: contradicts it where it is not. */
  saidLostHere(): void {
    const { link } = this.#call;
    if (link?.isFlowing && !link.isLost) void this.seen();
  }

  /** Says again, on a new connection, what may have been lost with the old one: else time could run while nobody is seen. */
  sayAgain(): void {
    this.#tellLostAgain();
    this.saidLostHere();
  }

  /** Repeated until the server has heard it: until then time runs although nobody is seen. */
  async #tellLost(): Promise<void> {
    const { chatId, isCalling } = this.#call;
    if (!isCalling || !chatId) return;
    const answer = await this.#screen.ask("video-lost", { chatID: chatId });
    if (answer?.event !== "video-lost") this.#call.later(tellAgainMs, () => this.#tellLostAgain());
  }

  #tellLostAgain(): void {
    const { link } = this.#call;
    if (link?.isFlowing && link.isLost) void this.#tellLost();
  }
}
