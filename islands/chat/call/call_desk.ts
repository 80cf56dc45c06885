/**
 * Calls as they go: asks and answers the other through the server, opens and closes devices and the connection, and says
 * so to the state. Whatever ends a call closes everything that it opened.
 */
import type { IceServers } from "../../../chat/shared/server_events.ts";
import { mediaSeconds, requestSeconds } from "../../../chat/shared/limits.ts";
import type { Control } from "../control.ts";
import { notes } from "../notes.ts";
import { nameOf } from "../people_state.ts";
import { CallLink, type LinkListener } from "./call_link.ts";
import { type CallAction, type CallNow, isInCall, type ProblemKind } from "./call_state.ts";
import { isAllowed, type Wish } from "./media.ts";
import { OwnDevices } from "./own_devices.ts";
import type { Signal } from "./signals.ts";

/** The server gives up first; this is for when it cannot say so. */
const patienceMs = (mediaSeconds + 5) * 1000;
/** Who hangs up closes the connection a moment before the server says so. */
const goneAfterMs = 2000;

const anything: Wish = { camera: "any", microphone: "any" };

interface Prepared {
  iceServers: IceServers;
  relayOnly: boolean;
  hasRelay: boolean;
}

export class CallDesk {
  readonly own: OwnDevices;
  /** Between the wish to leave a call and the server's word for it. */
  isLeaving = false;
  #control: Control;
  #link: CallLink | null = null;
  #prepared: Prepared | null = null;
  #offer: Signal | null = null;
  /** Signals of the other's before there is a connection to take them. */
  #early: Signal[] = [];
  /** Rises with every call and with its end: work that was begun for an older one is for nobody. */
  #turn = 0;
  #callOff: (() => void) | null = null;
  /** The two were writing to each other before: a call that fails leaves them there. */
  #wasChatting = false;

  constructor(control: Control) {
    this.#control = control;
    this.own = new OwnDevices({
      changed: async (device) => await this.#link?.send(device),
      show: (own) => {
        this.do({ type: "own", own });
        this.#link?.peer.tell(own);
        control.show();
      },
      failed: (kind, device) => this.do({ type: "problem", kind, device }),
      mended: () => this.do({ type: "put_problem_away" }),
    });
  }

  get now(): CallNow | null {
    return this.#control.state.call.now;
  }

  /** What comes from the other, for whoever shows it. */
  get remote(): MediaStream | null {
    return this.#link?.peer.remote ?? null;
  }

  // ── asking ──────────────────────────────────────────────────────────────

  /** Asks for a call: price and presence first, then devices, then the other. */
  async ask(userId: number): Promise<void> {
    const { state } = this.#control;
    if (this.now) return;
    if (!state.online?.includes(userId)) {
      return this.#control.do({ type: "note", note: notes.offlineVideo(nameOf(state, userId)) });
    }
    if (state.me.gender === "man") {
      const balance = await this.#control.ask("check-balance", { video: true });
      if (balance?.event !== "balance-is") return this.#control.refused(balance);
      if (balance.data.error !== null) return;
    }
    if (this.now) return;
    this.#begin({ type: "ask", partnerId: userId, atMs: this.#control.now });
    await this.#open(anything);
  }

