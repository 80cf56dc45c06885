/**
 * A bounded socket: a WebSocket that never holds more than one frame may weigh, whatever its peer leaves unfinished.
 * Deno's own has no such bound, neither for a frame (64 MiB) nor for the sum of its fragments (denoland/deno 15809).
 */
import type { Socket } from "node:net";
// @ts-types="./ws.d.ts"
import { WebSocket } from "ws";
import { takeLeftover } from "./leftover.ts";

/** Who speaks over a connection. */
export interface SocketHolder {
  /** When something whole was last heard (`performance.now`). */
  readonly heardAt: number;
  /** The peer sends more than a frame may weigh: the last moment to say so before the connection is closed for it. */
  tooLarge: () => void;
}

export class BoundedSocket extends WebSocket {
  holder: SocketHolder | null = null;
  /** When it opened, or its peer last answered a ping. */
  answeredAt = performance.now();
  /** Whether a ping waits for its answer. */
  isAsked = false;

  /** `ws` calls this as well, without a reason, for a frame that breaks its rules. */
  override close(code?: number, reason?: string): void {
    if (code === tooBig && reason === undefined && this.readyState === WebSocket.OPEN) this.holder?.tooLarge();
    super.close(code, reason);
  }

  /** Closes because of what the peer does: nothing more is read as frames, and only a little is still taken. */
  breakOff(code: number, reason: string): void {
    this.close(code, reason);
    this.takeRest();
  }

  /** After the last word: waits until the peer is silent, but not for long, and ends the connection. */
  takeRest(): void {
    const { _socket: socket } = this as unknown as { _socket: Socket | null };
    if (!socket || socket.destroyed) return;
    socket.removeAllListeners("data");
    takeLeftover(socket, () => {
      socket.pause();
      socket.destroySoon();
    });
  }
}

const tooBig = 1009;
