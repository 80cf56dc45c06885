/**
 * Bells: tell who listens in this process that something changed, by topic. A ring carries nothing: the truth is read
 * again by whoever hears it, and a bell too many costs only that reading.
 *
 * Instances of a shared store hear each other once they are connected: each writes its latest rings under a key of its
 * own, of which it is the only writer, and watches the others' keys. What was missed in between rings every bell.
 */
import { keys } from "./keys.ts";
import { prefixes } from "./prefixes.ts";

type Hear = () => void;
/** What stands behind the colon of the topic, or null where any of the kind may have rung. */
type HearAny = (name: string | null) => void;

/** What an instance wrote last: its newest rings, oldest first; the last has the number `seq`. */
interface Rung {
  seq: number;
  topics: string[];
}

/** Rings that the others may be late for; beyond them every bell is rung. */
const keptTopics = 200;
/** An instance that ended says nothing; its key goes by itself. */
const presenceMs = 10 * 60_000;
const retryMs = 1000;

export class Bells {
  #kv: Deno.Kv;
  #listeners = new Map<string, Set<Hear>>();
  /** Those who listen to all topics of a kind, by what stands before the colon. */
  #ofKinds = new Map<string, Set<HearAny>>();
  #connection: Connection | null = null;

  constructor(kv: Deno.Kv) {
    this.#kv = kv;
  }

  /** Calls `hear` at each ring of the topic until the answered function is called. It must neither throw nor wait. */
  listen(topic: string, hear: Hear): () => void {
    const hearing = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, hearing.add(hear));
    return () => {
      hearing.delete(hear);
      if (hearing.size === 0 && this.#listeners.get(topic) === hearing) this.#listeners.delete(topic);
    };
  }

  /**
   * The same for all topics of a kind, such as every "session:…": for whoever would listen to thousands of them. `hear`
   * is told what stands behind the colon, or null where each may have rung.
   */
  listenToAll(kind: string, hear: HearAny): () => void {
    const hearing = this.#ofKinds.get(kind) ?? new Set();
    this.#ofKinds.set(kind, hearing.add(hear));
    return () => void hearing.delete(hear);
  }

  /** To be called after the commit that changed something: here at once, elsewhere as soon as it is heard. */
  ring(topics: readonly string[]): void {
    for (const topic of topics) this.#ringHere(topic);
    this.#connection?.tell(topics);
  }

  /** The same for the other instances alone: what changed here is known here. */
  tell(topics: readonly string[]): void {
    this.#connection?.tell(topics);
  }

  /** Begins to hear and to tell the other instances of a shared store; `id` is this instance's, unlike any other. */
  async connect(id: string): Promise<void> {
    this.#connection = new Connection(this.#kv, id, {
      ring: (topic) => this.#ringHere(topic),
      ringAll: () => this.#ringAllHere(),
    });
    await this.#connection.open();
  }

  /** Ends hearing and telling; resolves when nothing of it is under way any more. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close();
  }

  #ringHere(topic: string): void {
    for (const hear of [...this.#listeners.get(topic) ?? []]) hear();
    const colon = topic.indexOf(":");
    for (const hear of [...this.#ofKinds.get(topic.slice(0, colon)) ?? []]) hear(topic.slice(colon + 1));
  }

  #ringAllHere(): void {
    for (const topic of [...this.#listeners.keys()]) {
      for (const hear of [...this.#listeners.get(topic) ?? []]) hear();
    }
    for (const hearing of [...this.#ofKinds.values()]) for (const hear of [...hearing]) hear(null);
  }
}

const nameOf = (key: Deno.KvKey): string => key.join(" ");

interface Ringer {
  ring: (topic: string) => void;
  ringAll: () => void;
}

class Connection {
  #kv: Deno.Kv;
  #id: string;
  #ringer: Ringer;
  #rung: Rung = { seq: 0, topics: [] };
  #writing: Promise<void> | null = null;
  #isWritten = true;
  #watches = new Map<string, { reader: ReadableStreamDefaultReader<unknown>; done: Promise<void> }>();
  #presence: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  constructor(kv: Deno.Kv, id: string, ringer: Ringer) {
    this.#kv = kv;
    this.#id = id;
    this.#ringer = ringer;
  }

  async open(): Promise<void> {
    await this.#write();
    this.#watch(keys.bellRoster(), () => this.#meetOthers());
    await this.#showUp();
    await this.#meetOthers();
    this.#presence = setInterval(() => this.#writeSoon(true), presenceMs / 3);
  }

  tell(topics: readonly string[]): void {
    this.#rung = {
      seq: this.#rung.seq + topics.length,
      topics: [...this.#rung.topics, ...topics].slice(-keptTopics),
    };
    this.#writeSoon();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#presence);
    const watches = [...this.#watches.values()];
    await Promise.all(watches.map(({ reader }) => reader.cancel().catch(() => {})));
    await Promise.all([...watches.map(({ done }) => done), this.#writing]);
  }

  /** One write at a time; rings that come meanwhile go together in the next. */
  #writeSoon(showsUp = false): void {
    this.#isWritten = false;
    this.#writing ??= (async () => {
      // To the end also when this is closing: nothing rings any more then.
      while (!this.#isWritten) {
        this.#isWritten = true;
        try {
          await this.#write();
          if (showsUp) await this.#showUp();
        } catch {
          // The store is away; the next ring or sign of life carries these as well.
        }
      }
      this.#writing = null;
    })();
  }

  async #write(): Promise<void> {
    await this.#kv.set(keys.bell(this.#id), this.#rung, { expireIn: presenceMs });
  }

  /** Whoever is there looks around again, and finds this one. */
  async #showUp(): Promise<void> {
    await this.#kv.set(keys.bellRoster(), this.#id);
  }

  async #meetOthers(): Promise<void> {
    for await (const { key } of this.#kv.list({ prefix: prefixes.bells() })) {
      if (String(key[1]) !== this.#id && !this.#isClosed) this.#follow(String(key[1]));
    }
  }

  #follow(id: string): void {
    let heard: number | null = null;
    this.#watch(keys.bell(id), (value) => {
      const rung = value as Rung | null;
      // It ended without a word, or was asleep for long; then it shows up again.
      if (!rung) return this.#forget(keys.bell(id));
      // Whom one has just met may have rung before: those bells are rung late rather than never.
      const missed = rung.seq - (heard ?? 0);
      heard = rung.seq;
      if (missed > rung.topics.length) return this.#ringer.ringAll();
      for (const topic of rung.topics.slice(rung.topics.length - Math.max(0, missed))) this.#ringer.ring(topic);
    });
  }

  #forget(key: Deno.KvKey): void {
    const name = nameOf(key);
    // Not waited for: it is the watch itself that forgets.
    this.#watches.get(name)?.reader.cancel().catch(() => {});
    this.#watches.delete(name);
  }

  /** Watches one key as long as the connection lives; a line that broke rings every bell when it is back. */
  #watch(key: Deno.KvKey, changed: (value: unknown) => void | Promise<void>): void {
    const name = nameOf(key);
    if (this.#watches.has(name) || this.#isClosed) return;
    const reader = this.#kv.watch([key]).getReader();
    const done = (async () => {
      try {
        while (true) {
          const { done, value } = await reader.read();
          if (done) break;
          await changed((value as [Deno.KvEntryMaybe<unknown>])[0].value);
        }
      } catch {
        // Broken off; taken up again below.
      }
      if (this.#isClosed || this.#watches.get(name)?.reader !== reader) return;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      this.#watches.delete(name);
      this.#watch(key, changed);
      this.#ringer.ringAll();
    })();
    this.#watches.set(name, { reader, done });
  }
}
