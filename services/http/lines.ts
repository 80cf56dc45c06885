/** All lines of a server: how they are opened, asked for a sign of life, and let go. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
// @ts-types="./ws.d.ts"
import { WebSocketServer } from "ws";
import { Line } from "./line.ts";

export interface LineOptions {
  /** The most bytes of a frame, and of all its fragments together. */
  frameBytesMax: number;
  /** After so long a silence the peer is asked for a sign of life, and after as much again given up. */
  pingEverySeconds: number;
}

/** Pieces of one frame, and fragments of one message: each costs more than its bytes. A line may hold so many. */
const piecesMax = 256;
const fragmentsMax = 64;
/** Pongs that a peer lets lie who asks and does not read. */
const pongsMax = 16;
/** How long a goodbye may take. */
const goodbyeMs = 2000;
/** How often in a silence it is looked. */
const looksInSilence = 5;

export class Lines {
  #open = new Set<Line>();
  #servers = new Map<number, WebSocketServer>();
  #silenceMs = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  #forget: (this: Line) => void;

  constructor() {
    const [lines, rest] = [this.#open, () => this.#rest()];
    this.#forget = function () {
      lines.delete(this);
      if (lines.size === 0) rest();
    };
  }

  /** Whether a request to open a line can be answered by opening one (RFC 6455, 4.2.1). */
  static canOpen({ method, headers }: IncomingMessage): boolean {
    const key = headers["sec-websocket-key"] ?? "";
    return method === "GET" && headers["sec-websocket-version"] === "13" && /^[+/\d a-z]{22}==$/i.test(key);
  }

  /** Opens the line of a request for which `canOpen` is true; null where the peer is gone already. */
  open(message: IncomingMessage, socket: Duplex, head: Uint8Array, options: LineOptions): Line | null {
    let opened: Line | null = null;
    this.#serverFor(options.frameBytesMax).handleUpgrade(message, socket, head, (line) => opened = line);
    if (opened) this.#keep(opened, options.pingEverySeconds * 1000);
    return opened;
  }

  #serverFor(frameBytesMax: number): WebSocketServer {
    const server = this.#servers.get(frameBytesMax) ?? new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      WebSocket: Line,
      maxPayload: frameBytesMax,
      maxBufferedChunks: piecesMax,
      maxFragments: fragmentsMax,
      maxPendingAutoPongs: pongsMax,
      closeTimeout: goodbyeMs,
    });
    this.#servers.set(frameBytesMax, server);
    return server;
  }

  #keep(line: Line, silenceMs: number): void {
    const lines = this.#open;
    lines.add(line);
    // One function for all lines, as far as can be: thousands of them weigh what one weighs.
    line.on("pong", heardPong);
    line.on("error", failed);
    line.on("close", this.#forget);
    this.#silenceMs = silenceMs;
    this.#timer ??= setInterval(() => this.#look(), silenceMs / looksInSilence);
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    const now = performance.now();
    for (const line of this.#open) {
      const silentMs = now - Math.max(line.answeredAt, line.holder?.heardAt ?? 0);
      if (silentMs < this.#silenceMs) line.isAsked = false;
      else if (silentMs >= 2 * this.#silenceMs) line.terminate();
      else if (!line.isAsked) {
        line.isAsked = true;
        line.ping();
      }
    }
  }

  /** Ends all that are still there, without a goodbye. */
  end(): void {
    for (const line of this.#open) line.terminate();
  }
}

function heardPong(this: Line): void {
  this.answeredAt = performance.now();
}

/** The parser has said why and closed the line: a frame too large, or none at all. */
function failed(this: Line): void {
  this.takeRest();
}
