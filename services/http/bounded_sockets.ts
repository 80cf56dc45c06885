/** All connections of a server: how they are opened, asked for a sign of life, and let go. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
// @ts-types="./ws.d.ts"
import { WebSocketServer } from "ws";
import { BoundedSocket } from "./bounded_socket.ts";

export interface SocketOptions {
  /** The most bytes of a frame, and of all its fragments together. */
  frameBytesMax: number;
  /** After so long a silence the peer is asked for a sign of life; after the same time again it is given up. */
  pingEverySeconds: number;
}

/**
 * How many pieces of one frame, and fragments of one message, a connection may hold: each costs more than its bytes.
 */
const piecesMax = 256;
const fragmentsMax = 64;
/** How many pongs may lie unsent for a peer that pings and does not read. */
const pongsMax = 16;
/** How long a goodbye may take. */
const goodbyeMs = 2000;
/** How often within `pingEverySeconds` sockets are checked. */
const checksInSilence = 5;

export class BoundedSockets {
  #open = new Set<BoundedSocket>();
  #servers = new Map<number, WebSocketServer>();
  #silenceMs = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  #forget: (this: BoundedSocket) => void;

  constructor() {
    const [sockets, rest] = [this.#open, () => this.#rest()];
    this.#forget = function () {
      sockets.delete(this);
      if (sockets.size === 0) rest();
    };
  }

  /** Whether a request to open a connection can be answered by opening one (RFC 6455, 4.2.1). */
  static canOpen({ method, headers }: IncomingMessage): boolean {
    const key = headers["sec-websocket-key"] ?? "";
    return method === "GET" && headers["sec-websocket-version"] === "13" && /^[+/\d a-z]{22}==$/i.test(key);
  }

  /** Opens the socket of a request for which `canOpen` is true; null where the peer is gone already. */
  open(message: IncomingMessage, socket: Duplex, head: Uint8Array, options: SocketOptions): BoundedSocket | null {
    let opened: BoundedSocket | null = null;
    this.#serverFor(options.frameBytesMax).handleUpgrade(message, socket, head, (socket) => opened = socket);
    if (opened) this.#keep(opened, options.pingEverySeconds * 1000);
    return opened;
  }

  #serverFor(frameBytesMax: number): WebSocketServer {
    const server = this.#servers.get(frameBytesMax) ?? new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      WebSocket: BoundedSocket,
      maxPayload: frameBytesMax,
      maxBufferedChunks: piecesMax,
      maxFragments: fragmentsMax,
      maxPendingAutoPongs: pongsMax,
      closeTimeout: goodbyeMs,
    });
    this.#servers.set(frameBytesMax, server);
    return server;
  }

  #keep(socket: BoundedSocket, silenceMs: number): void {
    const sockets = this.#open;
    sockets.add(socket);
    // Functions that all connections share, as far as possible: thousands of connections then weigh no more than one.
    socket.on("pong", heardPong);
    socket.on("error", failed);
    socket.on("close", this.#forget);
    this.#silenceMs = silenceMs;
    this.#timer ??= setInterval(() => this.#look(), silenceMs / checksInSilence);
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    const now = performance.now();
    for (const socket of this.#open) {
      const silentMs = now - Math.max(socket.answeredAt, socket.holder?.heardAt ?? 0);
      if (silentMs < this.#silenceMs) socket.isAsked = false;
      else if (silentMs >= 2 * this.#silenceMs) socket.terminate();
      else if (!socket.isAsked) {
        socket.isAsked = true;
        socket.ping();
      }
    }
  }

  /** Ends all sockets that are still open, without a goodbye. */
  end(): void {
    for (const socket of this.#open) socket.terminate();
  }
}

function heardPong(this: BoundedSocket): void {
  this.answeredAt = performance.now();
}

/** The parser has said why and closed the connection: the frame is too large, or is none. */
function failed(this: BoundedSocket): void {
  this.takeRest();
}
