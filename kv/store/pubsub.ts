/**
 * Publishes, by topic, that something changed. A message carries nothing: each listener reads the store again, so that
 * one message too many costs only that reading.
 *
 * Instances of a shared store hear each other once they are connected: each writes its latest topics under a key of its
 * own, of which it is the only writer, and watches the others' keys. An instance that missed some publishes every
 * topic.
 */
import { nameOfKey } from "./key_name.ts";
import { keys } from "./keys.ts";
import { prefixes } from "./prefixes.ts";

type Hear = () => void;
/** `name` is what stands behind the colon of the topic, or null if any topic of the kind may have changed. */
type HearAny = (name: string | null) => void;

/** What an instance wrote last: its newest topics, oldest first; the last has the number `seq`. */
interface Published {
  seq: number;
  topics: string[];
  /** It has told everything, and nothing follows. */
  hasEnded?: true;
}

/** How many topics are kept for instances that are late; one that missed more publishes every topic. */
const keptTopics = 200;
/** After this time, the key of an instance that ended without a word expires. */
const presenceMs = 10 * 60_000;
const retryMs = 1000;

export class PubSub {
  #kv: Deno.Kv;
  #listeners = new Map<string, Set<Hear>>();
  /** Those who listen to all topics of a kind, by what stands before the colon. */
  #ofKinds = new Map<string, Set<HearAny>>();
  #connection: Connection | null = null;

  constructor(kv: Deno.Kv) {
    this.#kv = kv;
  }

  /**
   * Calls `hear` whenever the topic is published, until the returned function is called. `hear` must neither throw nor
   * wait.
   */
  listen(topic: string, hear: Hear): () => void {
    const hearing = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, hearing.add(hear));
    return () => {
      hearing.delete(hear);
      if (hearing.size === 0 && this.#listeners.get(topic) === hearing) this.#listeners.delete(topic);
    };
  }

  /**
   * As `listen`, for all topics of a kind, such as every "session:…", instead of listening to thousands of them. `hear`
   * is told what stands behind the colon, or null if any of them may have changed.
   */
  listenToAll(kind: string, hear: HearAny): () => void {
    const hearing = this.#ofKinds.get(kind) ?? new Set();
    this.#ofKinds.set(kind, hearing.add(hear));
    return () => void hearing.delete(hear);
  }

  /** Publishes topics, here at once, elsewhere as soon as they are heard. To be called after the commit of the change. */
  publish(topics: readonly string[]): void {
    for (const topic of topics) this.#publishHere(topic);
    this.#connection?.tell(topics);
  }

  /** As `publish`, but only to the other instances: what changed here is known here. */
  tell(topics: readonly string[]): void {
    this.#connection?.tell(topics);
  }

