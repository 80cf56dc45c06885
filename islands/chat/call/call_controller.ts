/** Asking for a call, being asked for one, and leaving it. */
import type { ServerEvents } from "../../../chat/shared/server_events.ts";
import type { ChatScreen } from "../screen.ts";
import { untilOf } from "../times.ts";
import { endUnanswered } from "../unanswered.ts";
import { AskedCalls } from "./asked_calls.ts";
import { CallSession, loadEngine } from "./call_session.ts";
import type { CallNow } from "./call_state.ts";
import { isAllowed, type Wish } from "./media.ts";
import type { OwnDevices } from "./own_devices.ts";
import type { Signal } from "./signals.ts";

const anything: Wish = { camera: "any", microphone: "any" };

export class CallController {
  readonly session: CallSession;
  /** Whether this person is leaving the call and the server has not answered yet. */
  isLeaving = false;
  #screen: ChatScreen;
  #endChat: () => Promise<void>;
  /** The other's offer, until it is answered. */
  #offer: Signal | null = null;
  #asked = new AskedCalls();

  /** `endChat` ends the whole chat that a call is part of. */
  constructor(screen: ChatScreen, endChat: () => Promise<void>) {
    this.#screen = screen;
    this.#endChat = endChat;
    this.session = new CallSession(
      screen,
      (signal) => void (signal.type === "offer" ? this.#sendRequest(signal) : this.#sendAnswer(signal)),
    );
  }

  get now(): CallNow | null {
    return this.session.now;
  }

  get own(): OwnDevices {
    return this.session.own;
  }

  /** The other's picture and sound; null without a connection. */
  get remote(): MediaStream | null {
    return this.session.link?.peer.remote ?? null;
  }

  close(): void {
    this.session.release();
  }

  // ── asking ──────────────────────────────────────────────────────────────

  /** Asks somebody for a call: checks presence and price, opens the devices, then sends the offer. */
  async ask(userId: number): Promise<void> {
    const { state } = this.#screen;
    if (this.now) return;
    if (!state.online?.includes(userId)) {
      // The other is not online: no camera is opened before the server has said whether she or he can be told.
      const prepared = await this.#screen.ask("video-prepare", { to: userId });
      if (prepared?.event !== "video-prepared") return this.#screen.refused(prepared);
      if (this.now) return;
    } else if (state.me.gender === "man") {
      const balance = await this.#screen.ask("check-balance", { video: true });
      if (balance?.event !== "balance-is") return this.#screen.refused(balance);
      if (balance.data.error !== null || this.now) return;
    }
    await this.#begin(userId);
  }

  /** Joins the call that goes on, e.g. after the page was loaded anew or on another device. */
  async rejoin(): Promise<void> {
    const { chat } = this.#screen.state;
    if (!this.now && chat?.id && chat.isVideo && chat.partnerId !== null) await this.#begin(chat.partnerId, chat.id);
  }

  /** Tries again what failed, after the person has removed the obstacle. */
  async retry(wish: Partial<Wish> = {}): Promise<void> {
    const { now } = this;
    const { problem } = this.#screen.state.call;
    this.session.do({ type: "put_problem_away" });
    const all = { ...anything, ...wish };
    if (!now) return problem ? await this.ask(problem.partnerId) : undefined;
    if (problem?.device) return await this.own.choose(problem.device, "any");
    if (now.phase === "invited") return await this.preview(all);
    if (now.phase === "answering") return await this.#answer(all);
    await this.#open(all);
  }

  async #begin(partnerId: number, backTo?: string): Promise<void> {
    this.#offer = null;
    this.session.begin({ type: "ask", partnerId, untilMs: untilOf(this.#screen.now), backTo });
    await this.#open(anything);
  }

  async #open(wish: Wish): Promise<void> {
    const { generation } = this.session;
    const { partnerId } = this.now!;
    const [isOpen, prepared] = await Promise.all([this.own.open(wish), this.session.prepare(partnerId)]);
    if (generation !== this.session.generation || !isOpen || !prepared) return;
    if (!prepared.hasRelay) return this.session.do({ type: "question" });
    await this.#goOn();
  }

  /** The person agrees that the other learns her or his network address. */
  async agreeDirect(): Promise<void> {
    if (this.now?.phase === "question") await this.#goOn();
  }

  /** Devices and relays are ready: sends the offer, answers the partner's if both asked at once, or joins the call again. */
  async #goOn(): Promise<void> {
    const isBack = this.now!.backTo !== null;
    if (!isBack && this.#takeSameWish()) return await this.#answer(anything);
    this.session.do({ type: "opening" });
    if (isBack) this.session.agreed();
    if (await this.session.connect(true) && isBack) this.session.link!.startSending();
  }

  async #sendRequest(offer: Signal): Promise<void> {
    if (this.#takeSameWish()) return await this.#answerInstead();
    const { generation, terms } = this.session;
    const to = this.now!.partnerId;
    // If the person takes it back from now on, the server is told, and hears both in this order.
    this.session.do({ type: "waiting", untilMs: untilOf(this.#screen.now) });
    this.#endUnanswered();
    const answer = await this.#screen.ask("video-request", { to, offer, ...terms });
    const requestId = answer?.event === "video-request-sent" ? answer.data.requestId : undefined;
    if (generation === this.session.generation) this.session.do({ type: "sent", requestId });
    else this.session.leaving.named(to, requestId);
    // This page may be answering the other's own offer by now.
    if (generation !== this.session.generation || this.now!.phase !== "waiting") return;
    if (answer?.event === "video-request-sent") return this.session.link?.startSending();
    // Without an answer the invitation may be waiting all the same: it is taken back.
    if (answer) this.over();
    else this.cancel();
    this.#screen.refused(answer);
  }

  /** Ends the invitation, own or received, if nobody has answered it when its minute is over. */
  #endUnanswered(): void {
    const later = (ms: number, work: () => void) => this.session.later(ms, work);
    endUnanswered(this.#screen, this.now!.untilMs, () => !this.session.isCalling, () => this.cancel(), later);
  }

  /** The other has accepted. */
  answered(answer: Signal): void {
    const { link } = this.session;
    if (!link?.peer.isAsker || this.session.isCalling) return;
    this.session.agreed();
    link.receive(answer);
  }

  /** Takes back one's own invitation, or declines the other's. */
  cancel(): void {
    if (!this.session.isCalling) this.session.giveUp();
  }

  // ── being asked ─────────────────────────────────────────────────────────

  async invited(
    { from: { userId: fromId }, leftMs, requestId, ...asked }: ServerEvents["video-request"],
  ): Promise<void> {
    const { now } = this;
    const isSameWish = now?.partnerId === fromId && now.isAsker && !this.session.isCalling;
    // Both asked at once: the server kept one offer, and the one who hears it answers it, once.
    if (isSameWish && now.phase === "answering") return;
    const offer = asked.offer as unknown as Signal;
    this.#asked.keep(fromId, { offer, requestId, untilMs: untilOf(this.#screen.now, leftMs) });
    // If devices are still being opened, `#goOn` finds it afterwards.
    if (!isSameWish) await this.next();
    else if (now.phase === "waiting" && this.#takeSameWish()) await this.#answerInstead();
  }

  /** Takes the partner's offer if both asked at once; false if the partner did not ask. */
  #takeSameWish(): boolean {
    const asked = this.#asked.take(this.now!.partnerId, this.#screen.now);
    if (asked) this.#offer = asked.offer;
    return asked !== undefined;
  }

  /** Somebody's invitation is over; without `fromId` everybody's. */
  asksNoMore(fromId?: number): void {
    this.#asked.forget(fromId);
  }

  /** Lets the latest call that was asked for meanwhile ring, unless there is a call, or a chat with somebody else. */
  async next(): Promise<void> {
    const { now, state: { chat, link } } = this.#screen;
    // Without a connection nothing can be answered. When it is back, the server tells again who asks.
    if (this.now || link !== "open") return;
    const fromId = this.#asked.latest((fromId) => !chat?.isConfirmed || chat.partnerId === fromId, now);
    const asked = fromId && this.#asked.take(fromId, now);
    if (!fromId || !asked) return;
    const { offer, ...question } = asked;
    this.session.begin({ type: "invited", partnerId: fromId, ...question });
    this.#offer = offer;
    const { generation } = this.session;
    this.#endUnanswered();
    // Loaded early, so that the call begins soon after it is accepted.
    void loadEngine();
    if (!await this.session.prepare(fromId) || generation !== this.session.generation) return;
    // The camera goes on by itself only if the browser has permission already.
    if (await isAllowed("camera") && generation === this.session.generation) await this.preview();
  }

  async #answerInstead(): Promise<void> {
    this.session.disconnect();
    await this.#answer(anything);
  }

  /** Shows the person's own picture to her or him alone, before the call is answered. */
  async preview(wish: Wish = anything): Promise<void> {
    const { generation } = this.session;
    if (await this.own.open(wish) && generation === this.session.generation) {
      this.session.do({ type: "previewed", isPreviewed: true });
    }
  }

  async accept(): Promise<void> {
    if (this.now?.phase === "invited") await this.#answer(anything);
  }

  async #answer(wish: Wish): Promise<void> {
    const { generation } = this.session;
    this.session.do({ type: "answering" });
    const { partnerId } = this.now!;
    const [isOpen, prepared] = await Promise.all([this.own.open(wish), this.session.prepare(partnerId)]);
    if (generation !== this.session.generation || !isOpen || !prepared || !await this.session.connect(false)) return;
    this.session.takeEarly(this.#offer!);
  }

  async #sendAnswer(answer: Signal): Promise<void> {
    const { generation, terms, wasChatting } = this.session;
    const { partnerId: to, requestId } = this.now!;
    const said = await this.#screen.ask("video-request-accept", { to, requestId, answer, ...terms });
    const chatId = said?.event === "video-request-accept" ? said.data.id : undefined;
    if (generation !== this.session.generation) {
      // Declined or failed while the acceptance was on its way: the call that it began is not wanted.
      if (chatId) this.session.leaving.callOff(chatId, to, wasChatting);
    } else if (chatId) {
      this.session.agreed();
      this.session.link?.startSending();
    } else {
      // Without an answer the server may have heard it, or the call rings again when the connection is back:
      // nothing is declined.
      if (said) this.cancel();
      else this.over();
      this.#screen.refused(said);
    }
  }

  // ── leaving ─────────────────────────────────────────────────────────────

  /** Ends picture and sound; the chat goes on as text. */
  async backToText(): Promise<void> {
    const { chatId, isCalling } = this.session;
    if (!chatId || !isCalling) return;
    await this.#leave(async () => {
      const answer = await this.#screen.ask("video-end", { chatID: chatId });
      if (answer?.event === "error-event") this.#screen.refused(answer);
    });
  }

  /** Ends the whole chat. */
  async hangUp(): Promise<void> {
    await this.#leave(this.#endChat);
  }

  /** Closes the devices at once, however long the server takes to confirm the end. */
  async #leave(tell: () => Promise<void>): Promise<void> {
    const { now, chatId } = this.session;
    this.isLeaving = true;
    this.over();
    await tell();
    this.isLeaving = false;
    if (now && chatId) this.session.leaving.unended(chatId, now.partnerId);
    this.#screen.show();
  }

  /** The chat is over, however this page learned of it. */
  chatEnded(): void {
    if (this.session.isCalling || this.now?.backTo) this.over();
  }

  /** A chat has begun: a call from somebody else that rings must wait until it is over. */
  chatBegan(partnerId: number | null): void {
    const { now } = this;
    if (now?.phase !== "invited" || now.partnerId === partnerId) return;
    this.#asked.keep(now.partnerId, { offer: this.#offer!, requestId: now.requestId, untilMs: now.untilMs });
    this.over();
  }

  over(kind?: Parameters<CallSession["over"]>[0]): void {
    this.session.over(kind);
  }
}
