/** What buttons ask of somebody: a chat, a call, an answer to either, and the end; clicks close together are one click. */
import { clickGuardSeconds } from "../../chat/shared/limits.ts";
import type { ChatScreen } from "./screen.ts";

export class Asking {
  #screen: ChatScreen;
  #call: (userId: number) => Promise<void>;
  /** Whose question is being agreed to. */
  #acceptingId: number | null = null;

  /** `call` asks somebody for a call. */
  constructor(screen: ChatScreen, call: (userId: number) => Promise<void>) {
    this.#screen = screen;
    this.#call = call;
  }

  /** Asks for a text chat; clicks within three seconds of one are that one. */
  async invite(userId: number): Promise<void> {
    if (!this.mayClick()) return;
    // Whether somebody who is not here hears of it, the server alone knows; it looks at the credits as well.
    if (this.#screen.state.me.gender === "man" && this.#screen.state.online?.includes(userId)) {
      const balance = await this.#screen.ask("check-balance", { video: false });
      if (balance?.event !== "balance-is") return this.#screen.refused(balance);
      if (balance.data.error !== null) return;
    }
    const answer = await this.#screen.ask("text-request", { to: userId });
    if (!answer || answer.event === "error-event") this.#screen.refused(answer);
  }

  /** Agrees to what somebody asks; pressed twice it is said once. */
  async accept(fromId: number): Promise<void> {
    if (this.#acceptingId === fromId) return;
    this.#acceptingId = fromId;
    const answer = await this.#screen.ask("text-request-answer", { to: fromId, ev: "accept", status: true });
    this.#acceptingId = null;
    if (answer?.event === "text-request-answer") return;
    this.#screen.refused(answer);
    // Who waits is not left waiting for somebody who cannot come.
    this.decline(fromId);
  }

  decline(fromId: number): void {
    this.#screen.do({ type: "put_invitation_away", fromId });
    this.#screen.tell("text-request-answer", { to: fromId, ev: "decline", status: false });
  }

  /** Ends the chat, or takes one's own invitation back. */
  async stop(): Promise<void> {
    const targetId = this.#screen.state.chat?.partnerId ?? this.#screen.state.askingId;
    if (targetId === null) return;
    // Where this button was stands the one that begins: pressed twice, it begins nothing.
    this.#guard();
    const answer = await this.#screen.ask("stop-text-chat", { targetId });
    // What a server refuses whose store is away goes on, and is paid.
    if (answer?.event !== "error-event" || answer.data.code !== "chat_not_open") return this.#screen.refused(answer);
    this.#screen.do({ type: "give_up_asking" });
    this.#screen.do({ type: "away", atMs: this.#screen.now });
  }

  /** Asks for a video chat, under the same guard. */
  async video(userId: number): Promise<void> {
    if (this.mayClick()) await this.#call(userId);
  }

  /** Whether nothing can be begun now: so soon after a click, or without a connection. */
  get isHeld(): boolean {
    const { guardUntilMs, link } = this.#screen.state;
    return performance.now() < guardUntilMs || link !== "open";
  }

  /** False for a click that comes too close to another one, which then is the same. */
  mayClick(): boolean {
    if (performance.now() < this.#screen.state.guardUntilMs) return false;
    this.#guard();
    return true;
  }

  #guard(): void {
    this.#screen.do({ type: "guard", untilMs: performance.now() + clickGuardSeconds * 1000 });
    this.#screen.later(clickGuardSeconds * 1000 + 20, () => this.#screen.show());
  }
}
