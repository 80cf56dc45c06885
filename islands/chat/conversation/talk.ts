/** Loads messages page by page, sends each only once however often it is repeated, and tells which were seen. */
import { translateHere } from "./browser_translator.ts";
import { messageLengthMax, typingEverySeconds } from "../../../chat/shared/limits.ts";
import type { ChatMessage } from "../../../chat/shared/server_events.ts";
import { trimText } from "../../../chat/shared/text.ts";
import { flashes } from "../flash_state.ts";
import type { ChatScreen } from "../screen.ts";
import type { Pending } from "../types.ts";
import { canWriteTo, conversationWith, resumeSeq } from "./conversations.ts";
import type { Unsent } from "./unsent.ts";

const pageLength = 50;
/** A message without an acknowledgement is shown as not sent after this time. */
const sentWithinMs = 20_000;
/** Messages seen within this time are told together. */
const seenEveryMs = 250;
/** How often at most it is told that the person is writing: a little longer than the server's limit, which would drop it. */
const saidEveryMs = typingEverySeconds * 1000 + 200;

export class Talk {
  #screen: ChatScreen;
  #seen = new Map<number, ChatMessage>();
  #telling: ReturnType<typeof setTimeout> | null = null;
  /** When it was last told that the person is writing. */
  #saidAt = -Infinity;

  constructor(screen: ChatScreen) {
    this.#screen = screen;
  }

