/**
 * Carries news between the instances of one store. What one instance has to tell another lies under a key of the two,
 * numbered (outbox.ts), and the other watches the number of the last (inbox.ts). Only instances that are
 * concerned are told (news.ts). An instance greets the others that it finds: from then on it tells them
 * everything, and the store has who is connected to it. An instance without a sign of life for 15 s is dead
 * (vital_signs.ts). It learns that with its next sign or news, and begins anew under another name.
 */
import { getLogger } from "@logtape/logtape";
import { sayGoodbye } from "../../../kv/chats/instances.ts";
import type { Store } from "../../../kv/open.ts";
import { Trouble } from "../../../kv/store/health/trouble.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { Inbox } from "./inbox.ts";
import { concernedBy, type Connected, type InstanceNews } from "./news.ts";
import { Outbox } from "./outbox.ts";
import { RecentNews } from "./recent_news.ts";
import { VitalSigns } from "./vital_signs.ts";

const log = getLogger(["vesna", "chat"]);

export interface InstanceListener {
  heard: (news: InstanceNews) => void;
  /** These instances are gone, and their chats are over; called again if it rejects. */
  died: (instanceIds: ReadonlySet<string>) => Promise<void>;
  /** Something was missed for good: everybody connected here must begin anew. */
  missed: () => void;
  /** This instance was declared dead, and has another name from now on: the chats that it held are over. */
  renamed: (formerId: string, id: string) => void;
}

/** Another instance. */
interface Peer {
  inbox: Inbox;
  present: Present;
}

/** Who has a connection of the chat to an instance, and who has another page open there. */
type Present = Record<"chat" | "page", Set<number>>;

const nobody = (): Present => ({ chat: new Set(), page: new Set() });
const places = ["chat", "page"] as const;

/** Says that an instance has come or gone. Other builds on the same store know it by this name. */
const topic = "chat-relay";
/** Nobody waits for these pauses: news are read again as soon as there is something to read. */
const restsMs = { firstMs: 200, longestMs: 2000 };

export class OtherInstances {
  #store: Store;
  #listener: InstanceListener;
  #peers = new Map<string, Peer>();
  #outbox: Outbox;
  #recent: RecentNews;
  #signs: VitalSigns;
  /** Instances that are gone, and whose chats are still to be ended. */
  #gone = new Set<string>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #looking: Promise<void> | null = null;
  #mustLookAgain = false;
  /** Inboxes that are still closing. */
  #closing = new Set<Promise<void>>();
  #stopListening: () => void = () => {};
  #isClosed = false;
  #unreadable = new Trouble(restsMs);

  constructor(
    store: Store,
    id: string,
    listener: InstanceListener,
    { deadAfterMs = 15_000, elapsedMs = () => performance.now() }: { deadAfterMs?: number; elapsedMs?: () => number } =
      {},
  ) {
    this.#store = store;
    this.#listener = listener;
    this.#outbox = new Outbox(store, id, () => this.#beginAnew());
    this.#signs = new VitalSigns(store, deadAfterMs, elapsedMs);
    this.#recent = new RecentNews(elapsedMs);
  }

  /** The present name of this instance. */
  get #id(): string {
    return this.#outbox.id;
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
    if (!isAlive && id === this.#id) this.#outbox.noteDeath();
  }

  /** Whether somebody has a connection to another instance. */
  isConnected(userId: number): boolean {
    return this.#some(({ chat }) => chat.has(userId));
  }

  /** Whether somebody has a page that is not the chat open at another instance. */
  hasPage(userId: number): boolean {
    return this.#some(({ page }) => page.has(userId));
  }

  #some(holds: (present: Present) => boolean): boolean {
    for (const { present } of this.#peers.values()) if (holds(present)) return true;
    return false;
  }

  /** Whether another instance is known to live. */
  isAlive(instanceId: string): boolean {
    return this.#peers.has(instanceId);
  }

  /** The same, but looks again for an unknown instance: it may have begun just now. */
  async findsAlive(instanceId: string): Promise<boolean> {
    if (!this.isAlive(instanceId)) await this.#lookSoon();
    return this.isAlive(instanceId);
  }

