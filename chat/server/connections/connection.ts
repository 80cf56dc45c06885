/**
 * One socket: frames in, frames out, and its limits. The client hears what is wrong before the socket is closed for it.
 * Nothing that arrives makes this throw, and a reader who takes nothing is let go.
 */
import { StoreUnavailable } from "../../../kv/store/health/health.ts";
import type { Reason } from "../../../kv/store/refusals.ts";
import { claimsAnother, clientEvents } from "../../shared/client_events.ts";
import { type AnyFrame, readFrame, writeFrame } from "../../shared/frames.ts";
import { closeCodes, framesPerSecondMax } from "../../shared/limits.ts";
import type { ServerEventName, ServerEvents } from "../../shared/server_events.ts";
import { Pace } from "./pace.ts";

export type ClientFrame = AnyFrame<typeof clientEvents>;

export interface ConnectionFacts {
  id: string;
  userId: number;
  locale: string;
  zone: string | null;
  /** The network that it counts for. */
  network: string;
  /** The hash of the session behind it, of which each browser has its own; null if there is none. */
  session: string | null;
}

/** An open WebSocket that holds no more than a frame may weigh. */
export interface ChatSocket {
  readonly readyState: number;
  readonly bufferedAmount: number;
  holder: { readonly heardAt: number; tooLarge: () => void } | null;
  send: (text: string) => void;
  close: (code: number, reason: string) => void;
  /** Reads nothing more, until `resume`. */
  pause: () => void;
  resume: () => void;
  /** Closes because of what the other side does: reads nothing more of it, and sends the reason before the end. */
  breakOff: (code: number, reason: string) => void;
  addEventListener: (type: string, listener: EventListenerObject) => void;
}

export interface Listener {
  /** A frame in its turn, with when it came (real time). */
  frame: (connection: Connection, frame: ClientFrame, heardAt: number) => Promise<void>;
  /** A frame that was not understood or not allowed. */
  rejected: (connection: Connection, reason: Reason, id: string | undefined) => void;
  /** Called once, whichever side closed. */
  closed: (connection: Connection) => void;
  /** Called once, when the other side has said goodbye, too. */
  gone?: (connection: Connection) => void;
  failed: (error: unknown) => void;
}

/** How much may lie unsent before the connection is given up. */
const unsentBytesMax = 1024 * 1024;
/** How many frames may wait for those before them. */
const waitingMax = 200;

const pace = new Pace();
/** Shared by all, so that an idle connection has none of its own. */
const noCallbacks: readonly (() => void)[] = [];
const settled = Promise.resolve();

export class Connection implements EventListenerObject {
  readonly id: string;
  readonly userId: number;
  readonly locale: string;
  /** The time zone as it was when this connection came. */
  readonly zone: string | null;
  readonly network: string;
  readonly session: string | null;
  #socket: ChatSocket;
  #listener: Listener;
  #isClosed = false;
  #secondBegan = 0;
  #framesOfSecond = 0;
  #unitsOfSecond = 0;
  #isPaused = false;
  #waiting = 0;
  /** When a frame last came (real time). */
  heardAt = performance.now();
  #tail: Promise<void> = settled;
  #isGone = false;
  #whenGone: readonly (() => void)[] = noCallbacks;
  /** The time at which the client says its last latency pulse began. */
  pulseBegan = 0;
  /** Set when a reader was too slow. */
  wasSlow = false;
  /** Why this side ended the connection; null where it did not. */
  endedFor: string | null = null;

  constructor(socket: ChatSocket, facts: ConnectionFacts, listener: Listener) {
    this.id = facts.id;
    this.userId = facts.userId;
    this.locale = facts.locale;
    this.zone = facts.zone;
    this.network = facts.network;
    this.session = facts.session;
    this.#socket = socket;
    socket.holder = this;
    this.#listener = listener;
    // One listener for all three: an idle connection holds little else in memory.
    for (const type of ["message", "close", "error"]) socket.addEventListener(type, this);
  }

