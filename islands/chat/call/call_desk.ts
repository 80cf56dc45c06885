/**
 * Calls as they go: asks and answers the other through the server, opens and closes devices and the connection, and says
 * so to the state. Whatever ends a call closes everything that it opened.
 */
import type { IceServers } from "../../../chat/shared/server_events.ts";
import { mediaSeconds, requestSeconds } from "../../../chat/shared/limits.ts";
import type { Heard } from "../../chat_state.ts";
import type { Control } from "../control.ts";
import { notes } from "../notes.ts";
import { nameOf } from "../people_state.ts";
import { CallLink, type LinkListener } from "./call_link.ts";
import { type CallAction, type CallNow, isInCall, type ProblemKind, switchedOf } from "./call_state.ts";
import { type Device, type DeviceFault, isAllowed, openMedia, type OwnMedia, type Wish } from "./media.ts";
import type { Signal } from "./peer.ts";

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
  media: OwnMedia | null = null;
  /** Between the wish to leave a call and the server's word for it. */
  isLeaving = false;
  #control: Control;
  #link: CallLink | null = null;
  #prepared: Prepared | null = null;
  #offer: Signal | null = null;
  /** Signals of the other's before there is a connection to take them. */
  #early: Signal[] = [];
  #isOff: Record<Device, boolean> = { camera: false, microphone: false };
  /** Rises with every call and with its end: work that was begun for an older one is for nobody. */
  #turn = 0;
  #callOff: (() => void) | null = null;
  /** The two were writing to each other before: a call that fails leaves them there. */
  #wasChatting = false;

  constructor(control: Control) {
    this.#control = control;
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
    this.#do({ type: "put_problem_away" });
    const all = { ...anything, ...wish };
    if (!now) return problem ? await this.ask(problem.partnerId) : undefined;
    if (problem?.device) return await this.switchOn(problem.device);
    if (now.phase === "invited") return await this.preview(all);
    if (now.phase === "answering") return await this.#answer(all);
    await this.#open(all);
  }

  async #open(wish: Wish): Promise<void> {
    const turn = this.#turn;
    const { partnerId } = this.now!;
    const [isOpen, prepared] = await Promise.all([this.#openMedia(wish), this.#prepare(partnerId)]);
    if (turn !== this.#turn || !isOpen || !prepared) return;
    if (!prepared.hasRelay) return this.#do({ type: "question" });
    await this.#goOn();
  }

  /** The person takes it that the other learns her or his network address. */
  async agreeDirect(): Promise<void> {
    if (this.now?.phase === "question") await this.#goOn();
  }

  /** Everything is there: asks, or answers whoever had the same wish at the same time, or goes back into a call. */
  async #goOn(): Promise<void> {
    if (this.#offer) return await this.#answer(anything);
    this.#do({ type: "opening" });
    const { chat } = this.#control.state;
    const isBack = chat?.isVideo && chat.partnerId === this.now!.partnerId;
    if (isBack) this.#agreed();
    if (await this.#connect(true) && isBack) this.#link!.letGo();
  }

  async #sendRequest(offer: Signal): Promise<void> {
    const turn = this.#turn;
    const { partnerId } = this.now!;
    const answer = await this.#control.ask("video-request", { to: partnerId, offer, ...this.#directAgreed });
    if (turn !== this.#turn) return;
    if (answer?.event === "video-request-sent") {
      this.#do({ type: "waiting", atMs: this.#control.now });
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

  async #invited(fromId: number, offer: Signal): Promise<void> {
    const { now } = this;
    if (now?.partnerId === fromId && now.isAsker && now.phase !== "answering" && !isInCall(this.#control.state.call)) {
      return await this.#sameWish(offer);
    }
    if (now) return;
    this.#begin({ type: "invited", partnerId: fromId, atMs: this.#control.now });
    this.#offer = offer;
    const turn = this.#turn;
    this.#later(requestSeconds * 1000, () => this.now?.phase === "invited" && this.over());
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
    if (await this.#openMedia(wish) && turn === this.#turn) this.#do({ type: "previewed", isPreviewed: true });
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
    this.#do({ type: "answering" });
    const { partnerId } = this.now!;
    const [isOpen, prepared] = await Promise.all([this.#openMedia(wish), this.#prepare(partnerId)]);
    if (turn !== this.#turn || !isOpen || !prepared || !await this.#connect(false)) return;
    for (const signal of [this.#offer!, ...this.#early.splice(0)]) this.#link!.receive(signal);
  }

  async #sendAnswer(answer: Signal): Promise<void> {
    const turn = this.#turn;
    const to = this.now!.partnerId;
    const said = await this.#control.ask("video-request-accept", { to, answer, ...this.#directAgreed });
    if (turn !== this.#turn) return;
    if (said?.event === "video-request-accept") {
      this.#agreed();
      this.#link?.letGo();
      return;
    }
    this.over();
    this.#control.refused(said);
    // Who waits is not left waiting for somebody who cannot come.
    this.#control.tell("video-request-decline", { to });
  }

  // ── in the call ─────────────────────────────────────────────────────────

  #agreed(): void {
    const { partnerId } = this.now!;
    this.#do({ type: "connecting" });
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

  async switchOn(device: Device): Promise<void> {
    await this.choose(device, "any");
  }

  /** On becomes off, off becomes on. A camera that is off is closed, and its light is out. */
  async toggle(device: Device): Promise<void> {
    const { media } = this;
    if (!media) return;
    const track = media.track(device);
    if (!track || this.now?.own[device] === "none") return await this.switchOn(device);
    this.#isOff[device] = !this.#isOff[device];
    if (device === "microphone") track.enabled = !this.#isOff.microphone;
    else {
      media.drop("camera");
      await this.#link?.send("camera");
    }
    this.#showOwn();
  }

  /** Takes another device in place of the one in use. */
  async choose(device: Device, id: string): Promise<void> {
    const { media } = this;
    const turn = this.#turn;
    if (!media) return;
    const changed = await media.change(device, id);
    if (turn !== this.#turn) return;
    if (!changed.ok) return this.#do({ type: "problem", kind: changed.fault, device });
    this.#isOff[device] = false;
    await this.#link?.send(device);
    this.#do({ type: "put_problem_away" });
    this.#showOwn();
  }

  // ── what the server says ────────────────────────────────────────────────

  hear({ event, data }: Heard): void {
    const { now } = this;
    const isWith = (userId: number | undefined) => now !== null && (userId === undefined || userId === now.partnerId);
    const myId = this.#control.state.me.id;
    switch (event) {
      case "conn-good":
        return this.#lineIsBack();
      case "video-request":
        return void this.#invited(data.from.userId, data.offer as unknown as Signal);
      case "video-request-accept":
        if (data.answer && isWith(data.from) && this.#link?.peer.isAsker) {
          if (isInCall(this.#control.state.call)) return;
          this.#agreed();
          return this.#link.receive(data.answer as unknown as Signal);
        }
        if (!data.answer && now?.phase === "invited" && isWith(data.to)) this.over();
        return;
      case "video-request-decline":
        if (now?.phase === "invited" && isWith(data.to)) this.over();
        return;
      case "your-video-request-decline":
        if (!now?.isAsker || !isWith(data.userId)) return;
        this.over();
        return this.#note(data.ev === "busy" ? notes.busy(data.name) : notes.declinedVideo(data.name));
      case "request-timeout":
        if (now?.phase === "invited" && data.senderId === now.partnerId) return this.over();
        if (now?.phase !== "waiting" || data.senderId !== myId) return;
        this.over();
        return this.#note(notes.noAnswer());
      case "reserve-time-error":
        if (now && now.phase !== "running" && now.phase !== "lost") this.over();
        return;
      case "video-signal":
        if (isWith(data.from)) void this.#signalCame(data.signal as unknown as Signal);
        return;
      case "video-connected":
        if (data.bothConnected) this.#runs();
        return;
      case "video-lost":
        if (data.from === myId) return;
        this.#do({ type: "lost" });
        return this.#link?.lostThere();
      case "video-end":
        if (data.reason === "not_connected") return this.over("no_path");
        this.over();
        if (data.by !== undefined && data.by !== myId) {
          this.#note(notes.backToText(nameOf(this.#control.state, data.by)));
        }
        return;
      case "chat-open":
        if (!isInCall(this.#control.state.call)) return;
        if (!data.video) return this.over();
        if (data.running && this.#link?.isFlowing && !this.#link.isLost) this.#runs();
        return;
      case "chat-session-end":
        if (data.error?.code === "video_not_connected") return this.over("no_path");
        if (data.error?.code === "video_lost") return this.over("lost");
        if (now && isInCall(this.#control.state.call)) this.over();
    }
  }

  /** The chat is gone, in whatever way that became known. */
  chatEnded(): void {
    if (isInCall(this.#control.state.call)) this.over();
  }

  async #signalCame(signal: Signal): Promise<void> {
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

  #lineIsBack(): void {
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
      media: this.media!,
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
      open: () => this.#showOwn(),
      told: (partner) => this.#do({ type: "partner", partner }),
      flowing: () => this.#tellConnected(),
      found: () => this.#tellConnected(),
      lost: () => this.#lost(),
      gone: () => this.#later(goneAfterMs, () => isInCall(this.#control.state.call) && this.#lost()),
      line: (isWeak, way) => this.#do({ type: "line", isWeak, way }),
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
    if (answer?.event === "video-connected" && answer.data.bothConnected) this.#runs();
  }

  #runs(): void {
    this.#link?.settled();
    this.#do({ type: "running" });
  }

  #lost(): void {
    const chatID = this.#chatId;
    if (this.now?.phase === "running" && chatID) this.#control.tell("video-lost", { chatID });
    this.#do({ type: "lost" });
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
    this.#do({ type: "over", kind });
  }

  close(): void {
    this.#release();
  }

  #release(): void {
    this.#turn++;
    this.#link?.close();
    this.media?.close();
    this.#link = null;
    this.media = null;
    this.#prepared = null;
    this.#offer = null;
    this.#early = [];
    this.#isOff = { camera: false, microphone: false };
    this.#callOff?.();
    this.#callOff = null;
  }

  // ── small things ────────────────────────────────────────────────────────

  #begin(action: Extract<CallAction, { type: "ask" | "invited" }>): void {
    this.#release();
    this.#wasChatting = this.#control.state.chat?.isOpen ?? false;
    this.#do(action);
  }

  /** Opens devices, unless they are open; says what is wrong where it fails. */
  async #openMedia(wish: Wish): Promise<boolean> {
    if (this.media) return true;
    const turn = this.#turn;
    const opened = await openMedia(wish);
    if (turn !== this.#turn) {
      if (opened.ok) opened.media.close();
      return false;
    }
    if (!opened.ok) {
      this.#do({ type: "problem", kind: opened.fault });
      return false;
    }
    this.media = opened.media;
    this.media.ended = (device) => this.#deviceEnded(device);
    this.#showOwn();
    return true;
  }

  #deviceEnded(device: Device): void {
    void this.#link?.send(device);
    this.#showOwn();
    this.#do({ type: "problem", kind: "none" satisfies DeviceFault, device });
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
    this.#do({ type: "prepared", hasRelay: answer.data.hasRelay });
    return this.#prepared;
  }

  get #directAgreed(): { directAgreed?: true } {
    return this.#prepared?.hasRelay ? {} : { directAgreed: true };
  }

  get #chatId(): string | null {
    return this.#control.state.chat?.id ?? null;
  }

  /** Says what is on here, to the screen and to the other's browser. */
  #showOwn(): void {
    const { media } = this;
    if (!media) return;
    const own = switchedOf((device) => media.track(device) !== null, (device) => this.#isOff[device]);
    this.#do({ type: "own", own });
    this.#link?.peer.tell(own);
    this.#control.show();
  }

  #do(action: CallAction): void {
    this.#control.do({ type: "call", action });
  }

  #note(note: ReturnType<typeof notes.noAnswer>): void {
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
