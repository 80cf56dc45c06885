/**
 * What this instance has to tell the others: rows under a key of the two, numbered for each and written in their order,
 * but only while nobody has declared this instance dead. What the store does not take waits; what could not be told
 * under a dead name is told under the next one.
 */
import { getLogger } from "@logtape/logtape";
import { whileAlive } from "../../../kv/chats/instances.ts";
import type { Store } from "../../../kv/open.ts";
import { commitNow } from "../../../kv/store/commit.ts";
import { Trouble } from "../../../kv/store/health/trouble.ts";
import { keys } from "../../../kv/store/keys.ts";
import type { InboxRow } from "./inbox.ts";

const log = getLogger(["vesna", "chat"]);

/** News, and the instances that are to be told. */
interface Unwritten {
  news: InboxRow;
  to: string[];
}

const newsKeptMs = 120_000;
/** Rows of one commit, which holds a thousand changes. */
const rowsAtOnce = 200;
/** Text of one commit, in UTF-16 units: a commit holds 800 KiB, and signals may be long. */
const unitsAtOnce = 100_000;
/** The pauses between two tries at a store that refuses; short, because news are of the moment. */
const restsMs = { firstMs: 200, longestMs: 2000 };

export class Outbox {
  #store: Store;
  #id: string;
  #died: () => Promise<void>;
  #unwritten: Unwritten[] = [];
  #writing: Promise<void> | null = null;
  /** The number of the last news that each instance was told under the present name. */
  #told = new Map<string, number>();
  /** Whether this instance was declared dead under its present name. */
  #isDead = false;
  #isClosing = false;
  #unwritable = new Trouble(restsMs);

  /** `died` is called once the present name is declared dead, before anything more is written; it calls `beginAnew`. */
  constructor(store: Store, id: string, died: () => Promise<void>) {
    this.#store = store;
    this.#id = id;
    this.#died = died;
  }

  /** The name under which this instance tells. */
  get id(): string {
    return this.#id;
  }

  /** Tells these instances. Who is connected is also written down for instances that come later. */
  tell(news: InboxRow, to: string[]): void {
    if (to.length === 0 && news.kind !== "connection") return;
    this.#unwritten.push({ news, to });
    this.#writing ??= this.#write();
  }

  /**
   * This instance was declared dead under its present name. One that is closing and has told everything needs no other.
   */
  noteDeath(): void {
    if (this.#isClosing && !this.#writing) return;
    this.#isDead = true;
    // After the write that is under way, so that its outcome is known.
    this.#writing ??= this.#write();
  }

  /**
   * Takes another name, under which nothing was told yet, and greets the others first. Its connections are let go, and
   * come again.
   */
  beginAnew(id: string, others: Iterable<string>): void {
    this.#id = id;
    this.#told.clear();
    const greetings = [...others].map((other) => ({ news: { kind: "greeting" as const }, to: [other] }));
    const rest = this.#unwritten.filter(({ news: { kind } }) => kind !== "connection" && kind !== "greeting");
    this.#unwritten = [...greetings, ...rest];
  }

  /** Resolves when everything is written, or the store takes nothing. Nothing may be told after this. */
  async close(): Promise<void> {
    this.#isClosing = true;
    while (this.#writing) await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#isDead || this.#unwritten.length > 0) {
      if (this.#isDead) {
        this.#isDead = false;
        await this.#died();
        continue;
      }
      const some = this.#unwritten.slice(0, this.#fitting());
      const op = whileAlive(this.#store.kv.atomic(), this.#id);
      const told = this.#put(op, some);
      try {
        if (!await commitNow(op)) {
          this.#isDead = true;
          continue;
        }
        for (const [id, seq] of told) this.#told.set(id, seq);
        this.#unwritten.splice(0, some.length);
        if (this.#unwritable.worked()) log.info("news can be written again");
      } catch (error) {
        if (this.#unwritable.failed()) log.error("news cannot be written: {error}", { error: String(error) });
        // While closing, nothing waits for a store that takes nothing.
        if (this.#isClosing) break;
        await new Promise((resolve) => setTimeout(resolve, this.#unwritable.restMs));
      }
    }
    // In the same turn as the last look at what is unwritten: nothing may come in between.
    this.#writing = null;
  }

  /** Adds news and their numbers to a commit; returns the last number for each instance that is told. */
  #put(op: Deno.AtomicOperation, some: readonly Unwritten[]): Map<string, number> {
    const told = new Map<string, number>();
    for (const { news, to } of some) {
      for (const id of to) {
        const seq = (told.get(id) ?? this.#told.get(id) ?? 0) + 1;
        told.set(id, seq);
        op.set(keys.chatNews(id, this.#id, seq), news, { expireIn: newsKeptMs });
      }
      if (news.kind !== "connection") continue;
      const key = (news.place ? keys.chatOpenPage : keys.chatConnection)(this.#id, news.userId);
      if (news.isConnected) op.set(key, null);
      else op.delete(key);
    }
    for (const [id, seq] of told) op.set(keys.chatNewsLastSeq(id, this.#id), seq, { expireIn: newsKeptMs });
    return told;
  }

  /** How many of the unwritten news go into one commit; at least one. */
  #fitting(): number {
    let rows = 0;
    let units = 0;
    const upTo = this.#unwritten.findIndex(({ news, to }, at) => {
      const copies = Math.max(1, to.length);
      rows += copies;
      units += copies * unitsOf(news);
      return at > 0 && (rows > rowsAtOnce || units > unitsAtOnce);
    });
    return upTo < 0 ? this.#unwritten.length : upTo;
  }
}

/** Ids and numbers are short; what people and browsers say may be long. */
const unitsOf = (news: InboxRow): number =>
  "data" in news || "offer" in news || "signal" in news ? JSON.stringify(news).length : 300;
