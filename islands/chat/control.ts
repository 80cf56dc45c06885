/** Decides what is sent and when: reacts to the server as the specification says. Its parts do what buttons ask for. */
import type { ClientEventName, ClientEvents } from "../../chat/shared/client_events.ts";
import { acceptanceSeconds, askBeforeEndSeconds, typingShownSeconds } from "../../chat/shared/limits.ts";
import type { ServerEventName } from "../../chat/shared/server_events.ts";
import { Asking } from "./asking.ts";
import { CallController } from "./call/call_controller.ts";
import { hearOfCall } from "./call/call_hearing.ts";
import { conversationWith } from "./conversation/conversations.ts";
import { Talk } from "./conversation/talk.ts";
import { unsentOf, type UnsentPlace } from "./conversation/unsent.ts";
import { ChatConnection } from "./chat_connection.ts";
import { flashes } from "./flash_state.ts";
import type { ChatScreen } from "./screen.ts";
import { type Action, type Heard, initialState, reduce } from "./state.ts";
import { firstInvitation } from "./session_state.ts";
import { untilOf } from "./times.ts";
import type { ChatPrices, ChatState, Me, Start } from "./types.ts";
import { endUnanswered } from "./unanswered.ts";

/** Pause between an acceptance and the start of the chat, so that it can be seen (specification, section 4). */
const startAfterMs = 1000;
const resyncMs = 3000;

export interface Surroundings {
  /** Server time in ms. */
  now: () => number;
  url: string;
  /** Plays a sound: a message came, an invitation rings, or none rings any more. */
  sound: (kind: "message" | "ring" | "silence") => void;
  /** Whether this person's invitation was accepted already, on the page before; true only once. */
  takeAcceptance?: (fromId: number) => boolean;
  /** Where messages that were not acknowledged outlive the page. */
  unsent?: UnsentPlace;
  start?: Start;
  /** The credits for a minute that this page shows a man. */
  quoted?: ChatPrices["credits"] | undefined;
}

export class Control implements ChatScreen {
  state: ChatState;
  readonly talk: Talk;
  readonly calls: CallController;
  readonly asking: Asking;
  #connection: ChatConnection | null = null;
  #around: Surroundings;
  #changed: () => void;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #isClosed = false;
  #reservingId: string | null = null;
  /** Stands for the person's own invitation that waits; a new object each time the server confirms one. */
  #question: object | null = null;
  /** Who has asked since the connection was opened, and for what: "text 17", "video 17". */
  #asked = new Set<string>();
  /** How far the page's clock is behind the server's, ms: it stands still while the device sleeps. */
  #lostMs = 0;
  /** The person whose conversation the page's address names, until she or he was looked up. */
  #wishedId: number | null;
  #resync: ReturnType<typeof setInterval> | null = null;

  constructor(me: Me, around: Surroundings, changed: () => void) {
    this.state = initialState(me, around.start?.blockedIds);
    this.#wishedId = around.start?.withId ?? null;
    this.#around = around;
    this.#changed = changed;
    this.talk = new Talk(this);
    this.asking = new Asking(this, (userId) => this.calls.ask(userId));
    this.calls = new CallController(this, () => this.asking.stop());
    this.calls.session.quoted = around.quoted;
  }

