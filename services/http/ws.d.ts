/** What is used here of the package `ws`, which brings no types of its own. */
import type { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

export declare class WebSocket extends EventEmitter {
  constructor(address: null, protocols: undefined, options: object);
  static readonly OPEN: 1;
  readonly readyState: 0 | 1 | 2 | 3;
  readonly bufferedAmount: number;
  send(data: string): void;
  ping(): void;
  pause(): void;
  resume(): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
  addEventListener(type: string, listener: EventListenerObject): void;
  removeEventListener(type: string, listener: EventListenerObject): void;
}

export declare class WebSocketServer {
  constructor(options: object);
  on(event: "connection", hear: (socket: WebSocket, request: IncomingMessage) => void): this;
  handleUpgrade(message: IncomingMessage, socket: Duplex, head: Uint8Array, opened: (socket: never) => void): void;
}
