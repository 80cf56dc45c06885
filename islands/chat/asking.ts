/** What the buttons do: ask for a chat or a call, answer an invitation, end a chat. Clicks close together are one click. */
import { clickGuardSeconds } from "../../chat/shared/limits.ts";
import type { ChatScreen } from "./screen.ts";

export class Asking {
  #screen: ChatScreen;
  #call: (userId: number) => Promise<void>;
  /** Whose invitation is being accepted. */
  #acceptingId: number | null = null;

  /** `call` asks somebody for a call. */
  constructor(screen: ChatScreen, call: (userId: number) => Promise<void>) {
    this.#screen = screen;
    this.#call = call;
  }

  /** Asks for a text chat; further clicks within three seconds are ignored. */
  async invite(userId: number): Promise<void> {
    if (!this.mayClick()) return;
    // If the other is not online, only the server knows whether she or he can be told; it checks the credits as well.
    if (this.#screen.state.me.gender === "man" && this.#screen.state.online?.includes(userId)) {
      const balance = await this.#screen.ask("check-balance", { video: false });
      if (balance?.event !== "balance-is") return this.#screen.refused(balance);
      if (balance.data.error !== null) return;
    }
    const answer = await this.#screen.ask("text-request", { to: userId });
    if (!answer || answer.event === "error-event") this.#screen.refused(answer);
  }

  /** Accepts somebody's invitation; a second press, before the server has answered, does nothing. */
  async accept(fromId: number): Promise<void> {
    if (this.#acceptingId === fromId) return;
    this.#acceptingId = fromId;
    const answer = await this.#screen.ask("text-request-answer", { to: fromId, ev: "accept", status: true });
    this.#acceptingId = null;
    if (answer?.event === "text-request-answer") return;
    this.#screen.refused(answer);
    // The acceptance failed: the asker must not wait for it.
    this.decline(fromId);
  }

  decline(fromId: number): void {
    this.#screen.do({ type: "put_invitation_away", fromId });
    this.#screen.tell("text-request-answer", { to: fromId, ev: "decline", status: false });
  }

  /** Ends the chat, or takes back one's own invitation. */
  async stop(): Promise<void> {
    const targetId = this.#screen.state.chat?.partnerId ?? this.#screen.state.askingId;
    if (targetId === null) return;
    // The button that begins a chat takes the place of this one: a double click must not press it.
    this.#guard();
    const answer = await this.#screen.ask("stop-text-chat", { targetId });
    // Only `chat_not_open` means that the chat is over. If the store is unavailable, it goes on and is paid for.
    if (answer?.event !== "error-event" || answer.data.code !== "chat_not_open") return this.#screen.refused(answer);
    this.#screen.do({ type: "give_up_asking" });
    this.#screen.do({ type: "away", atMs: this.#screen.now });
  }

  /** Asks for a video chat, under the same guard. */
  async video(userId: number): Promise<void> {
    if (this.mayClick()) await this.#call(userId);
  }

  /** Whether nothing can be started now: too soon after a click, or without a connection. */
  get isHeld(): boolean {
    const { guardUntilMs, link } = this.#screen.state;
    return performance.now() < guardUntilMs || link !== "open";
  }

  /** Whether a click counts, which starts the guard; false for one that comes too soon after another. */
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
