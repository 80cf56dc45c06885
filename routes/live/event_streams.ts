/**
 * Open streams of server-sent events: who listens, at most so many for each person, and how all of them end.
 * A stream says what is true now when it opens and after each message; it keeps nothing for those who were away.
 */
import type { PubSub } from "../../kv/store/pubsub.ts";

export interface Listening {
  userId: number;
  pubsub: PubSub;
  /** The events by name. */
  events: { [name: string]: StreamEvent };
  /** Whether the person may still listen. */
  isAllowed: () => Promise<boolean>;
  /** The topic that says that `isAllowed` may have changed. */
  allowedTopic: string;
  /** Called when the stream begins; returns what to call when it has ended. */
  begun?: () => () => void;
}

/** How often heartbeats come, and after how many a page is asked to open another stream. */
interface Pace {
  everyMs: number;
  beats: number;
}

interface StreamEvent {
  /** The topic that says that there may be something to tell. */
  topic: string;
  /** Reads what is true now, which is the data of the event. */
  read: () => Promise<unknown>;
}

/**
 * A proxy that hears nothing for a minute may close the connection. A heartbeat also ends a stream that is not allowed now.
 */
const heartbeatMs = 25_000;
/**
 * After so many heartbeats a page is asked to open another stream, and one heartbeat later this one ends. Otherwise a
 * device that went out of reach without a word would look present until the network's buffers for it are full.
 */
const beatsUntilAgain = 5;
/** How many streams a person may have: more come from a runaway loop, and the oldest makes room. */
export const streamsPerPerson = 20;
/** How long a browser waits before it reconnects by itself. */
const retryMs = 3000;
/** With more frames that nobody takes, the connection is dead or its reader asleep. */
const unreadFramesAtMost = 16;

export class EventStreams {
  #open = new Map<number, Set<EventStream>>();
  #isShut = false;
  #pace: Pace;

  constructor({ everyMs = heartbeatMs, beats = beatsUntilAgain }: Partial<Pace> = {}) {
    this.#pace = { everyMs, beats };
  }

  /** How many streams are open, of one person or of all. */
  count(userId?: number): number {
    if (userId !== undefined) return this.#open.get(userId)?.size ?? 0;
    return [...this.#open.values()].reduce((sum, streams) => sum + streams.size, 0);
  }

  /** Begins a stream; after `shut` it ends at once. */
  open(listening: Listening): ReadableStream<Uint8Array> {
    const mine = this.#open.get(listening.userId) ?? new Set();
    this.#open.set(listening.userId, mine);
    const stream = new EventStream(listening, this.#pace, () => {
      mine.delete(stream);
      if (mine.size === 0 && this.#open.get(listening.userId) === mine) this.#open.delete(listening.userId);
    });
    mine.add(stream);
    if (mine.size > streamsPerPerson) [...mine][0]!.end();
    if (this.#isShut) stream.end();
    return stream.body;
  }

  /** Ends all streams, and from now on each one that begins: a server that stops does not wait for open pages. */
  shut(): void {
    this.#isShut = true;
    for (const streams of [...this.#open.values()]) for (const stream of [...streams]) stream.end();
  }
}

class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #encoder = new TextEncoder();
  #stops: (() => void)[] = [];
  #heartbeat: ReturnType<typeof setInterval>;
  #beats = 0;
  #isEnded = false;
  #isTelling = false;
  /** Whether to look again, and which events to read. */
  #mustTellAgain = false;
  #unread = new Set<string>();
  #told = new Map<string, string>();
  #onEnd: () => void;
  #listening: Listening;

  constructor(listening: Listening, { everyMs, beats }: Pace, onEnd: () => void) {
    this.#listening = listening;
    this.#onEnd = onEnd;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => this.#letGo(),
    });
    this.#heartbeat = setInterval(() => this.#beat(beats), everyMs);
    const { pubsub, events, allowedTopic, begun } = listening;
    const names = Object.keys(events);
    this.#stops = names.map((name) => pubsub.listen(events[name]!.topic, () => void this.#tell([name])));
    this.#stops.push(pubsub.listen(allowedTopic, () => void this.#tell([])));
    if (begun) this.#stops.push(begun());
    this.#send(`retry: ${retryMs}\n\n`);
    this.#tell(names);
  }

  /** Ends the stream from this side. */
  end(): void {
    if (this.#isEnded) return;
    this.#letGo();
    this.#controller.close();
  }

  #letGo(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    for (const stop of this.#stops) stop();
    this.#onEnd();
  }

  /** Reads and sends what is true of these events; all messages that come meanwhile cause one further reading. */
  async #tell(names: string[]): Promise<void> {
    for (const name of names) this.#unread.add(name);
    this.#mustTellAgain = true;
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (this.#mustTellAgain && !this.#isEnded) {
        this.#mustTellAgain = false;
        if (!await this.#listening.isAllowed()) return this.end();
        const events = [...this.#unread];
        this.#unread.clear();
        for (const event of events) {
          const data = JSON.stringify(await this.#listening.events[event]!.read());
          if (this.#isEnded || data === this.#told.get(event)) continue;
          this.#told.set(event, data);
          this.#send(`event: ${event}\ndata: ${data}\n\n`);
        }
      }
    } catch {
      // The store is unavailable: the listener reconnects and asks anew.
      this.end();
    } finally {
      this.#isTelling = false;
    }
  }

  async #beat(beats: number): Promise<void> {
    const isAllowed = await this.#listening.isAllowed().catch(() => false);
    if (!isAllowed || ++this.#beats > beats) return this.end();
    this.#send(this.#beats < beats ? ": still here\n\n" : "event: again\ndata: {}\n\n");
  }

  #send(frame: string): void {
    if (this.#isEnded) return;
    if ((this.#controller.desiredSize ?? 0) < -unreadFramesAtMost) return this.end();
    this.#controller.enqueue(this.#encoder.encode(frame));
  }
}