  /** Tells the other instances that are concerned, each in order. */
  publish(news: InstanceNews): void {
    if (this.#isClosed) return;
    const to = this.#concerned(news);
    this.#recent.add(news, to);
    this.#outbox.tell(news, to);
  }

  #concerned(news: InstanceNews): string[] {
    const concerned = concernedBy(news);
    if (!concerned) return [...this.#peers.keys()];
    const { people, instanceId } = concerned;
    return [...this.#peers].filter(([id, { present }]) =>
      id === instanceId || people.some((userId) => present.chat.has(userId))
    ).map(([id]) => id);
  }

  /** Takes back every connection and sign of life, so that the others need not wait for this instance to be dead. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#outbox.close();
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

  /** Takes another name, under which nothing was told yet; everybody connected here is let go, and comes again. */
  async #beginAnew(): Promise<void> {
    const formerId = this.#id;
    this.#outbox.beginAnew(this.#store.randomToken(), this.#peers.keys());
    for (const [id, peer] of this.#peers) {
      this.#letGo(peer.inbox);
      peer.inbox = this.#inboxOf(id, peer.present);
      peer.inbox.open();
    }
    this.#listener.renamed(formerId, this.#id);
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
    // This instance may have taken another name meanwhile, and shown itself by that.
    alive.delete(this.#id);
    for (const id of alive) if (!this.#peers.has(id)) await this.#take(id);
    for (const [id, peer] of [...this.#peers]) {
      if (alive.has(id)) continue;
      await peer.inbox.read();
      this.#letGo(peer.inbox);
      this.#peers.delete(id);
      this.#gone.add(id);
      // It may have died between a commit and the telling of it. Once for each: what follows may be tried again.
      if (this.#signs.isDead(id)) this.#store.pubsub.publishAllHere();
      for (const place of places) {
        for (const userId of peer.present[place]) this.#listener.heard(newsOf(place, userId, false));
      }
    }
    if (this.#gone.size === 0) return;
    await this.#listener.died(this.#gone);
    this.#gone.clear();
  }

  /** Finds news of which a watch said nothing, or which could not be read. */
  async #lookForUnread(): Promise<void> {
    for await (const { key, value } of this.#store.kv.list<number>({ prefix: prefixes.chatNewsLastSeqs(this.#id) })) {
      // This instance may have another name by now, under which it was told less.
      if (key[1] === this.#id) this.#peers.get(String(key[2]))?.inbox.noteLast(value);
    }
  }

  async #take(id: string): Promise<void> {
    const present = nobody();
    const peer: Peer = { inbox: this.#inboxOf(id, present), present };
    this.#peers.set(id, peer);
    this.#outbox.tell({ kind: "greeting" }, [id]);
    try {
      await this.#readPresent(id, present);
    } catch (error) {
      this.#peers.delete(id);
      throw error;
    }
    peer.inbox.open();
  }

  #inboxOf(id: string, present: Present): Inbox {
    const inbox = new Inbox(this.#store, { to: this.#id, from: id }, {
      heard: (news) => {
        if (news.kind === "connection") this.#presentChanged(id, present, news);
        else this.#listener.heard(news);
      },
      greeted: () => this.#readPresent(id, present),
      missed: this.#listener.missed,
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

  /** Who is present at another instance, as the store has it. */
  async #readPresent(id: string, present: Present): Promise<void> {
    const found = nobody();
    const list = this.#store.kv.list({ prefix: prefixes.chatConnections(id) }, { batchSize: 500 });
    for await (const { key } of list) found[key.length === 3 ? "chat" : "page"].add(Number(key[2]));
    for (const place of places) {
      const told = (userId: number, isConnected: boolean) =>
        this.#presentChanged(id, present, newsOf(place, userId, isConnected));
      for (const userId of present[place].difference(found[place])) told(userId, false);
      for (const userId of found[place]) told(userId, true);
    }
  }

  #presentChanged(id: string, present: Present, news: Connected): void {
    const { userId, isConnected, place } = news;
    const those = present[place ?? "chat"];
    // It may have been read from the store before it was told.
    if (those.has(userId) === isConnected) return;
    if (isConnected) those.add(userId);
    else those.delete(userId);
    const missed = isConnected && !place ? this.#recent.missedBy(id, userId) : [];
    for (const news of missed) this.#outbox.tell(news, [id]);
    this.#listener.heard(news);
  }

  #letGo(inbox: Inbox): void {
    const closing = inbox.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

/** That somebody came to another instance or left it. */
const newsOf = (place: keyof Present, userId: number, isConnected: boolean): Connected => ({
  kind: "connection",
  userId,
  isConnected,
  ...(place === "page" && { place }),
});
