/**
 * A person of the chaos test, whose line breaks: she or he connects again, asks for what came after the last number known,
 * and keeps book of everything told, so that a message that is lost, doubled or out of order is found.
 */
import { Waiting } from "../../chat/server/testing/waiting.ts";
import type { ChatMessage } from "../../chat/shared/server_events.ts";
import { patience } from "../patience.ts";

export interface Frame {
  event: string;
  // deno-lint-ignore no-explicit-any
  data: any;
  id?: string;
}

export class Reader {
  readonly userId: number;
  readonly partnerId: number;
  /** Everything that was read, by message number. */
  readonly messages = new Map<number, ChatMessage>();
  /** Own messages that were acknowledged: client id → message number. */
  readonly acknowledged = new Map<string, number>();
  /** What should not have happened, as sentences. */
  readonly faults: string[] = [];
  readonly heard: Frame[] = [];
  drops = 0;
  #url: string;
  #socket: WebSocket | null = null;
  #waiting = new Waiting();
  #ids = 0;
  #wantsLine = false;
  #lastLive = 0;
  #isSynced = false;
  #ends: Promise<void>[] = [];

  constructor(url: string, userId: number, partnerId: number) {
    this.#url = `${url}?user=${userId}`;
    this.userId = userId;
    this.partnerId = partnerId;
  }

  /** Connects from the next time on to the server at this address. */
  moveTo(url: string): void {
    this.#url = `${url}?user=${this.userId}`;
  }

  get isConnected(): boolean {
    return this.#isSynced && this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Connects, again and again until the line stands, and reads what was missed. */
  async join(): Promise<void> {
    this.#wantsLine = true;
    while (this.#wantsLine && !this.isConnected) {
      if (!this.#socket) this.#open();
      await this.until(() => this.isConnected || this.#socket === null, patience(3)).catch(() => this.#socket?.close());
      if (!this.isConnected) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#isSynced = false;
    this.#lastLive = 0;
    this.#ends.push(
      new Promise<void>((resolve) => {
        socket.onclose = () => {
          resolve();
          if (this.#socket !== socket) return;
          this.#socket = null;
          this.#isSynced = false;
          this.#waiting.wake();
          // A line that broke is taken up again by itself.
          if (this.#wantsLine) setTimeout(() => this.#wantsLine && !this.#socket && this.#open(), 15);
        };
      }),
    );
    socket.onerror = () => {};
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      const frame = JSON.parse(String(data)) as Frame;
      this.heard.push(frame);
      if (this.heard.length > 400) this.heard.splice(0, 200);
      this.#hear(frame);
      this.#waiting.wake();
    };
  }

  #hear({ event, data, id }: Frame): void {
    if (event === "conn-good") this.#sync();
    if (event === "chatHistory" && id?.startsWith("sync")) {
      for (const message of data.messages) this.#keep(message);
      if (data.more) this.#sync();
      else this.#isSynced = true;
    }
    if (event !== "NewMessage") return;
    const { message } = data as { message: ChatMessage };
    this.#keep(message);
    if (id !== undefined) {
      const known = this.acknowledged.get(message.clientId);
      if (known !== undefined && known !== message.seq) {
        this.#fault(`${message.clientId} became ${known} and ${message.seq}`);
      }
      this.acknowledged.set(message.clientId, message.seq);
      // A repeated message is answered with its old number; a new one follows the last.
      if (message.seq > this.#lastLive) this.#follow(message.seq);
    } else this.#follow(message.seq);
  }

  /** Checks that the numbers on one line rise by one each time. */
  #follow(seq: number): void {
    if (this.#lastLive !== 0 && seq !== this.#lastLive + 1) this.#fault(`${seq} came after ${this.#lastLive}`);
    this.#lastLive = seq;
  }

  #keep(message: ChatMessage): void {
    const known = this.messages.get(message.seq);
    if (known && (known._id !== message._id || known.body !== message.body)) {
      this.#fault(`${message.seq} is two messages`);
    }
    this.messages.set(message.seq, message);
  }

  #sync(): void {
    let last = 0;
    while (this.messages.has(last + 1)) last++;
    this.#send("getChatHistory", { to: this.partnerId, afterSeq: last, limit: 100 }, `sync${++this.#ids}`);
  }

  #fault(sentence: string): void {
    this.faults.push(`${this.userId}: ${sentence}`);
  }

  #send(event: string, data: object, id: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ event, data, id }));
  }

  /** Asks and waits for the answer; null if the line broke or nothing came in time. */
  async ask(event: string, data: object, isTwice = false, withinMs = patience(2)): Promise<Frame | null> {
    const id = `q${++this.#ids}`;
    const socket = this.#socket;
    this.#send(event, data, id);
    if (isTwice) this.#send(event, data, id);
    try {
      return await this.until(
        () => this.heard.find((frame) => frame.id === id) ?? (this.#socket !== socket ? null : undefined),
        withinMs,
      );
    } catch {
      return null;
    }
  }

  /** Writes a message until it is acknowledged or refused; returns whether it was acknowledged. */
  async write(body: string, clientId: string, isTwice: boolean): Promise<boolean> {
    for (let tries = 0; tries < 20; tries++) {
      await this.join();
      const answer = await this.ask("ChatNewMessage", { to: this.partnerId, message: body, clientId }, isTwice);
      if (answer?.event === "NewMessage") return true;
      if (answer?.event === "error-event") return false;
    }
    return false;
  }

  /** Breaks the line, as a tunnel does. */
  drop(): void {
    this.drops++;
    this.#wantsLine = false;
    const socket = this.#socket;
    this.#socket = null;
    this.#isSynced = false;
    socket?.close();
    this.#waiting.wake();
  }

  async leave(): Promise<void> {
    this.drop();
    this.drops--;
    await Promise.all(this.#ends);
  }

  /** What `find` returns as soon as that is neither undefined nor false; throws if it takes too long. */
  until<T>(find: () => T | undefined | false, withinMs: number): Promise<T> {
    return this.#waiting.until(find, () => "it did not come", withinMs);
  }
}