  /** Once more, after what stood in the way was mended. */
  async retry(wish: Partial<Wish> = {}): Promise<void> {
    const { now, problem } = { now: this.now, problem: this.#control.state.call.problem };
    this.do({ type: "put_problem_away" });
    const all = { ...anything, ...wish };
    if (!now) return problem ? await this.ask(problem.partnerId) : undefined;
    if (problem?.device) return await this.own.choose(problem.device, "any");
    if (now.phase === "invited") return await this.preview(all);
    if (now.phase === "answering") return await this.#answer(all);
    await this.#open(all);
  }

  async #open(wish: Wish): Promise<void> {
    const turn = this.#turn;
    const { partnerId } = this.now!;
    const [isOpen, prepared] = await Promise.all([this.own.open(wish), this.#prepare(partnerId)]);
    if (turn !== this.#turn || !isOpen || !prepared) return;
    if (!prepared.hasRelay) return this.do({ type: "question" });
    await this.#goOn();
  }

  /** The person takes it that the other learns her or his network address. */
  async agreeDirect(): Promise<void> {
    if (this.now?.phase === "question") await this.#goOn();
  }

  /** Everything is there: asks, or answers whoever had the same wish at the same time, or goes back into a call. */
  async #goOn(): Promise<void> {
    if (this.#offer) return await this.#answer(anything);
    this.do({ type: "opening" });
    const { chat } = this.#control.state;
    const isBack = chat?.isVideo && chat.partnerId === this.now!.partnerId;
    if (isBack) this.agreed();
    if (await this.#connect(true) && isBack) this.#link!.letGo();
  }

  async #sendRequest(offer: Signal): Promise<void> {
    const turn = this.#turn;
    const { partnerId } = this.now!;
    const answer = await this.#control.ask("video-request", { to: partnerId, offer, ...this.#directAgreed });
    if (turn !== this.#turn) return;
    if (answer?.event === "video-request-sent") {
      this.do({ type: "waiting", atMs: this.#control.now });
      this.#link?.letGo();
      this.#later((requestSeconds + 5) * 1000, () => this.now?.phase === "waiting" && this.over());
      return;
    }
    this.over();
    this.#control.refused(answer);
  }

  /** Takes one's own wish back, or leaves the call that is being agreed. */
  async cancel(): Promise<void> {
    const { now } = this;
    if (!now || isInCall(this.#control.state.call)) return;
    this.over();
    if (now.phase === "waiting" || now.phase === "answering") {
      await this.#control.ask("video-request-cancel", { to: now.partnerId });
    }
  }

  // ── being asked ─────────────────────────────────────────────────────────

  async invited(fromId: number, offer: Signal): Promise<void> {
    const { now } = this;
    if (now?.partnerId === fromId && now.isAsker && now.phase !== "answering" && !isInCall(this.#control.state.call)) {
      return await this.#sameWish(offer);
    }
    if (now) return;
    this.#begin({ type: "invited", partnerId: fromId, atMs: this.#control.now });
    this.#offer = offer;
    const turn = this.#turn;
    this.#later(requestSeconds * 1000, () => this.now?.phase === "invited" && this.over());
    // Whoever accepts wants to see somebody soon.
    void import("./peer.ts").catch(() => {});
    if (!await this.#prepare(fromId) || turn !== this.#turn) return;
    // A camera goes on by itself only where its owner has allowed that for good.
    if (await isAllowed("camera") && turn === this.#turn) await this.preview();
  }

  /** Both asked at once: of two offers the server kept one, and whoever hears the other's answers it. */
  async #sameWish(offer: Signal): Promise<void> {
    if (this.#offer) return;
    this.#offer = offer;
    if (this.now?.phase !== "waiting") return;
    this.#link?.close();
    this.#link = null;
    await this.#answer(anything);
  }

  /** Shows one's own picture to oneself, before anything is answered. */
  async preview(wish: Wish = anything): Promise<void> {
    const turn = this.#turn;
    if (await this.own.open(wish) && turn === this.#turn) this.do({ type: "previewed", isPreviewed: true });
  }

  async accept(): Promise<void> {
    if (this.now?.phase === "invited") await this.#answer(anything);
  }

  decline(): void {
    const { now } = this;
    if (!now) return;
    this.over();
    this.#control.tell("video-request-decline", { to: now.partnerId });
  }

  async #answer(wish: Wish): Promise<void> {
    const turn = this.#turn;
    this.do({ type: "answering" });
    const { partnerId } = this.now!;
    const [isOpen, prepared] = await Promise.all([this.own.open(wish), this.#prepare(partnerId)]);
    if (turn !== this.#turn || !isOpen || !prepared || !await this.#connect(false)) return;
    for (const signal of [this.#offer!, ...this.#early.splice(0)]) this.#link!.receive(signal);
  }

  async #sendAnswer(answer: Signal): Promise<void> {
    const turn = this.#turn;
    const to = this.now!.partnerId;
    const said = await this.#control.ask("video-request-accept", { to, answer, ...this.#directAgreed });
    if (turn !== this.#turn) return;
    if (said?.event === "video-request-accept") {
      this.agreed();
      this.#link?.letGo();
      return;
    }
    this.over();
    this.#control.refused(said);
    // Who waits is not left waiting for somebody who cannot come.
    this.#control.tell("video-request-decline", { to });
  }

  // ── in the call ─────────────────────────────────────────────────────────

  agreed(): void {
    const { partnerId } = this.now!;
    this.do({ type: "connecting" });
    this.#control.select(partnerId);
    this.#later(patienceMs, () => this.now?.phase === "connecting" && this.fail("no_path"));
  }

  /** Ends picture and sound; the chat goes on as text. */
  async backToText(): Promise<void> {
    const chatID = this.#chatId;
    if (!chatID || !isInCall(this.#control.state.call)) return;
    this.isLeaving = true;
    this.over();
    const answer = await this.#control.ask("video-end", { chatID });
    this.isLeaving = false;
    this.#control.show();
    if (answer?.event === "error-event") this.#control.refused(answer);
  }

  /** A page that was loaded anew goes back into the call that it was in. */
  async rejoin(): Promise<void> {
    const { chat } = this.#control.state;
    if (this.now || !chat?.isVideo || chat.partnerId === null) return;
    this.#begin({ type: "ask", partnerId: chat.partnerId, atMs: this.#control.now });
    await this.#open(anything);
  }

  /** Ends the whole chat; devices are closed at once, whatever the server takes to say so. */
  async hangUp(): Promise<void> {
    this.isLeaving = true;
    this.over();
    await this.#control.stop();
    this.isLeaving = false;
    this.#control.show();
  }

  // ── what became of it ───────────────────────────────────────────────────

  /** The other said yes. */
  answered(answer: Signal): void {
    if (!this.#link?.peer.isAsker || isInCall(this.#control.state.call)) return;
    this.agreed();
    this.#link.receive(answer);
  }

  /** The chat is gone, in whatever way that became known. */
  chatEnded(): void {
    if (isInCall(this.#control.state.call)) this.over();
  }

  async signalCame(signal: Signal): Promise<void> {
    if (signal.isFresh && isInCall(this.#control.state.call)) {
      // The other's page came back without its connection: another one, with the same devices.
      this.#link?.close();
      this.#link = null;
      this.#early = [];
      if (!await this.#connect(false)) return;
      this.#link!.letGo();
      for (const each of [signal, ...this.#early.splice(0)]) this.#link!.receive(each);
      return;
    }
    if (this.#link) this.#link.receive(signal);
    else this.#early.push(signal);
  }

  lineIsBack(): void {
    if (!this.#link) return;
    this.#link.flush();
    if (this.#link.isFlowing && !this.#link.isLost) this.#tellConnected();
  }

  // ── the connection ──────────────────────────────────────────────────────

  async #connect(isAsker: boolean): Promise<boolean> {
    const turn = this.#turn;
    const engine = await import("./peer.ts").catch(() => null);
    if (turn !== this.#turn) return false;
    if (!engine) {
      this.fail("script");
      return false;
    }
    const { iceServers, relayOnly, hasRelay } = this.#prepared!;
    const isRejoining = isInCall(this.#control.state.call);
    this.#link = new CallLink(engine.Peer, {
      isAsker,
      media: this.own.media!,
      servers: { iceServers, relayOnly: relayOnly && hasRelay },
      listener: this.#listener(turn, isRejoining),
    });
    this.#control.show();
    return true;
  }

  #listener(turn: number, isRejoining: boolean): LinkListener {
    const send = (signal: Signal) => {
      if (this.#control.state.link !== "open" || !this.now) return false;
      this.#control.tell("video-signal", { to: this.now.partnerId, signal: { ...signal } });
      return true;
    };
    const listener: LinkListener = {
      first: (signal) => {
        if (isRejoining) send(signal.type === "offer" ? { ...signal, isFresh: true } : signal);
        else if (signal.type === "offer") void this.#sendRequest(signal);
        else void this.#sendAnswer(signal);
      },
      send,
      open: () => this.own.show(),
      told: (partner) => this.do({ type: "partner", partner }),
      flowing: () => this.#tellConnected(),
      found: () => this.#tellConnected(),
      lost: () => this.#lost(),
      gone: () => this.#later(goneAfterMs, () => isInCall(this.#control.state.call) && this.#lost()),
      line: (isWeak, way) => this.do({ type: "line", isWeak, way }),
      noRelay: () => this.fail("relay"),
    };
    return Object.fromEntries(
      Object.entries(listener).map(([name, work]) => [
        name,
        // What an old connection says is for nobody.
        (...args: never[]) => turn === this.#turn ? (work as (...args: never[]) => unknown)(...args) : undefined,
      ]),
    ) as unknown as LinkListener;
  }

  async #tellConnected(): Promise<void> {
    const chatID = this.#chatId;
    if (!chatID) return;
    const answer = await this.#control.ask("video-connected", { chatID });
    if (answer?.event === "video-connected" && answer.data.bothConnected) this.runs();
  }

  /** Both see each other, says the server; and so it is here. */
  runs(): void {
    if (!this.#link?.isFlowing || this.#link.isLost) return;
    this.#link.settled();
    this.do({ type: "running" });
  }

  /** The other does not see us any more, whatever it looks like from here. */
  lostThere(): void {
    this.do({ type: "lost" });
    this.#link?.lostThere();
  }

  #lost(): void {
    const chatID = this.#chatId;
    if (this.now?.phase === "running" && chatID) this.#control.tell("video-lost", { chatID });
    this.do({ type: "lost" });
    this.#later(patienceMs, () => this.now?.phase === "lost" && this.fail("lost"));
  }

  /** The call cannot go on, and nobody wished that: says why, and lets nobody wait for it. */
  fail(kind: ProblemKind): void {
    const { now } = this;
    if (!now) return;
    const chatID = this.#chatId;
    const wasInCall = isInCall(this.#control.state.call);
    this.over(kind);
    if (!wasInCall) {
      if (now.phase === "waiting") this.#control.tell("video-request-cancel", { to: now.partnerId });
      if (now.phase === "answering") this.#control.tell("video-request-decline", { to: now.partnerId });
    } else if (chatID) {
      if (this.#wasChatting) this.#control.tell("video-end", { chatID });
      else this.#control.tell("stop-text-chat", { targetId: now.partnerId });
    }
  }

  /** The call is over, for whatever reason: devices and connection are closed. */
  over(kind?: ProblemKind): void {
    this.#release();
    this.do({ type: "over", kind });
  }

  close(): void {
    this.#release();
  }

  #release(): void {
    this.#turn++;
    this.#link?.close();
    this.own.close();
    this.#link = null;
    this.#prepared = null;
    this.#offer = null;
    this.#early = [];
    this.#callOff?.();
    this.#callOff = null;
  }

  // ── small things ────────────────────────────────────────────────────────

  #begin(action: Extract<CallAction, { type: "ask" | "invited" }>): void {
    this.#release();
    this.#wasChatting = this.#control.state.chat?.isOpen ?? false;
    this.do(action);
  }

  async #prepare(partnerId: number): Promise<Prepared | null> {
    if (this.#prepared) return this.#prepared;
    const turn = this.#turn;
    const answer = await this.#control.ask("video-prepare", { to: partnerId });
    if (turn !== this.#turn) return null;
    if (answer?.event !== "video-prepared") {
      this.over();
      this.#control.refused(answer);
      return null;
    }
    this.#prepared = answer.data;
    this.do({ type: "prepared", hasRelay: answer.data.hasRelay });
    return this.#prepared;
  }

  get #directAgreed(): { directAgreed?: true } {
    return this.#prepared?.hasRelay ? {} : { directAgreed: true };
  }

  get #chatId(): string | null {
    return this.#control.state.chat?.id ?? null;
  }

  do(action: CallAction): void {
    this.#control.do({ type: "call", action });
  }

  note(note: ReturnType<typeof notes.noAnswer>): void {
    this.#control.do({ type: "note", note });
  }

  #later(ms: number, work: () => void): void {
    const turn = this.#turn;
    const callOff = this.#control.later(ms, () => turn === this.#turn && work());
    const before = this.#callOff;
    this.#callOff = () => {
      before?.();
      callOff();
    };
  }
}
