/** Answers that nobody takes: a peer that takes nothing for so long is cut off, together with what waits for it. */
import type { Socket } from "node:net";

const checksInTime = 4;

export class Untaken {
  #sockets = new Set<Socket>();
  /**
   * Sockets for which something waits: how much had been sent, and how many checks in a row found no more than that.
   */
  #stuck = new Map<Socket, { sent: number; looks: number }>();
  #everyMs: number;
  #timer: ReturnType<typeof setInterval> | null = null;
  #forget: (this: Socket) => void;

  constructor(seconds: number) {
    this.#everyMs = seconds * 1000 / checksInTime;
    const [sockets, stuck, rest] = [this.#sockets, this.#stuck, () => this.#rest()];
    this.#forget = function () {
      sockets.delete(this);
      stuck.delete(this);
      if (sockets.size === 0) rest();
    };
  }

  watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", this.#forget);
    this.#timer ??= setInterval(() => this.#look(), this.#everyMs);
  }

  #look(): void {
    for (const socket of this.#sockets) {
      if (socket.writableLength === 0) {
        this.#stuck.delete(socket);
        continue;
      }
      const sent = socket.bytesWritten - socket.writableLength;
      const known = this.#stuck.get(socket);
      const looks = known?.sent === sent ? known.looks + 1 : 0;
      if (looks >= checksInTime) socket.destroy();
      else this.#stuck.set(socket, { sent, looks });
    }
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
