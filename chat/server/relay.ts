/**
 * Between the instances of one store. What one has to tell another lies under a key of the two, numbered, and the other
 * watches the number of the last (relay_inbox.ts); only instances that are concerned are told (relay_messages.ts). Each
 * greets those that it finds: from then on it tells them everything, and who is connected to it stands in the store. An
 * instance without a sign of life for 15 s is dead (vital_signs.ts). One that was declared dead learns it with its next
 * sign or news, and begins anew under another name: what it had still to tell it tells under that.
 */
import { getLogger } from "@logtape/logtape";
import { sayGoodbye, whileAlive } from "../../kv/chats/instances.ts";
import type { Store } from "../../kv/open.ts";
import { commitNow } from "../../kv/store/commit.ts";
import { Trouble } from "../../kv/store/health/trouble.ts";
import { keys } from "../../kv/store/keys.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { Inbox, type RelayNews } from "./relay_inbox.ts";
import { concernedBy, type RelayMessage } from "./relay_messages.ts";
import { RecentNews } from "./relay_recent.ts";
import { VitalSigns } from "./vital_signs.ts";

const log = getLogger(["vesna", "chat"]);

export interface Hearing {
  heard: (message: RelayMessage) => void;
  /** Chats of these instances are over; called again where it rejects. */
  died: (instanceIds: ReadonlySet<string>) => Promise<void>;
  /** Something was missed for good: whoever is connected here must begin anew. */
  missed: () => void;
  /** This instance was declared dead, and has another name from now on: the chats that it held are over. */
  renamed: (formerId: string, id: string) => void;
}

/** Another instance. */
interface Peer {
  inbox: Inbox;
  /** Who is connected to it. */
  connections: Set<number>;
}

/** News, and the instances that are to be told. */
interface Unwritten {
  news: RelayNews;
  to: string[];
}

/** Says that an instance has come or gone. */
const topic = "chat-relay";
const newsKeptMs = 120_000;
/** Rows of one commit, which holds a thousand changes. */
const rowsAtOnce = 200;
/** Between two tries at a store that refuses; news are of the moment, so that they wait for little. */
const restsMs = { firstMs: 200, longestMs: 2000 };
/** A commit holds 800 KiB; what two browsers tell each other may be long. */
const unitsAtOnce = 100_000;

export class Relay {
  #store: Store;
  #id: string;
  #hearing: Hearing;
  #peers = new Map<string, Peer>();
  #unwritten: Unwritten[] = [];
  #writing: Promise<void> | null = null;
  /** The number of the last news that each instance was told under the present name. */
  #told = new Map<string, number>();
  #recent: RecentNews;
  #signs: VitalSigns;
  /** Whose chats are still to be ended. */
  #gone = new Set<string>();
  /** Whether this instance was declared dead under its present name. */
  #isDeclaredDead = false;
  #timer: ReturnType<typeof setInterval> | null = null;
  #looking: Promise<void> | null = null;
  #mustLookAgain = false;
  /** What was let go of and is not at rest yet. */
  #closing = new Set<Promise<void>>();
  #stopListening: () => void = () => {};
  #isClosing = false;
  #isClosed = false;
  #unwritable = new Trouble(restsMs);
  #unreadable = new Trouble(restsMs);

  constructor(
    store: Store,
    id: string,
    hearing: Hearing,
    { deadAfterMs = 15_000, elapsedMs = () => performance.now() }: { deadAfterMs?: number; elapsedMs?: () => number } =
      {},
  ) {
    this.#store = store;
    this.#id = id;
    this.#hearing = hearing;
    this.#signs = new VitalSigns(store, deadAfterMs, elapsedMs);
    this.#recent = new RecentNews(elapsedMs);
  }

