/**
 * What one other instance tells this one: numbered rows, each once and in order. The number of the last is watched, so that
 * nothing is read before there is something to read.
 */
import type { Store } from "../../../kv/open.ts";
import { keys } from "../../../kv/store/keys.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import type { InstanceNews } from "./news.ts";

/** An instance greets another when it begins to tell it everything. */
export type InboxRow = InstanceNews | { kind: "greeting" };

/** Whom an inbox tells. */
export interface InboxListener {
  heard: (news: InstanceNews) => void;
  /** Nothing further is heard until this resolves; if it rejects, the greeting is heard again. */
  greeted: () => Promise<void>;
  /** Some rows were gone before they were read. */
  missed: () => void;
  /** There is something to read. */
  unread: () => void;
}

const retryMs = 1000;

export class Inbox {
  #store: Store;
  #to: string;
  #from: string;
  #listener: InboxListener;
  /** The number of the last row that was read, and of the last that there is, as far as is known. */
  #readSeq = 0;
  #lastSeq = 0;
  #mustRead = false;
  #reading: Promise<void> | null = null;
  #watch: ReadableStreamDefaultReader<unknown> | null = null;
  #watching: Promise<void> | null = null;
  #isClosed = false;

  constructor(store: Store, { to, from }: { to: string; from: string }, listener: InboxListener) {
    this.#store = store;
    this.#to = to;
    this.#from = from;
    this.#listener = listener;
  }

  /** Begins to watch. */
  open(): void {
    if (!this.#isClosed) this.#watching ??= this.#watchOn();
  }

  /** The last row has this number. */
  noteLast(seq: number): void {
    this.#lastSeq = Math.max(this.#lastSeq, seq);
    // A read that is under way compares at its end.
    if (this.#hasUnread && !this.#reading) this.#listener.unread();
  }

  get #hasUnread(): boolean {
    return this.#lastSeq > this.#readSeq && !this.#isClosed;
  }

  /** Reads on from where it was. */
  read(): Promise<void> {
    this.#mustRead = true;
    return this.#reading ??= this.#readOn();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watch?.cancel().catch(() => {});
    await Promise.all([this.#watching, this.#reading?.catch(() => {})]);
  }

  async #readOn(): Promise<void> {
    try {
      while (this.#mustRead || this.#hasUnread) {
        this.#mustRead = false;
        const lastSeq = this.#lastSeq;
        await this.#readNew();
        if (this.#readSeq >= lastSeq || this.#isClosed) continue;
        this.#listener.missed();
        this.#readSeq = lastSeq;
      }
    } finally {
      // In the same turn as the last look at whether there is more: nothing may come in between.
      this.#reading = null;
    }
  }

  async #readNew(): Promise<void> {
    const prefix = prefixes.chatNews(this.#to, this.#from);
    const start = keys.chatNews(this.#to, this.#from, this.#readSeq + 1);
    for await (const { key, value } of this.#store.kv.list<InboxRow>({ prefix, start })) {
      if (this.#isClosed) return;
      const seq = Number(key[3]);
      if (seq > this.#readSeq + 1) this.#listener.missed();
      if (value.kind === "greeting") await this.#listener.greeted();
      this.#readSeq = seq;
      if (value.kind !== "greeting") this.#listener.heard(value);
    }
  }

  /** Watches as long as this is open; a watch that broke tells the number anew when it is back. */
  async #watchOn(): Promise<void> {
    while (!this.#isClosed) {
      const watch = this.#store.kv.watch<[number]>([keys.chatNewsLastSeq(this.#to, this.#from)]).getReader();
      this.#watch = watch;
      try {
        for (let said = await watch.read(); !said.done; said = await watch.read()) {
          this.noteLast(said.value[0].value ?? 0);
        }
      } catch {
        // Broken off; taken up again.
      }
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