  handleEvent(event: Event): void {
    if (event.type === "message") return this.#receive((event as MessageEvent).data);
    if (event.type === "close") {
      this.#isGone = true;
      this.#listener.gone?.(this);
      for (const tell of this.#whenGone) tell();
    }
    this.#leave();
  }

  /** The last moment to say why the connection is closed for a frame that is too large. */
  tooLarge(): void {
    this.#listener.rejected(this, "too_large", undefined);
    this.endedFor = "too large";
    this.#leave();
  }

  /** Resolves when the other side has said goodbye, too. */
  get goodbye(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isGone) resolve();
      else this.#whenGone = [...this.#whenGone, resolve];
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send<Name extends ServerEventName>(event: Name, data: ServerEvents[Name], id?: string): void {
    this.sendText(writeFrame(event, data, id));
  }

  /** Sends a frame that was written once for many. */
  sendText(text: string): void {
    if (this.#isClosed || this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount > unsentBytesMax) {
      this.wasSlow = true;
      return this.close("tooMany", "too slow");
    }
    this.#socket.send(text);
  }

  close(code: keyof typeof closeCodes, reason: string): void {
    if (this.#isClosed) return;
    this.endedFor = reason;
    // A peer that is gone never says goodbye: nothing waits for it.
    this.#leave();
    const isTheirDoing = code === "tooMany" && !this.wasSlow;
    if (isTheirDoing) this.#socket.breakOff(closeCodes[code], reason);
    else this.#socket.close(closeCodes[code], reason);
  }

  /** Does `work` before any frame is answered. */
  first(work: () => Promise<void>): void {
    const frames = this.#tail;
    this.#tail = work().catch((error) => {
      this.#listener.failed(error);
      this.close("restarting", "try again");
    }).then(() => frames);
  }

  /** Resolves when everything that arrived so far is done with. */
  settled(): Promise<void> {
    return this.#tail;
  }

  #leave(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#listener.closed(this);
  }

  #receive(data: unknown): void {
    const heardAt = this.heardAt = performance.now();
    if (this.#isClosed) return;
    if (this.#isTooFast(heardAt) || this.#waiting >= waitingMax) {
      this.#listener.rejected(this, "too_many_requests", undefined);
      return this.close("tooMany", "too many frames");
    }
    if (typeof data !== "string") return this.#listener.rejected(this, "malformed", undefined);
    this.#pace(data.length, heardAt);
    const read = readFrame(data, clientEvents);
    if (!read.ok) return this.#listener.rejected(this, read.fault, read.id);
    const { frame } = read;
    if (claimsAnother(frame.event, frame.data, this.userId)) {
      return this.#listener.rejected(this, "forbidden", frame.id);
    }
    this.#waiting++;
    // One after the other: what was said first happens first.
    this.#tail = this.#tail.then(async () => {
      try {
        if (!this.#isClosed) await this.#listener.frame(this, frame, heardAt);
      } catch (error) {
        const isStoreAway = error instanceof StoreUnavailable;
        if (!isStoreAway) this.#listener.failed(error);
        this.#listener.rejected(this, isStoreAway ? "store_unavailable" : "internal", frame.id);
      } finally {
        this.#waiting--;
      }
    });
  }

  /** The rate of a connection is a matter of real time. */
  #isTooFast(now: number): boolean {
    if (now - this.#secondBegan >= 1000) {
      this.#secondBegan = now;
      this.#framesOfSecond = 0;
      this.#unitsOfSecond = 0;
    }
    return ++this.#framesOfSecond > framesPerSecondMax;
  }

  /** Stops reading from this connection for a while if it says too much for all connections together. */
  #pace(units: number, now: number): void {
    this.#unitsOfSecond += units;
    const waitMs = pace.take(units, this.#unitsOfSecond, now);
    if (waitMs === 0 || this.#isPaused) return;
    this.#isPaused = true;
    this.#socket.pause();
    setTimeout(() => {
      this.#isPaused = false;
      this.#socket.resume();
    }, waitMs);
  }
}
