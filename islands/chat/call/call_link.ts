/**
 * The connection of one call while it lasts: holds signals back until they may be sent, looks for a new path while the path
 * is lost, and measures the quality. What that means for the call is decided by call_session.ts.
 */
import type { Switched, Way } from "./call_state.ts";
import { look, qualityAtFirst, type QualityState } from "./call_quality.ts";
import type { Device, OwnMedia } from "./media.ts";
import type { Peer, PeerListener, Servers } from "./peer.ts";
import type { Signal } from "./signals.ts";

const checkEveryMs = 2000;
/** How often a new path is tried while the path is lost; it may also come back by itself. */
const tryEveryMs = 3500;
/** A try within this time after the last one is skipped. */
const triesApartMs = 1500;
/**
 * How often a path that seems found is checked for packets. After `proofMsMax` it counts as found without any: the other
 * may send nothing at all.
 */
const proofEveryMs = 250;
const proofMsMax = 5000;

/** One check that packets arrive on a path that seems found. */
interface Proof {
  timer?: ReturnType<typeof setInterval>;
}

export interface LinkListener {
  /** The offer or the answer with which this call begins. */
  first: (signal: Signal) => void;
  /** Sends a signal to the other; false if there is no connection to the server at present. */
  send: (signal: Signal) => boolean;
  flowing: () => void;
  lost: () => void;
  found: () => void;
  /** The other's browser has closed the connection. */
  gone: () => void;
  told: (switched: Switched) => void;
  open: () => void;
  quality: (isWeak: boolean, way: Way | null) => void;
  /** No relay can be used, and nothing else may be tried. */
  noRelay: () => void;
}

export class CallLink {
  readonly peer: Peer;
  isFlowing = false;
  isLost = false;
  #listener: LinkListener;
  #isRelayOnly: boolean;
  #hasBegun = false;
  #mayGo = false;
  #kept: Signal[] = [];
  #connection: QualityState = qualityAtFirst;
  #looks: ReturnType<typeof setInterval>;
  #tries: ReturnType<typeof setInterval> | undefined;
  #triedAtMs = -Infinity;
  #proof: Proof | null = null;
  #isClosed = false;

  constructor(
    MakePeer: typeof Peer,
    { isAsker, media, servers, listener }: {
      isAsker: boolean;
      media: OwnMedia;
      servers: Servers;
      listener: LinkListener;
    },
  ) {
    this.#listener = listener;
    this.#isRelayOnly = servers.relayOnly;
    this.peer = new MakePeer({ isAsker, media, servers, listener: this.#peerListener() });
    this.#looks = setInterval(() => void this.#look(), checkEveryMs);
    addEventListener("online", this.#tryAgain);
  }

  /** From now on the other can receive signals: sends those that waited. */
  startSending(): void {
    this.#mayGo = true;
    this.flush();
  }

  /** Sends the signals that waited. If the path is lost, tries another one: the old signals are of no use to it. */
  flush(): void {
    if (!this.#mayGo) return;
    while (this.#kept.length > 0 && this.#listener.send(this.#kept[0]!)) this.#kept.shift();
    if (this.isLost) this.#tryAgain();
  }

  receive(signal: Signal): void {
    if (signal.type !== "renegotiate") return this.peer.receive(signal);
    if (this.peer.isAsker) this.#tryAgain();
  }

  /** The other says that the path is lost, even if it seems good from here. */
  lostThere(): void {
    this.#keepTrying();
  }

  /** Both see each other: stops looking for another path. */
  settled(): void {
    if (this.isLost) return;
    clearInterval(this.#tries);
    this.#tries = undefined;
  }

  send(device: Device): Promise<void> {
    return this.peer.send(device);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#looks);
    clearInterval(this.#tries);
    this.#endProof();
    removeEventListener("online", this.#tryAgain);
    this.peer.close();
  }

  #peerListener(): PeerListener {
    return {
      signal: (signal) => this.#signal(signal),
      path: (state) => state === "connected" ? void this.#seemsFound() : this.#lost(),
      open: () => this.#listener.open(),
      flowing: () => {
        this.isFlowing = true;
        this.#listener.flowing();
      },
      told: (switched) => this.#listener.told(switched),
      relayFault: (code) => console.warn("a relay could not be used, code", code),
      gathered: (count) => {
        if (count === 0 && this.#isRelayOnly && !this.isFlowing) this.#listener.noRelay();
      },
      closed: () => {
        if (this.#isClosed) return;
        // Nothing arrives on it any more, and no further try helps.
        this.isLost = true;
        this.#endProof();
        this.#listener.gone();
      },
    };
  }

  #signal(signal: Signal): void {
    if (!this.#hasBegun && (signal.type === "offer" || signal.type === "answer")) {
      this.#hasBegun = true;
      return this.#listener.first(signal);
    }
    const goesNow = this.#mayGo && this.#kept.length === 0 && this.#listener.send(signal);
    if (!goesNow) this.#kept.push(signal);
  }

  #lost(): void {
    this.#endProof();
    if (!this.isFlowing || this.isLost) return;
    this.isLost = true;
    this.#listener.lost();
    this.#keepTrying();
  }

  /** A browser may report a path before anything arrives on it; paid time runs on only once the path is proven. */
  async #seemsFound(): Promise<void> {
    if (!this.isLost) return;
    this.#endProof();
    const proof: Proof = this.#proof = {};
    // During an `await` the path may be lost again, or the call may end.
    const isOver = () => this.#proof !== proof;
    const before = await this.peer.report();
    if (isOver()) return;
    const since = performance.now();
    proof.timer = setInterval(async () => {
      const now = await this.peer.report();
      if (isOver()) return;
      const came = (now?.counted.packetsReceived ?? 0) > (before?.counted.packetsReceived ?? 0);
      if (now && (came || performance.now() - since > proofMsMax)) this.#found();
    }, proofEveryMs);
  }

  #endProof(): void {
    clearInterval(this.#proof?.timer);
    this.#proof = null;
  }

  #found(): void {
    this.#endProof();
    if (!this.isLost) return;
    this.isLost = false;
    this.settled();
    this.#connection = qualityAtFirst;
    this.#listener.found();
  }

  #keepTrying(): void {
    if (this.#tries !== undefined) return;
    this.#tryAgain();
    this.#tries = setInterval(this.#tryAgain, tryEveryMs);
  }

  #tryAgain = () => {
    if (!this.isFlowing || performance.now() - this.#triedAtMs < triesApartMs) return;
    this.#triedAtMs = performance.now();
    // The signals that waited belong to a path that is being given up.
    this.#kept = [];
    void this.peer.restart().catch((error) => console.warn("no other path could be tried:", error));
  };

  async #look(): Promise<void> {
    if (!this.isFlowing || this.isLost) return;
    const report = await this.peer.report();
    if (!report || this.#isClosed) return;
    const before = this.#connection;
    const hasPicture = this.peer.remote.getVideoTracks().some(({ muted }) => !muted);
    this.#connection = look(before, report.counted, hasPicture);
    if (this.#connection.step !== before.step) void this.peer.picture(this.#connection.step);
    this.#listener.quality(this.#connection.isWeak, report.way);
  }
}