  close(): void {
    if (this.#telling) clearTimeout(this.#telling);
  }

  /** Loads the newest messages with somebody, unless they are loaded already. */
  async load(userId: number): Promise<void> {
    const { isLoaded, isLoading } = conversationWith(this.#screen.state, userId);
    if (isLoaded || isLoading) return;
    await this.#page(userId, {});
  }

  async loadOlder(userId: number): Promise<void> {
    const { hasOlder, isLoading, messages } = conversationWith(this.#screen.state, userId);
    const beforeSeq = messages[0]?.seq;
    if (!hasOlder || isLoading || beforeSeq === undefined) return;
    await this.#page(userId, { beforeSeq });
  }

  async #page(userId: number, place: { beforeSeq?: number }): Promise<void> {
    this.#screen.do({ type: "loading", userId });
    const answer = await this.#screen.ask("getChatHistory", { to: userId, limit: pageLength, ...place });
    const found = answer?.event === "chatHistory" ? answer.data : null;
    const { isLoaded } = conversationWith(this.#screen.state, userId);
    // Without an answer nothing was loaded, and the next `load` tries again.
    if (!found && !isLoaded) return this.#screen.do({ type: "unloaded", userId });
    this.#screen.do({
      type: "history",
      userId,
      messages: found?.messages ?? [],
      chats: found?.chats,
      hasOlder: found ? found.more : null,
    });
  }

  /** After a reconnect: loads exactly what was missed, and sends again what was not acknowledged. */
  resume(): void {
    for (const [userId, conversation] of this.#screen.state.conversations) {
      if (conversation.isLoaded) void this.#catchUp(userId, resumeSeq(conversation));
      else if (userId === this.#screen.state.selectedId) void this.load(userId);
      for (const pending of conversation.pending) if (!pending.isFailed) void this.#post(userId, pending);
    }
  }

  async #catchUp(userId: number, afterSeq: number): Promise<void> {
    const answer = await this.#screen.ask("getChatHistory", { to: userId, limit: pageLength, afterSeq });
    if (answer?.event !== "chatHistory") return;
    const { messages, more, chats } = answer.data;
    this.#screen.do({ type: "history", userId, messages, chats, hasOlder: null });
    const last = messages.at(-1)?.seq;
    if (more && last !== undefined) await this.#catchUp(userId, last);
  }

  /** Writes to the selected person; false if there is nothing to write, or nobody to write to. */
  write(text: string): boolean {
    const body = trimText(text);
    if (body === "" || body.length > messageLengthMax) return false;
    const userId = this.#screen.state.selectedId;
    if (userId === null) {
      this.#screen.do({ type: "flash", flash: flashes.noPartner() });
      return false;
    }
    if (!canWriteTo(this.#screen.state, userId)) return false;
    const pending: Pending = { clientId: crypto.randomUUID(), body, atMs: this.#screen.now, isFailed: false };
    this.#screen.do({ type: "write", userId, pending });
    void this.#post(userId, pending);
    return true;
  }

  /** Takes up what the page before did not send: `resume` sends what is fresh, the rest waits for the person's word. */
  takeUp(unsent: Unsent): void {
    for (const [userId, pending] of unsent) {
      const isFailed = pending.isFailed || this.#screen.now - pending.atMs > sentWithinMs;
      this.#screen.do({ type: "write", userId, pending: { ...pending, isFailed } });
    }
  }

  /** Tells the other that the person is writing: only while the chat is open, and no more often than it is passed on. */
  writes(userId: number): void {
    const now = performance.now();
    if (now - this.#saidAt < saidEveryMs || !canWriteTo(this.#screen.state, userId)) return;
    this.#saidAt = now;
    this.#screen.tell("typing", { to: userId, isTyping: true });
  }

  /** Asks for a translation again; if the site has no provider, the browser makes it. */
  async translate(message: ChatMessage): Promise<void> {
    const { me, people } = this.#screen.state;
    if (me.hasTranslator) {
      const answer = await this.#screen.ask("translate-message", { id: message._id });
      if (answer?.event === "message-translated") return;
      return this.#screen.refused(answer);
    }
    const from = people.get(message.from)?.languages[0];
    const body = from === undefined ? null : await translateHere(message.body, from, me.into);
    if (body === null) return;
    const translation = { id: message._id, language: me.into, body, by: "browser" };
    this.#screen.do({ type: "translated", translation });
  }

  retry(userId: number, pending: Pending): void {
    this.#screen.do({
      type: "pending",
      userId,
      clientId: pending.clientId,
      to: { isFailed: false, reason: undefined },
    });
    void this.#post(userId, pending);
  }

  async #post(userId: number, { clientId, body }: Pending): Promise<void> {
    const fail = (reason?: string) =>
      this.#screen.do({ type: "pending", userId, clientId, to: { isFailed: true, reason } });
    // Stays set if the connection is lost: the message may have arrived, and `resume` sends it again.
    const callOff = this.#screen.later(sentWithinMs, () => fail());
    const answer = await this.#screen.ask("ChatNewMessage", { to: userId, message: body, clientId });
    if (!answer) return;
    callOff();
    if (answer.event === "error-event") fail(answer.data.message);
  }

  /** A received message was on the screen; all before it count as seen, too. */
  saw(message: ChatMessage): void {
    const before = this.#seen.get(message.from);
    if (before && before.seq >= message.seq) return;
    this.#seen.set(message.from, message);
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      const seen = [...this.#seen.values()];
      this.#seen.clear();
      for (const each of seen) void this.#tellSeen(each);
    }, seenEveryMs);
  }

  async #tellSeen({ _id, from, seq }: ChatMessage): Promise<void> {
    const answer = await this.#screen.ask("message-set-viewed", { message: { id: _id } });
    if (answer?.event !== "message-set-viewed") return;
    this.#screen.do({ type: "viewed", userId: from, upToSeq: seq, count: answer.data.count });
  }

  async sawAll(userId: number): Promise<void> {
    if (!this.#screen.state.unread.get(userId)) return;
    const upToSeq = conversationWith(this.#screen.state, userId).messages.at(-1)?.seq ?? 0;
    const answer = await this.#screen.ask("setAllUnreadMsgToViewed", { from: userId });
    if (answer?.event !== "setAllUnreadMsgToViewed") return;
    this.#screen.do({ type: "viewed", userId, upToSeq, count: answer.data.count });
  }
}
