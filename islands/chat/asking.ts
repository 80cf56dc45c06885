/** What buttons ask of somebody: a chat, a call, an answer to either, and the end; clicks close together are one click. */
import { clickGuardSeconds, requestSeconds } from "../../chat/shared/limits.ts";
import type { Control } from "./control.ts";
import { notes } from "./notes.ts";
import { nameOf } from "./people_state.ts";

export class Asking {
  #control: Control;

  constructor(control: Control) {
    this.#control = control;
  }

  /** Asks for a text chat; clicks within three seconds of one are that one. */
  async invite(userId: number): Promise<void> {
    if (!this.mayClick()) return;
    const name = nameOf(this.#control.state, userId);
    if (!this.#control.state.online?.includes(userId)) {
      return this.#control.do({ type: "note", note: notes.offline(name) });
    }
    if (this.#control.state.me.gender === "man") {
      const balance = await this.#control.ask("check-balance", { video: false });
      if (balance?.event !== "balance-is") return this.#control.refused(balance);
      if (balance.data.error !== null) return;
    }
    const answer = await this.#control.ask("text-request", { to: userId });
    if (!answer || answer.event === "error-event") return this.#control.refused(answer);
    if (answer.event !== "text-request-sent") return;
    // The server says when the minute is over; if it cannot, the waiting still ends.
    this.#control.later((requestSeconds + 5) * 1000, () => {
      if (this.#control.state.askingId === userId) this.#control.do({ type: "give_up_asking" });
    });
  }

  async accept(): Promise<void> {
    const { invitation } = this.#control.state;
    if (!invitation) return;
    const answer = await this.#control.ask("text-request-answer", {
      to: invitation.fromId,
      ev: "accept",
      status: true,
    });
    if (answer?.event === "text-request-answer") return;
    this.#control.do({ type: "put_invitation_away" });
    this.#control.refused(answer);
    // Who waits is not left waiting for somebody who cannot come.
    this.#control.tell("text-request-answer", { to: invitation.fromId, ev: "decline", status: false });
  }

  decline(): void {
    const { invitation } = this.#control.state;
    if (!invitation) return;
    this.#control.do({ type: "put_invitation_away" });
    this.#control.tell("text-request-answer", { to: invitation.fromId, ev: "decline", status: false });
  }

  /** Ends the chat, or takes one's own invitation back. */
  async stop(): Promise<void> {
    const targetId = this.#control.state.chat?.partnerId ?? this.#control.state.askingId;
    if (targetId === null) return;
    // Where this button was stands the one that begins: pressed twice, it begins nothing.
    this.#guard();
    const answer = await this.#control.ask("stop-text-chat", { targetId });
    if (answer?.event === "error-event") {
      this.#control.do({ type: "give_up_asking" });
      if (this.#control.state.chat) this.#control.do({ type: "away", atMs: this.#control.now });
    } else if (!answer) this.#control.refused(null);
  }

  /** Asks for a video chat, under the same guard. */
  async video(userId: number): Promise<void> {
    if (this.mayClick()) await this.#control.calls.ask(userId);
  }

  /** False for a click that comes too close to another one, which then is the same. */
  mayClick(): boolean {
    if (performance.now() < this.#control.state.guardUntilMs) return false;
    this.#guard();
    return true;
  }

  #guard(): void {
    this.#control.do({ type: "guard", untilMs: performance.now() + clickGuardSeconds * 1000 });
    this.#control.later(clickGuardSeconds * 1000 + 20, () => this.#control.show());
  }
}