  /** Connects to the other instances of a shared store; `id` is this instance's, unlike any other. */
  async connect(id: string): Promise<void> {
    this.#connection = new Connection(this.#kv, id, {
      publish: (topic) => this.#publishHere(topic),
      publishAll: () => this.publishAllHere(),
    });
    await this.#connection.open();
  }

  get isConnected(): boolean {
    return this.#connection !== null;
  }

  /** Disconnects from the other instances; resolves when nothing is under way any more. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close();
  }

  #publishHere(topic: string): void {
    for (const hear of [...this.#listeners.get(topic) ?? []]) hear();
    const colon = topic.indexOf(":");
    for (const hear of [...this.#ofKinds.get(topic.slice(0, colon)) ?? []]) hear(topic.slice(colon + 1));
  }

  /** Publishes every topic here, because what other instances told may have been missed. */
  publishAllHere(): void {
    for (const topic of [...this.#listeners.keys()]) {
      for (const hear of [...this.#listeners.get(topic) ?? []]) hear();
    }
    for (const hearing of [...this.#ofKinds.values()]) for (const hear of [...hearing]) hear(null);
  }
}

interface Publisher {
  publish: (topic: string) => void;
  publishAll: () => void;
}

class Connection {
  #kv: Deno.Kv;
  #id: string;
  #publisher: Publisher;
  #published: Published = { seq: 0, topics: [] };
  #writing: Promise<void> | null = null;
  #isWritten = true;
  #watches = new Map<string, { reader: ReadableStreamDefaultReader<unknown>; done: Promise<void> }>();
  /** The instances that have ended, each with the last number that was heard of it: their keys stay for a while. */
  #ended = new Map<string, number>();
  #presence: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  constructor(kv: Deno.Kv, id: string, publisher: Publisher) {
    this.#kv = kv;
    this.#id = id;
    this.#publisher = publisher;
  }

  async open(): Promise<void> {
    await this.#write();
    this.#watch(keys.pubsubRoster(), () => this.#meetOthers());
    await this.#showUp();
    await this.#meetOthers();
    this.#presence = setInterval(() => this.#writeSoon(true), presenceMs / 3);
  }

  tell(topics: readonly string[]): void {
    this.#published = {
      seq: this.#published.seq + topics.length,
      topics: [...this.#published.topics, ...topics].slice(-keptTopics),
    };
    this.#writeSoon();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#presence);
    const watches = [...this.#watches.values()];
    await Promise.all(watches.map(({ reader }) => reader.cancel().catch(() => {})));
    await Promise.all([...watches.map(({ done }) => done), this.#writing]);
    // If the store is away, the others take this instance for dead, and lose nothing by it.
    await this.#write({ ...this.#published, hasEnded: true }).catch(() => {});
  }

  /** One write at a time; topics that come meanwhile go together in the next. */
  #writeSoon(showsUp = false): void {
    this.#isWritten = false;
    this.#writing ??= (async () => {
      // Goes on to the end even while this is closing: nothing is published any more then.
      while (!this.#isWritten) {
        this.#isWritten = true;
        try {
          await this.#write();
          if (showsUp) await this.#showUp();
        } catch {
          // The store is away. Closing does not wait for it.
          if (this.#isClosed) break;
          this.#isWritten = false;
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
      }
      this.#writing = null;
    })();
  }

  async #write(published = this.#published): Promise<void> {
    await this.#kv.set(keys.pubsubInstance(this.#id), published, { expireIn: presenceMs });
  }

  /** Makes the other instances look around again, and find this one. */
  async #showUp(): Promise<void> {
    await this.#kv.set(keys.pubsubRoster(), this.#id);
  }

  async #meetOthers(): Promise<void> {
    for await (const { key, value } of this.#kv.list<Published>({ prefix: prefixes.pubsub() })) {
      const id = String(key[1]);
      const isHeard = value.hasEnded && this.#ended.get(id) === value.seq;
      if (id !== this.#id && !isHeard && !this.#isClosed) this.#follow(id);
    }
  }

  #follow(id: string): void {
    let heard: number | null = null;
    this.#watch(keys.pubsubInstance(id), (value) => {
      const published = value as Published | null;
      if (!published) {
        // It ended without a word, perhaps between a commit and its message; or it was asleep, and will show up again.
        if (heard !== null) this.#publisher.publishAll();
        return this.#forget(keys.pubsubInstance(id));
      }
      // An instance just met may have published before: its topics are published late rather than never.
      const missed = published.seq - (heard ?? 0);
      heard = published.seq;
      if (missed > published.topics.length) this.#publisher.publishAll();
      else if (missed > 0) { for (const topic of published.topics.slice(-missed)) this.#publisher.publish(topic); }
      if (!published.hasEnded) return;
      this.#ended.set(id, published.seq);
      this.#forget(keys.pubsubInstance(id));
    });
  }

  #forget(key: Deno.KvKey): void {
    const name = nameOfKey(key);
    // Not waited for: it is the watch itself that forgets.
    this.#watches.get(name)?.reader.cancel().catch(() => {});
    this.#watches.delete(name);
  }

  /** Watches one key as long as the connection lives; a watch that broke publishes every topic when it is back. */
  #watch(key: Deno.KvKey, changed: (value: unknown) => void | Promise<void>): void {
    const name = nameOfKey(key);
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
        // Broken off, or what was to be read now could not be; taken up again below.
        await reader.cancel().catch(() => {});
      }
      if (this.#isClosed || this.#watches.get(name)?.reader !== reader) return;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      this.#watches.delete(name);
      this.#watch(key, changed);
      this.#publisher.publishAll();
    })();
    this.#watches.set(name, { reader, done });
  }
}
