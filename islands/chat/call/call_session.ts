/**
 * What a call needs: devices, relays, the connection, and what the server is told about them. Opens them for one call at a
 * time and closes them with it, however it ends. Who asks whom and who agrees is decided by call_controller.ts.
 */
import type { IceServers } from "../../../chat/shared/server_events.ts";
import type { ChatScreen } from "../screen.ts";
import type { ChatPrices } from "../types.ts";
import { CallLeaving } from "./call_leaving.ts";
import type { CallLink, LinkListener } from "./call_link.ts";
import { CallPath, patienceMs } from "./call_path.ts";
import { type CallAction, type CallNow, isInCall, type ProblemKind } from "./call_state.ts";
import { OwnDevices } from "./own_devices.ts";
import type { Signal } from "./signals.ts";

/** Credentials for relays are good for an hour. */
const renewEveryMs = 45 * 60_000;

const prepareAgainMs = 2000;

interface Prepared {
  iceServers: IceServers;
  relayOnly: boolean;
  hasRelay: boolean;
}

/** Loads the code that makes connections, with the first call; null if it cannot be loaded. */
export const loadEngine = () => Promise.all([import("./call_link.ts"), import("./peer.ts")]).catch(() => null);

export class CallSession {
  readonly own: OwnDevices;
  readonly leaving: CallLeaving;
  readonly path: CallPath;
  link: CallLink | null = null;
  prepared: Prepared | null = null;
  /** Rises with every call and with its end, so that work that was begun for an older call is dropped. */
  generation = 0;
  #screen: ChatScreen;
  /** Sends the offer or the answer with which a call begins. */
  #first: (signal: Signal) => void;
  /** The other's signals that came before there was a connection to take them. */
  #early: Signal[] = [];
  #timers = new Set<() => void>();
  /** The credits for a minute that the page showed the man. */
  quoted: ChatPrices["credits"] | undefined;
  /** Whether the two were in a text chat before: if the call fails, it goes on. */
  wasChatting = false;

  constructor(screen: ChatScreen, first: (signal: Signal) => void) {
    this.#screen = screen;
    this.#first = first;
    this.leaving = new CallLeaving(screen);
    this.path = new CallPath(screen, this);
    this.own = new OwnDevices({
      changed: async (device) => await this.link?.send(device),
      show: (own) => {
        this.do({ type: "own", own });
        this.link?.peer.tell(own);
        screen.show();
      },
      failed: (kind, device) => this.do({ type: "problem", kind, device }),
      mended: () => this.do({ type: "mended" }),
    });
  }

  get now(): CallNow | null {
    return this.#screen.state.call.now;
  }