  open(): void {
    this.talk.takeUp(this.#around.unsent?.read() ?? []);
    this.#connection = new ChatConnection(this.#around.url, {
      heard: (frame) => this.#hear(frame),
      linked: (link) => {
        if (link === "signed_out") return location.reload();
        this.do({ type: "link", link });
      },
      isInChat: () => this.state.chat !== null,
    });
    this.#resync = setInterval(() => {
      if (this.state.link === "open" && this.state.online?.length === 0) this.tell("GetAllConnectedUsers", {});
    }, resyncMs);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#resync) clearInterval(this.#resync);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#around.sound("silence");
    this.talk.close();
    this.calls.close();
    this.#connection?.close();
  }

  get now(): number {
    return this.#around.now() + this.#lostMs;
  }

  do(action: Action): void {
    const before = this.state;
    this.state = reduce(before, action);
    if (this.state === before) return;
    if (isRinging(before) !== isRinging(this.state)) this.#around.sound(isRinging(this.state) ? "ring" : "silence");
    if (action.type !== "heard" && before.chat && !this.state.chat) this.calls.chatEnded();
    if (!before.chat && this.state.chat) this.calls.chatBegan(this.state.chat.partnerId);
    this.#changed();
    const { call, chat } = this.state;
    // In a microtask, so that the code that ends a call or a chat can first say why.
    if ((before.call.now && !call.now) || (before.chat && !chat)) queueMicrotask(() => void this.calls.next());
    if (this.state.conversations !== before.conversations) this.#around.unsent?.write(unsentOf(this.state));
  }

  /** Renders after a change that the state does not hold, e.g. of a media stream. */
  show(): void {
    this.#changed();
  }

  ask<Name extends ClientEventName>(event: Name, data: Partial<ClientEvents[Name]>): Promise<Heard | null> {
    return this.#connection?.ask(event, data) ?? Promise.resolve(null);
  }

  tell<Name extends ClientEventName>(event: Name, data: Partial<ClientEvents[Name]>): void {
    this.#connection?.tell(event, data);
  }

  later(ms: number, work: () => void): () => void {
    // Work that was under way when the page was left may still get here.
    if (this.#isClosed) return () => {};
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  /** Says why something that a button asked for was refused: in the server's words, or as low credits. */
  refused(answer: Heard | null): void {
    if (answer === null) return this.do({ type: "flash", flash: flashes.unknown() });
    if (answer.event !== "error-event") return;
    const { code, message } = answer.data;
    const isLow = code === "insufficient_credits" && this.state.me.gender === "man";
    // "… is OFFLINE now!" stays for five seconds, all other refusals for three.
    const seconds = code.startsWith("partner_offline") ? 5 : 3;
    this.do({ type: "flash", flash: isLow ? flashes.lowCredits() : flashes.ofServer(message, seconds) });
  }

  // ── what the server says ────────────────────────────────────────────────

  #hear(frame: Heard): void {
    const before = this.state;
    const { at = 0 } = frame.data as { at?: number };
    this.#lostMs += Math.max(0, at - this.now);
    this.do({ type: "heard", frame, atMs: this.now });
    const react = this.#reactions[frame.event] as ((data: unknown, before: ChatState) => void) | undefined;
    react?.(frame.data, before);
    hearOfCall(this.calls, frame, { state: this.state, before, flash: (flash) => this.do({ type: "flash", flash }) });
    // Last, because the frame itself may have said why.
    if (before.chat && !this.state.chat) this.calls.chatEnded();
  }

  #reactions: {
    [Name in ServerEventName]?: (data: Extract<Heard, { event: Name }>["data"], before: ChatState) => void;
  } = {
    "conn-good": () => void this.#begin(),
    "text-request": ({ from: { userId } }) => {
      this.#asked.add(`text ${userId}`);
      // If the chat in which the connection was lost still went on, the greeting would have told of it before this.
      if (this.state.chat?.isConfirmed) {
        return this.tell("text-request-answer", { to: userId, ev: "busy", status: false });
      }
      if (this.#around.takeAcceptance?.(userId)) return void this.asking.accept(userId);
      const until = () => this.state.invitations.get(userId);
      const untilMs = until()!;
      endUnanswered(
        this,
        untilMs,
        () => until() === untilMs,
        () => this.do({ type: "put_invitation_away", fromId: userId }),
      );
    },
    "video-request": ({ from: { userId } }) => void this.#asked.add(`video ${userId}`),
    "text-request-sent": () => {
      const question = this.#question = {};
      const isWaiting = () => this.#question === question && this.state.askingId !== null;
      endUnanswered(this, untilOf(this.now), isWaiting, () => this.do({ type: "give_up_asking" }));
    },
    "text-request-answer": (_, before) => {
      const { chat } = this.state;
      if (!chat || before.chat || chat.partnerId === null) return;
      const partnerId = chat.partnerId;
      this.talk.load(partnerId);
      // The asker starts the chat at once; the other a little later, in case the asker is gone.
      const isAsker = before.askingId === partnerId;
      this.later(isAsker ? 0 : startAfterMs, () => this.#start(partnerId));
    },
    "chat-session-create": ({ id, video }) => {
      // The first minute of a call is paid before its acceptance is passed on.
      if (id !== null && !video) void this.#reserve(id);
    },
    "check-for-reserve-time": ({ chatId }) => void this.#reserve(chatId),
    "chat-open": ({ id, paidUntil, partnerId }) => {
      if (partnerId !== undefined) this.talk.load(partnerId);
      // The server's request for the next minute may have been lost with the connection.
      if (paidUntil - this.now <= askBeforeEndSeconds * 1000) void this.#reserve(id);
    },
    "NewMessage": ({ message }) => {
      if (message.from !== this.state.me.id) this.#around.sound("message");
    },
    "typing": () => {
      const { writing } = this.state;
      if (writing) this.later(typingShownSeconds * 1000, () => this.do({ type: "writing_over", writing }));
    },
    "request-accept-answer": () => this.tell("getDialogsHistory", {}),
    "your-request-accept": () => this.tell("getDialogsHistory", {}),
    "chat-session-end": ({ id }) => {
      if (id !== "") this.tell("getDialogsHistory", {});
    },
    "dialogsHistoryData": ({ dialogs }, before) => {
      if (dialogs.length === 0 && before.recent === null) {
        this.later(resyncMs, () => this.tell("getDialogsHistory", {}));
      }
    },
  };

  async #begin(): Promise<void> {
    const question = this.#question;
    const asked = this.#asked = new Set();
    this.tell("getDialogsHistory", {});
    this.tell("getAllRequests", {});
    this.talk.resume();
    // Before it answers this, the server tells what it knows of a chat and of invitations.
    const listed = await this.ask("GetAllConnectedUsers", {});
    void this.#selectWished();
    if (!listed) return;
    if (this.state.chat && !this.state.chat.isConfirmed) this.do({ type: "away", atMs: this.now });
    if (this.#question === question) this.do({ type: "give_up_asking" });
    // Invitations that the server did not tell again are over.
    for (const fromId of this.state.invitations.keys()) {
      if (!asked.has(`text ${fromId}`)) this.do({ type: "put_invitation_away", fromId });
    }
    const { now } = this.state.call;
    if (now?.phase === "invited" && !asked.has(`video ${now.partnerId}`)) this.calls.over();
  }

  /** Opens the conversation that the page's address names, unless another one was opened meanwhile. */
  async #selectWished(): Promise<void> {
    const userId = this.#wishedId;
    if (userId === null) return;
    const answer = await this.ask("fetch-user-data", { uid: userId });
    if (answer === null) return;
    this.#wishedId = null;
    if (this.state.people.has(userId) && this.state.selectedId === null) this.select(userId);
  }

  /** Starts the agreed chat. If that is refused, e.g. because the store is unavailable, tries again while it may begin. */
  async #start(partnerId: number, untilMs = this.now + acceptanceSeconds * 1000): Promise<void> {
    const { chat } = this.state;
    if (chat?.partnerId !== partnerId || chat.id !== null) return;
    const answer = await this.ask("do-start-chat-session", { targetID: partnerId, video: false });
    // Without an answer the connection is lost, and the next greeting says what has become of the chat.
    if (answer?.event !== "error-event") return;
    if (this.now < untilMs) this.later(resyncMs, () => this.#start(partnerId, untilMs));
    else this.#hear({ event: "chat-session-create", data: { id: null, error: answer.data } });
  }

  /** Pays for a minute, on a man's page: only for the chat that it shows, and not while it is paying already. */
  async #reserve(chatId: string): Promise<void> {
    const { chat, me } = this.state;
    if (me.gender !== "man" || chat?.id !== chatId || this.#reservingId === chatId) return;
    this.#reservingId = chatId;
    await this.ask("do-reserve-chat-time", {
      chatID: chatId,
      minutes: 1,
      quoted: this.#around.quoted,
    });
    this.#reservingId = null;
  }

  select(userId: number): void {
    this.do({ type: "select", userId });
    this.talk.load(userId);
    this.later(1000, () => {
      if (this.state.selectedId === userId) this.talk.sawAll(userId);
    });
  }

  /** The conversation with somebody; an empty one if nothing is known of it. */
  conversation(userId: number) {
    return conversationWith(this.state, userId);
  }
}

const isRinging = (state: ChatState): boolean =>
  firstInvitation(state) !== undefined || state.call.now?.phase === "invited";
