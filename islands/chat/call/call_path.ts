/** What the server hears of the path between the two: seen, lost and found again, each until it has heard it. */
import { mediaSeconds } from "../../../chat/shared/limits.ts";
import type { ChatScreen } from "../screen.ts";
import type { CallLink } from "./call_link.ts";
import type { CallAction, CallNow, ProblemKind } from "./call_state.ts";

/** The server gives up first; this is for when it cannot say so. */
export const patienceMs = (mediaSeconds + 5) * 1000;
/** Who hangs up closes the connection a moment before the server says so. */
const goneAfterMs = 2000;
const tellAgainMs = 2000;

/** The call that the path is of. */
interface Call {
  readonly link: CallLink | null;
  readonly now: CallNow | null;
  readonly isCalling: boolean;
  readonly chatId: string | null;
  do: (action: CallAction) => void;
  fail: (kind: ProblemKind) => void;
  /** If it is the same call then. */
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

  /** The other is seen, at first or again. */
  async seen(): Promise<void> {
    const { chatId } = this.#call;
    if (!chatId) return;
    const answer = await this.#screen.ask("video-connected", { chatID: chatId });
    // Until it is heard, time stands still: a server whose store is away for a moment is told again.
    if (answer?.event !== "video-connected") this.#call.later(tellAgainMs, () => this.saidLostHere());
    else if (answer.data.bothConnected) this.runs();
  }

  /** Both see each other, says the server; and so it is here. */
  runs(): void {
    const { link } = this.#call;
    if (!link?.isFlowing || link.isLost) return;
    link.settled();
    this.#call.do({ type: "running" });
  }

  /** The other is not seen any more. */
  lost(): void {
    // Also where the other has lost it before: time must not run again when she or he alone has found it.
    void this.#tellLost();
    this.#call.do({ type: "lost" });
    // The patience of an earlier loss is not that of this one.
    const loss = ++this.#losses;
    const isStillSo = () => this.#call.now?.phase === "lost" && loss === this.#losses;
    this.#call.later(patienceMs, () => isStillSo() && this.#call.fail("lost"));
  }

  /** The other's browser has closed the connection. */
  gone(): void {
    const { link } = this.#call;
    // The other's page may be loaded anew, and have made another connection by then.
    this.#call.later(goneAfterMs, () => link === this.#call.link && this.#call.isCalling && this.lost());
  }

  /** The other does not see us any more, whatever it looks like from here. */
  lostThere(): void {
    this.#call.do({ type: "lost" });
    this.#call.link?.lostThere();
  }

  /** The server was told so by another connection of one's own, perhaps by one that was cut off since. */
  saidLostHere(): void {
    const { link } = this.#call;
    if (link?.isFlowing && !link.isLost) void this.seen();
  }

  /** What was said may have been lost with the old connection: without it the server counts what nobody sees. */
  sayAgain(): void {
    this.#tellLostAgain();
    this.saidLostHere();
  }

  /** Until it is heard, time runs for what nobody sees. */
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