  get isCalling(): boolean {
    return isInCall(this.#screen.state.call);
  }

  get chatId(): string | null {
    return this.#screen.state.chat?.id ?? null;
  }

  /**
   * What both the request and the acceptance carry: that their sender agreed to a direct connection, if there is no relay,
   * and the credits for a minute that he was shown.
   */
  get terms() {
    return { directAgreed: this.prepared?.hasRelay ? undefined : true, quoted: this.quoted };
  }

  begin(action: Extract<CallAction, { type: "ask" | "invited" }>): void {
    this.release();
    this.leaving.forget(action.partnerId);
    const { chat } = this.#screen.state;
    const isWithThis = chat !== null && chat.isOpen && chat.partnerId === action.partnerId;
    this.wasChatting = isWithThis && (!chat.isVideo || chat.wasText);
    this.do(action);
  }

  /** Asks for relays. Null if no call can be made, which the person is told, if the call is over, or while trying again. */
  async prepare(partnerId: number): Promise<Prepared | null> {
    if (this.prepared) return this.prepared;
    const { generation } = this;
    const answer = await this.#screen.ask("video-prepare", { to: partnerId });
    if (generation !== this.generation) return null;
    if (answer?.event !== "video-prepared") {
      // A call that rings goes on ringing: asked again if the store is unavailable for a moment or the connection was lost.
      const isForNow = answer?.event !== "error-event" || answer.data.status === 429 || answer.data.status >= 500;
      if (isForNow && this.now?.phase === "invited") {
        this.later(prepareAgainMs, () => this.prepare(partnerId));
        return null;
      }
      this.over();
      this.#screen.refused(answer);
      return null;
    }
    this.prepared = answer.data;
    this.do({ type: "prepared", hasRelay: answer.data.hasRelay });
    return this.prepared;
  }

  /** Makes the connection; devices must be open and relays known. False if that failed or is no longer wanted. */
  async connect(isAsker: boolean): Promise<boolean> {
    const { generation } = this;
    const engine = await loadEngine();
    if (generation !== this.generation) return false;
    if (!engine) {
      this.fail("script");
      return false;
    }
    this.disconnect();
    const { iceServers, relayOnly, hasRelay } = this.prepared!;
    const [{ CallLink }, { Peer }] = engine;
    this.link = new CallLink(Peer, {
      isAsker,
      media: this.own.media!,
      servers: { iceServers, relayOnly: relayOnly && hasRelay },
      listener: this.#listener(generation, this.isCalling),
    });
    this.later(renewEveryMs, () => this.#renew());
    this.#screen.show();
    return true;
  }

  disconnect(): void {
    this.link?.close();
    this.link = null;
  }

  /** Gives the connection the offer, and then the other's signals so far. */
  takeEarly(offer: Signal): void {
    for (const signal of [offer, ...this.#early.splice(0)]) this.link!.receive(signal);
  }

  async signalCame(signal: Signal): Promise<void> {
    if (signal.type === "fault") return this.now?.phase === "connecting" ? this.over("no_path") : undefined;
    if (signal.isFresh && this.isCalling) {
      // The other's page came back without its connection: makes another one with the same devices.
      this.disconnect();
      this.#early = [];
      if (!await this.connect(false)) return;
      this.link!.startSending();
      return this.takeEarly(signal);
    }
    if (this.link) this.link.receive(signal);
    else this.#early.push(signal);
  }

  /** The two have agreed: now they must see each other soon. */
  agreed(): void {
    this.do({ type: "connecting" });
    this.#screen.select(this.now!.partnerId);
    this.later(patienceMs, () => this.now?.phase === "connecting" && this.fail("no_path"));
    // The one who accepts may see the other before the server has answered.
    this.path.saidLostHere();
  }

  /** The connection to the server is back. */
  connectionIsBack(): void {
    this.leaving.sayAgain();
    if (!this.link) return;
    this.link.flush();
    this.path.sayAgain();
  }

  /**
   * Ends a call that cannot go on, and shows why. If it was agreed on, the server ends it in its own time, unless another
   * page of the same person is in it by then, of which this page may not know. If no relay can be used, it is ended at once.
   */
  fail(kind: ProblemKind): void {
    const { now, chatId, wasChatting } = this;
    if (!this.isCalling) return this.giveUp(kind);
    this.over(kind);
    if (kind === "relay" && chatId) this.leaving.callOff(chatId, now!.partnerId, wasChatting);
  }

  /** Leaves a call that is not agreed on yet; `kind` is the reason if nobody wanted that. */
  giveUp(kind?: ProblemKind): void {
    const { now, wasChatting } = this;
    this.over(kind);
    if (now) this.leaving.giveUp(now, wasChatting);
  }

  /** The call is over: closes devices and connection. `kind` is the reason if nobody wanted that. */
  over(kind?: ProblemKind): void {
    this.release();
    this.do({ type: "over", kind });
  }

  release(): void {
    this.generation++;
    this.disconnect();
    this.own.close();
    this.prepared = null;
    this.#early = [];
    for (const callOff of this.#timers) callOff();
    this.#timers.clear();
  }

  /** Does `work` after `ms`, if the call is still the same. */
  later(ms: number, work: () => void): void {
    const { generation } = this;
    this.#timers.add(this.#screen.later(ms, () => generation === this.generation && work()));
  }

  do(action: CallAction): void {
    this.#screen.do({ type: "call", action });
  }

  #listener(generation: number, isBack: boolean): LinkListener {
    const send = (signal: Signal) => {
      if (this.#screen.state.link !== "open" || !this.now) return false;
      this.#screen.tell("video-signal", { to: this.now.partnerId, signal: { ...signal } });
      return true;
    };
    const ifCurrent = <Args extends unknown[]>(work: (...args: Args) => void) => (...args: Args) => {
      // What an old connection says is ignored.
      if (generation === this.generation) work(...args);
    };
    return {
      // In a call that is agreed on, nobody is asked: offer and answer go out like other signals.
      first: ifCurrent((signal) =>
        isBack ? send(signal.type === "offer" ? { ...signal, isFresh: true } : signal) : this.#first(signal)
      ),
      send: (signal) => generation === this.generation && send(signal),
      open: ifCurrent(() => this.own.show()),
      told: ifCurrent((partner) => this.do({ type: "partner", partner })),
      flowing: ifCurrent(() => this.path.seen()),
      found: ifCurrent(() => this.path.seen()),
      lost: ifCurrent(() => this.path.lost()),
      gone: ifCurrent(() => this.path.gone()),
      quality: ifCurrent((isWeak, way) => this.do({ type: "quality", isWeak, way })),
      noRelay: ifCurrent(() => this.fail("relay")),
    };
  }

  /** Renews the credentials of the relays: another path may be needed after they expire. */
  async #renew(): Promise<void> {
    const { now, generation } = this;
    if (!now || !this.link) return;
    const answer = await this.#screen.ask("video-prepare", { to: now.partnerId });
    if (generation !== this.generation) return;
    if (answer?.event === "video-prepared") this.link.peer.renew(answer.data.iceServers);
    this.later(renewEveryMs, () => this.#renew());
  }
}
