/** A person's line of the chat: asks on it, waits for what comes, and enters in the book what was heard. */
import { patience } from "../patience.ts";
import type { Book } from "./book.ts";
import type { Person } from "./people.ts";
import type { Site } from "./site.ts";

export interface Frame {
  event: string;
  // deno-lint-ignore no-explicit-any
  data: any;
  id?: string;
}

const patienceMs = patience(60);

export class ChatClient {
  readonly person: Person;
  readonly partner: Person;
  #site: Site;
  #book: Book;
  #socket: WebSocket | null = null;
  #ids = 0;
  #answers = new Map<string, (frame: Frame | null) => void>();
  #events: Frame[] = [];
  #wakes = new Set<() => void>();
  #lastSeq = 0;
  #closed: Promise<void> = Promise.resolve();

  constructor(site: Site, book: Book, person: Person, partner: Person) {
    this.#site = site;
    this.#book = book;
    this.person = person;
    this.partner = partner;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Connects and reads what was missed; returns false if the person is not let in. */
  async join(): Promise<boolean> {
    if (this.isOpen) return true;
    const origin = await this.#site.up;
    const { token, address } = this.person;
    const options = { headers: { authorization: `Bearer ${token}`, "x-forwarded-for": address } };
    const socket = new WebSocket(`${origin.replace("http", "ws")}/chat/socket`, options as never);
    this.#socket = socket;
    this.#events = [];
    this.#closed = new Promise((resolve) => {
      socket.onclose = () => {
        for (const answer of this.#answers.values()) answer(null);
        this.#answers.clear();
        this.#wake();
        resolve();
      };
    });
    socket.onerror = () => {};
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)));
    const greeted = await this.until((frame) => frame.event === "conn-good");
    if (!greeted) return false;
    for (let more = true; more;) {
      const page = await this.ask("getChatHistory", { to: this.partner.id, afterSeq: this.#lastSeq, limit: 100 });
      if (page?.event !== "chatHistory") return this.isOpen;
      for (const message of page.data.messages) this.#keep(message);
      more = page.data.more;
    }
    return true;
  }

  #hear(frame: Frame): void {
    if (frame.event === "NewMessage") this.#keep(frame.data.message);
    const answer = frame.id === undefined ? undefined : this.#answers.get(frame.id);
    if (answer) {
      this.#answers.delete(frame.id!);
      answer(frame);
    }
    this.#events.push(frame);
    if (this.#events.length > 500) this.#events.splice(0, 250);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#wakes) wake();
  }

  #keep({ from, to, seq, body }: { from: number; to: number; seq: number; body: string }): void {
    const ids = [this.person.id, this.partner.id];
    // What another partner writes belongs to another line of the chat.
    if (!ids.includes(from) || !ids.includes(to)) return;
    const isHis = this.person.kind === "man";
    this.#lastSeq = Math.max(this.#lastSeq, seq);
    this.#book.heard.push({
      readerId: this.person.id,
      manId: isHis ? this.person.id : this.partner.id,
      ladyId: isHis ? this.partner.id : this.person.id,
      authorId: from,
      seq,
      body,
    });
  }

  /** Asks and waits for the answer; null if the line broke before it came. */
  async ask(event: string, data: object): Promise<Frame | null> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return null;
    const id = `q${++this.#ids}`;
    const { promise, resolve } = Promise.withResolvers<Frame | null>();
    this.#answers.set(id, resolve);
    socket.send(JSON.stringify({ event, data, id }));
    const timer = setTimeout(() => {
      this.#book.fault(`${event} of ${this.person.id} got no answer within ${patienceMs / 1000} s`);
      resolve(null);
    }, patienceMs);
    const frame = await promise;
    clearTimeout(timer);
    return frame;
  }

  /** The first matching frame since the line was connected; null if the line breaks or none comes in time. */
  async until(isIt: (frame: Frame) => boolean, withinMs = patienceMs): Promise<Frame | null> {
    const socket = this.#socket;
    const endsAt = Date.now() + withinMs;
    for (;;) {
      const found = this.#events.find(isIt);
      if (found) return found;
      const isOver = !socket || socket.readyState > WebSocket.OPEN || socket !== this.#socket;
      if (isOver || Date.now() >= endsAt) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.max(1, endsAt - Date.now()));
      this.#wakes.add(resolve);
      await promise;
      clearTimeout(timer);
      this.#wakes.delete(resolve);
    }
  }

  count(event: string, of: (data: Frame["data"]) => boolean): number {
    return this.#events.filter((frame) => frame.event === event && of(frame.data)).length;
  }

  async drop(): Promise<void> {
    this.#socket?.close();
    await this.#closed;
  }
}
