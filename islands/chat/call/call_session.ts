/**
 * What a call needs: devices, relays, the connection, and the words to the server about it. Opens them for one call at a
 * time and closes them with it, whatever ended it. Who asks whom and who agrees is said by call_controller.ts.
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

/** What makes the connection comes with the first call; null where it did not come. */
export const loadEngine = () => Promise.all([import("./call_link.ts"), import("./peer.ts")]).catch(() => null);

export class CallSession {
  readonly own: OwnDevices;
  readonly leaving: CallLeaving;
  readonly path: CallPath;
  link: CallLink | null = null;
  prepared: Prepared | null = null;
  /** Rises with every call and with its end: work that was begun for an older one is for nobody. */
  generation = 0;
  #screen: ChatScreen;
  /** Sends the offer or the answer with which a call begins. */
  #first: (signal: Signal) => void;
  /** Signals of the other's before there is a connection to take them. */
  #early: Signal[] = [];
  #timers = new Set<() => void>();
  /** What a man was shown that a minute costs. */
  quoted: ChatPrices["credits"] | undefined;
  /** The two were writing to each other before: a call that fails leaves them there. */
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
   * What a request and an answer say beside: where there is no relay, that their sender agreed to a direct connection; and
   * what he was shown that a minute costs.
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

  /** Asks for relays; null where no call can be made, which was said, or where it is over. */
  async prepare(partnerId: number): Promise<Prepared | null> {
    if (this.prepared) return this.prepared;
    const { generation } = this;
    const answer = await this.#screen.ask("video-prepare", { to: partnerId });
    if (generation !== this.generation) return null;
    if (answer?.event !== "video-prepared") {
      // Who rings goes on ringing: a server whose store is away for a moment, or a line that was cut, is asked again.
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

  /** Makes the connection; devices must be open and relays known. False where that failed or is not wanted any more. */
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

  /** Gives the connection what the other has said so far, the offer first. */
  takeEarly(offer: Signal): void {
    for (const signal of [offer, ...this.#early.splice(0)]) this.link!.receive(signal);
  }

  async signalCame(signal: Signal): Promise<void> {
    if (signal.type === "fault") return this.now?.phase === "connecting" ? this.over("no_path") : undefined;
    if (signal.isFresh && this.isCalling) {
      // The other's page came back without its connection: another one, with the same devices.
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
    // Whoever says yes may see the other before the server's word for it has come.
    this.path.saidLostHere();
  }

  /** There is a connection to the server again. */
  connectionIsBack(): void {
    this.leaving.sayAgain();
    if (!this.link) return;
    this.link.flush();
    this.path.sayAgain();
  }

  /**
   * The call cannot go on, and nobody wished that: says why. What was agreed on and cannot be found, the server ends in its
   * own time, unless another page of the same person is in it by then: of that this one may know nothing.
   */
  fail(kind: ProblemKind): void {
    const { now, chatId, wasChatting } = this;
    if (!this.isCalling) return this.giveUp(kind);
    this.over(kind);
    if (kind === "relay" && chatId) this.leaving.callOff(chatId, now!.partnerId, wasChatting);
  }

  /** Leaves a call that is not agreed on; with the reason where nobody wished it. */
  giveUp(kind?: ProblemKind): void {
    const { now, wasChatting } = this;
    this.over(kind);
    if (now) this.leaving.giveUp(now, wasChatting);
  }

  /** The call is over: devices and connection are closed. With the reason where nobody wished it. */
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

  /** Does something later, if it is the same call then. */
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
    const if_ = <Args extends unknown[]>(work: (...args: Args) => void) => (...args: Args) => {
      // What an old connection says is for nobody.
      if (generation === this.generation) work(...args);
    };
    return {
      // Who comes back into a call has nobody to ask.
      first: if_((signal) =>
        isBack ? send(signal.type === "offer" ? { ...signal, isFresh: true } : signal) : this.#first(signal)
      ),
      send: (signal) => generation === this.generation && send(signal),
      open: if_(() => this.own.show()),
      told: if_((partner) => this.do({ type: "partner", partner })),
      flowing: if_(() => this.path.seen()),
      found: if_(() => this.path.seen()),
      lost: if_(() => this.path.lost()),
      gone: if_(() => this.path.gone()),
      quality: if_((isWeak, way) => this.do({ type: "quality", isWeak, way })),
      noRelay: if_(() => this.fail("relay")),
    };
  }

  /** Another path may be needed after the credentials have expired. */
  async #renew(): Promise<void> {
    const { now, generation } = this;
    if (!now || !this.link) return;
    const answer = await this.#screen.ask("video-prepare", { to: now.partnerId });
    if (generation !== this.generation) return;
    if (answer?.event === "video-prepared") this.link.peer.renew(answer.data.iceServers);
    this.later(renewEveryMs, () => this.#renew());
  }
}
