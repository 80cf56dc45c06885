/**
 * Between the instances of one store: what one has to tell lies under a key of its own, numbered; a bell says that
 * there is more, and each reads on from where it was. An instance without a sign of life for 15 s is dead
 * (vital_signs.ts). One that was declared dead learns it with its next sign or news, and begins anew under another name:
 * what it had still to tell it tells under that.
 */
import { getLogger } from "@logtape/logtape";
import type { Invitation } from "../../kv/chats/invitations.ts";
import { sayGoodbye, whileAlive } from "../../kv/chats/instances.ts";
import type { Store } from "../../kv/open.ts";
import { commitNow } from "../../kv/store/commit.ts";
import { Trouble } from "../../kv/store/health/trouble.ts";
import { keys } from "../../kv/store/keys.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import type { ChatUser } from "../shared/server_events.ts";
import type { Signal } from "./calls/addresses.ts";
import { VitalSigns } from "./vital_signs.ts";

const log = getLogger(["vesna", "chat"]);

export type RelayMessage =
  | { kind: "frame"; to: number; event: string; data: object }
  | { kind: "message"; manId: number; ladyId: number; seq: number }
  /** That message has its translation by now. */
  | { kind: "translated"; manId: number; ladyId: number; seq: number }
  | { kind: "connection"; userId: number; isConnected: boolean }
  | { kind: "chat"; chatId: string }
  | { kind: "person"; userId: number }
  | { kind: "blocked"; userId: number; otherId: number }
  | { kind: "answered"; invitationId: string; isCallAccepted: boolean }
  /** The accepted call is open, and what waited for that was told; or it could not be opened. */
  | { kind: "opened"; invitationId: string }
  /** Somebody asks for a text chat. */
  | { kind: "asked"; invitation: Invitation; from: ChatUser }
  /** Somebody asks for a call; whoever is asked may come to any instance. */
  | { kind: "call"; invitation: Invitation; from: ChatUser; offer: Signal }
  /** Of an invitation that waits; of none in an open call. */
  | { kind: "signal"; invitationId: string | null; from: number; to: number; signal: Signal }
  | { kind: "media"; chatId: string; userId: number; isUp: boolean };

export interface Hearing {
  heard: (message: RelayMessage) => void;
  /** Chats of these instances are over; called again where it rejects. */
  died: (instanceIds: ReadonlySet<string>) => Promise<void>;
  /** Something was missed for good: whoever is connected here must begin anew. */
  missed: () => void;
  /** This instance was declared dead, and has another name from now on: the chats that it held are over. */
  renamed: (formerId: string, id: string) => void;
}

interface Peer {
  cursor: number;
  connections: Set<number>;
  reading: Promise<void>;
}

const topic = "chat-relay";
const messagesKeptMs = 120_000;
const writtenAtOnce = 50;
/** Between two tries at a store that refuses; news are of the moment, so that they wait for little. */
const restsMs = { firstMs: 200, longestMs: 2000 };
/** A commit holds 800 KiB; what two browsers tell each other may be long. */
const unitsAtOnce = 100_000;

