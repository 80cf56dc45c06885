/** What is sent, and when: answers the server where the specification says so; what buttons ask for is in its parts. */
import type { ClientEventName, ClientEvents } from "../../chat/shared/client_events.ts";
import { acceptanceSeconds, askBeforeEndSeconds, typingShownSeconds } from "../../chat/shared/limits.ts";
import type { ServerEventName } from "../../chat/shared/server_events.ts";
import { Asking } from "./asking.ts";
import { CallController } from "./call/call_controller.ts";
import { hearOfCall } from "./call/call_hearing.ts";
import { conversationWith } from "./conversation/conversations.ts";
import { Talk } from "./conversation/talk.ts";
import { ChatConnection } from "./chat_connection.ts";
import { flashes } from "./flash_state.ts";
import type { ChatScreen } from "./screen.ts";
import { type Action, type Heard, initialState, reduce } from "./state.ts";
import { firstInvitation } from "./session_state.ts";
import { untilOf } from "./times.ts";
import type { ChatPrices, ChatState, Me, Start } from "./types.ts";
import { endUnanswered } from "./unanswered.ts";

/** Between an acceptance and the chat: time to see it (specification, section 4). */
const startAfterMs = 1000;
const resyncMs = 3000;

export interface Surroundings {
  /** Server time in ms. */
  now: () => number;
  url: string;
  /** A message from another came, or an invitation waits, or no longer does. */
  sound: (kind: "message" | "ring" | "silence") => void;
  /** Whether what this one asks was accepted already, on the page before; told once. */
  takeAcceptance?: (fromId: number) => boolean;
  start?: Start;
  /** The credits for a minute that this page tells a man. */
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
  /** Stands for what one asks: another one for each time that the server says so. */
  #question: object | null = null;
  /** Who has asked since the line is there, each with what for. */
  #asked = new Set<string>();
  /** How much of the server's time the page's clock has lost: it stands still while the device sleeps. */
  #lostMs = 0;
  /** Whom the page was opened for, until she or he was looked up. */
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
    this.#connection = new ChatConnection(this.#around.url, {
      heard: (frame) => this.#hear(frame),
      linked: (link) => {
        if (link === "signed_out") return location.reload();
        this.do({ type: "link", link });
      },
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
    // Whoever ends a call or a chat first says what is to be said of it.
    if ((before.call.now && !call.now) || (before.chat && !chat)) queueMicrotask(() => void this.calls.next());
  }

  /** Something has changed that the state does not hold, such as what a picture shows. */
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
    // What was on its way as the page went may come to an end still.
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

  /** What a button asked for went wrong: in words of the server's, or as low credits. */
  refused(answer: Heard | null): void {
    if (answer === null) return this.do({ type: "flash", flash: flashes.unknown() });
    if (answer.event !== "error-event") return;
    const { code, message } = answer.data;
    const isLow = code === "insufficient_credits" && this.state.me.gender === "man";
    // "… is OFFLINE now!" stays for five seconds, whoever noticed it; all other refusals for three.
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
    // Last: the frame itself may have said why.
    if (before.chat && !this.state.chat) this.calls.chatEnded();
  }

  #reactions: {
    [Name in ServerEventName]?: (data: Extract<Heard, { event: Name }>["data"], before: ChatState) => void;
  } = {
    "conn-good": () => void this.#begin(),
    "text-request": ({ from: { userId } }) => {
      this.#asked.add(`text ${userId}`);
      // Of a chat that the line was lost in the greeting would have told before this, if it went on.
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
      // Who asked begins at once, the other a little later, should the first have gone.
      const isAsker = before.askingId === partnerId;
      this.later(isAsker ? 0 : startAfterMs, () => this.#start(partnerId));
    },
    "chat-session-create": ({ id, video }) => {
      // The first minute of a call is paid before its answer is told.
      if (id !== null && !video) void this.#reserve(id);
    },
    "check-for-reserve-time": ({ chatId }) => void this.#reserve(chatId),
    "chat-open": ({ id, paidUntil, partnerId }) => {
      if (partnerId !== undefined) this.talk.load(partnerId);
      // The server's question may have gone down with the connection.
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
    // What the server knows of a chat and of questions it says before it answers this.
    const listed = await this.ask("GetAllConnectedUsers", {});
    void this.#selectWished();
    if (!listed) return;
    if (this.state.chat && !this.state.chat.isConfirmed) this.do({ type: "away", atMs: this.now });
    if (this.#question === question) this.do({ type: "give_up_asking" });
    // What nobody asks any more was not told again.
    for (const fromId of this.state.invitations.keys()) {
      if (!asked.has(`text ${fromId}`)) this.do({ type: "put_invitation_away", fromId });
    }
    const { now } = this.state.call;
    if (now?.phase === "invited" && !asked.has(`video ${now.partnerId}`)) this.calls.over();
  }

  /** Opens the conversation that the page's address names, unless somebody was chosen or a chat goes on meanwhile. */
  async #selectWished(): Promise<void> {
    const userId = this.#wishedId;
    if (userId === null) return;
    const answer = await this.ask("fetch-user-data", { uid: userId });
    if (answer === null) return;
    this.#wishedId = null;
    if (this.state.people.has(userId) && this.state.selectedId === null) this.select(userId);
  }

  /** A store that is away begins nothing: it is asked again while what was agreed is good. */
  async #start(partnerId: number, untilMs = this.now + acceptanceSeconds * 1000): Promise<void> {
    const { chat } = this.state;
    if (chat?.partnerId !== partnerId || chat.id !== null) return;
    const answer = await this.ask("do-start-chat-session", { targetID: partnerId, video: false });
    // Without an answer the line is lost, and the next greeting says what has become of it.
    if (answer?.event !== "error-event") return;
    if (this.now < untilMs) this.later(resyncMs, () => this.#start(partnerId, untilMs));
    else this.#hear({ event: "chat-session-create", data: { id: null, error: answer.data } });
  }

  /** Pays a minute, where the page is a man's: only for the chat that he sees, and once. */
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

  /** Whether a message can be written to somebody now. */
  conversation(userId: number) {
    return conversationWith(this.state, userId);
  }
}

const isRinging = (state: ChatState): boolean =>
  firstInvitation(state) !== undefined || state.call.now?.phase === "invited";