  async open(): Promise<void> {
    await this.#signs.show(this.#id);
    this.#stopListening = this.#store.pubsub.listen(topic, () => void this.#lookSoon());
    await this.#lookSoon();
    this.#store.pubsub.publish([topic]);
    this.#timer = setInterval(() => {
      void this.showAlive();
      void this.#lookSoon();
      this.#recent.forgetOld();
    }, this.#signs.everyMs);
  }

  /** Shows that this instance lives; where it was declared dead it begins anew. Never throws. */
  async showAlive(): Promise<void> {
    const id = this.#id;
    const isAlive = await this.#signs.show(id).catch(() => true);
    if (!isAlive && id === this.#id) this.#declaredDead();
  }

  /** Whether somebody has a connection to another instance. */
  isConnected(userId: number): boolean {
    for (const { connections } of this.#peers.values()) if (connections.has(userId)) return true;
    return false;
  }

  /** Whether another instance is known to live. */
  isAlive(instanceId: string): boolean {
    return this.#peers.has(instanceId);
  }

  /** Tells the other instances that are concerned, each in order. */
  publish(message: RelayMessage): void {
    if (this.#isClosed) return;
    const to = this.#concerned(message);
    this.#recent.add(message, to);
    this.#tell(message, to);
  }

  #concerned(message: RelayMessage): string[] {
    const concerned = concernedBy(message);
    if (!concerned) return [...this.#peers.keys()];
    const { people, instanceId } = concerned;
    return [...this.#peers].filter(([id, { connections }]) =>
      id === instanceId || people.some((userId) => connections.has(userId))
    ).map(([id]) => id);
  }

  #tell(news: RelayNews, to: string[]): void {
    // Who is connected is written down for those who come later as well.
    if (to.length === 0 && news.kind !== "connection") return;
    this.#unwritten.push({ news, to });
    this.#writing ??= this.#write();
  }

  /** Takes back every connection and sign of life: the others need not wait for this instance to be dead. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#isClosing = true;
    await this.#writing;
    this.#isClosed = true;
    this.#stopListening();
    await this.#looking;
    for (const { inbox } of this.#peers.values()) this.#letGo(inbox);
    await Promise.all(this.#closing);
    await sayGoodbye(this.#store, this.#id).catch((error) => {
      log.error("an instance could not say goodbye; the others miss it soon: {error}", { error: String(error) });
    });
    this.#store.pubsub.publish([topic]);
  }

  #declaredDead(): void {
    this.#isDeclaredDead = true;
    // After the news that are being written, of which it is then known whether they were.
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    while (this.#isDeclaredDead || this.#unwritten.length > 0) {
      if (this.#isDeclaredDead) {
        await this.#beginAnew();
        continue;
      }
      const some = this.#unwritten.slice(0, this.#fitting());
      const op = whileAlive(this.#store.kv.atomic(), this.#id);
      const told = this.#put(op, some);
      try {
        if (!await commitNow(op)) {
          this.#isDeclaredDead = true;
          continue;
        }
        for (const [id, seq] of told) this.#told.set(id, seq);
        this.#unwritten.splice(0, some.length);
        if (this.#unwritable.worked()) log.info("news can be written again");
      } catch (error) {
        if (this.#unwritable.failed()) log.error("news cannot be written: {error}", { error: String(error) });
        // Whoever ends does not wait for a store that takes nothing.
        if (this.#isClosing) break;
        await new Promise((resolve) => setTimeout(resolve, this.#unwritable.restMs));
      }
    }
    // In the same turn as the last look at what is unwritten: nothing may come in between.
    this.#writing = null;
  }

  /** Adds news and their numbers to a commit; answers the numbers to which those that are told have come with it. */
  #put(op: Deno.AtomicOperation, some: readonly Unwritten[]): Map<string, number> {
    const told = new Map<string, number>();
    for (const { news, to } of some) {
      for (const id of to) {
        const seq = (told.get(id) ?? this.#told.get(id) ?? 0) + 1;
        told.set(id, seq);
        op.set(keys.chatRelayMessages(id, this.#id, seq), news, { expireIn: newsKeptMs });
      }
      if (news.kind !== "connection") continue;
      const key = keys.chatConnection(this.#id, news.userId);
      if (news.isConnected) op.set(key, null);
      else op.delete(key);
    }
    for (const [id, seq] of told) op.set(keys.chatRelayLastSeq(id, this.#id), seq, { expireIn: newsKeptMs });
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

  /** Another name, under which nothing was told yet; whoever has a connection here is let go, and comes again. */
  async #beginAnew(): Promise<void> {
    const formerId = this.#id;
    this.#isDeclaredDead = false;
    this.#id = this.#store.randomToken();
    this.#told.clear();
    const greetings = [...this.#peers.keys()].map((id) => ({ news: { kind: "greeting" as const }, to: [id] }));
    const others = this.#unwritten.filter(({ news: { kind } }) => kind !== "connection" && kind !== "greeting");
    this.#unwritten = [...greetings, ...others];
    for (const [id, peer] of this.#peers) {
      this.#letGo(peer.inbox);
      peer.inbox = this.#inboxOf(id, peer.connections);
      peer.inbox.open();
    }
    this.#hearing.renamed(formerId, this.#id);
    await this.showAlive();
    this.#store.pubsub.publish([topic]);
  }

  #lookSoon(): Promise<void> {
    this.#mustLookAgain = true;
    return this.#looking ??= this.#look();
  }

  async #look(): Promise<void> {
    while (this.#mustLookAgain && !this.#isClosed) {
      this.#mustLookAgain = false;
      try {
        await this.#meet();
        await this.#lookForUnread();
        if (this.#unreadable.worked()) log.info("news can be read again");
      } catch (error) {
        if (this.#unreadable.failed()) log.error("news cannot be read: {error}", { error: String(error) });
      }
    }
    this.#looking = null;
  }

  async #meet(): Promise<void> {
    const alive = await this.#signs.look(this.#id);
    for (const id of alive) if (!this.#peers.has(id)) await this.#take(id);
    for (const [id, peer] of [...this.#peers]) {
      if (alive.has(id)) continue;
      await peer.inbox.read();
      this.#letGo(peer.inbox);
      this.#peers.delete(id);
      this.#gone.add(id);
      for (const userId of peer.connections) this.#hearing.heard({ kind: "connection", userId, isConnected: false });
    }
    if (this.#gone.size === 0) return;
    await this.#hearing.died(this.#gone);
    this.#gone.clear();
  }

  /** Where a watch has said nothing, or what it told of could not be read. */
  async #lookForUnread(): Promise<void> {
    for await (const { key, value } of this.#store.kv.list<number>({ prefix: prefixes.chatRelayLastSeqs(this.#id) })) {
      // It may have another name by now, under which it was told less.
      if (key[1] === this.#id) this.#peers.get(String(key[2]))?.inbox.noteLast(value);
    }
  }

  async #take(id: string): Promise<void> {
    const connections = new Set<number>();
    const peer: Peer = { inbox: this.#inboxOf(id, connections), connections };
    this.#peers.set(id, peer);
    this.#tell({ kind: "greeting" }, [id]);
    try {
      await this.#readConnections(id, connections);
    } catch (error) {
      this.#peers.delete(id);
      throw error;
    }
    peer.inbox.open();
  }

  #inboxOf(id: string, connections: Set<number>): Inbox {
    const inbox = new Inbox(this.#store, { to: this.#id, from: id }, {
      heard: (message) => {
        if (message.kind === "connection") this.#connectionChanged(id, connections, message);
        else this.#hearing.heard(message);
      },
      greeted: () => this.#readConnections(id, connections),
      missed: this.#hearing.missed,
      unread: () => void this.#read(inbox),
    });
    return inbox;
  }

  async #read(inbox: Inbox): Promise<void> {
    try {
      await inbox.read();
      if (this.#unreadable.worked()) log.info("news can be read again");
    } catch (error) {
      if (this.#unreadable.failed()) log.error("news cannot be read: {error}", { error: String(error) });
    }
  }

  /** Who is connected to another instance, as the store has it. */
  async #readConnections(id: string, connections: Set<number>): Promise<void> {
    const found = new Set<number>();
    const list = this.#store.kv.list({ prefix: prefixes.chatConnections(id) }, { batchSize: 500 });
    for await (const { key } of list) found.add(Number(key[2]));
    const gone = [...connections].filter((userId) => !found.has(userId));
    const came = [...found].filter((userId) => !connections.has(userId));
    for (const userId of gone) this.#connectionChanged(id, connections, { userId, isConnected: false });
    for (const userId of came) this.#connectionChanged(id, connections, { userId, isConnected: true });
  }

  #connectionChanged(
    id: string,
    connections: Set<number>,
    { userId, isConnected }: { userId: number; isConnected: boolean },
  ): void {
    if (isConnected) {
      connections.add(userId);
      for (const message of this.#recent.missedBy(id, userId)) this.#tell(message, [id]);
    } else connections.delete(userId);
    this.#hearing.heard({ kind: "connection", userId, isConnected });
  }

  #letGo(inbox: Inbox): void {
    const closing = inbox.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

/** Ids and numbers are short; what people and browsers say may be long. */
const unitsOf = (news: RelayNews): number =>
  "data" in news || "offer" in news || "signal" in news ? JSON.stringify(news).length : 300;