export class Relay {
  #store: Store;
  #id: string;
  #hearing: Hearing;
  #seq = 0;
  #unwritten: RelayMessage[] = [];
  #writing: Promise<void> | null = null;
  #peers = new Map<string, Peer>();
  #signs: VitalSigns;
  /** Whose chats are still to be ended. */
  #gone = new Set<string>();
  /** Whether this instance was declared dead under its present name. */
  #isDeclaredDead = false;
  #timer: ReturnType<typeof setInterval> | null = null;
  #looking: Promise<void> | null = null;
  #mustLookAgain = false;
  #stopListening: () => void = () => {};
  #isOpen = false;
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
  }

  async open(): Promise<void> {
    await this.#signs.show(this.#id);
    this.#stopListening = this.#store.pubsub.listen(topic, () => void this.#lookSoon());
    await this.#lookSoon();
    this.#isOpen = true;
    this.#store.pubsub.publish([topic]);
    this.#timer = setInterval(() => {
      void this.showAlive();
      void this.#lookSoon();
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

  /** Tells the other instances, in order. */
  publish(message: RelayMessage): void {
    if (this.#isClosed) return;
    this.#unwritten.push(message);
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
    await Promise.all([...this.#peers.values()].map(({ reading }) => reading));
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
      some.forEach((message, at) => {
        op.set(keys.chatRelayMessages(this.#id, this.#seq + at + 1), message, { expireIn: messagesKeptMs });
        if (message.kind !== "connection") return;
        const key = keys.chatConnection(this.#id, message.userId);
        if (message.isConnected) op.set(key, null);
        else op.delete(key);
      });
      try {
        if (!await commitNow(op)) {
          this.#isDeclaredDead = true;
          continue;
        }
        this.#seq += some.length;
        this.#unwritten.splice(0, some.length);
        this.#store.pubsub.publish([topic]);
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

  /** Another name, under which nothing was told yet; whoever has a connection here is let go, and comes again. */
  async #beginAnew(): Promise<void> {
    const formerId = this.#id;
    this.#isDeclaredDead = false;
    this.#id = this.#store.randomToken();
    this.#seq = 0;
    this.#unwritten = this.#unwritten.filter(({ kind }) => kind !== "connection");
    this.#hearing.renamed(formerId, this.#id);
    await this.showAlive();
  }

  /** How many of the unwritten news go into one commit; at least one. */
  #fitting(): number {
    let units = 0;
    const upTo = this.#unwritten.slice(0, writtenAtOnce).findIndex((message, at) => {
      units += "data" in message || "offer" in message || "signal" in message ? JSON.stringify(message).length : 200;
      return at > 0 && units > unitsAtOnce;
    });
    return upTo < 0 ? writtenAtOnce : upTo;
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
        await Promise.all([...this.#peers].map(([id, peer]) => this.#read(id, peer)));
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
      await this.#read(id, peer);
      this.#peers.delete(id);
      this.#gone.add(id);
      for (const userId of peer.connections) this.#hearing.heard({ kind: "connection", userId, isConnected: false });
    }
    if (this.#gone.size === 0) return;
    await this.#hearing.died(this.#gone);
    this.#gone.clear();
  }

  /** Of those who are there when this one opens, it hears from now on; of those who come later, all that they have told. */
  async #take(id: string): Promise<void> {
    let cursor = 0;
    const newest = this.#store.kv.list({ prefix: prefixes.chatRelayMessages(id) }, { reverse: true, limit: 1 });
    if (!this.#isOpen) { for await (const { key } of newest) cursor = Number(key[2]); }
    const peer: Peer = { cursor, connections: new Set(), reading: Promise.resolve() };
    for await (const { key } of this.#store.kv.list({ prefix: prefixes.chatConnections(id) })) {
      peer.connections.add(Number(key[2]));
    }
    this.#peers.set(id, peer);
    for (const userId of peer.connections) this.#hearing.heard({ kind: "connection", userId, isConnected: true });
  }

  #read(id: string, peer: Peer): Promise<void> {
    peer.reading = peer.reading.then(async () => {
      const selector = { prefix: prefixes.chatRelayMessages(id), start: keys.chatRelayMessages(id, peer.cursor + 1) };
      for await (const { key, value } of this.#store.kv.list<RelayMessage>(selector)) {
        const seq = Number(key[2]);
        if (seq > peer.cursor + 1 && peer.cursor > 0) this.#hearing.missed();
        peer.cursor = seq;
        if (value.kind === "connection") {
          if (value.isConnected) peer.connections.add(value.userId);
          else peer.connections.delete(value.userId);
        }
        this.#hearing.heard(value);
      }
    }).catch((error) => log.error("news of {id} could not be read: {error}", { id, error }));
    return peer.reading;
  }
}
