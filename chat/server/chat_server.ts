/**
 * The chat of one instance: takes sockets in, gives each frame to the dispatcher, and ends everything cleanly. Who somebody
 * is comes from the session alone; what a client says of itself is compared and never believed.
 */
import { getLogger } from "@logtape/logtape";
import { zoneOf } from "../../kv/accounts/users.ts";
import { showAlive } from "../../kv/chats/instances.ts";
import { waitingOf } from "../../kv/chats/invitations.ts";
import { type Reason, type Refusal, refuse, type Result } from "../../kv/store/refusals.ts";
import type { ChatUser } from "../shared/server_events.ts";
import type { Visitor } from "./arrivals.ts";
import { type ChatParts, partsOf } from "./chat_parts.ts";
import { type ChatSocket, Connection, type Listener } from "./connections/connection.ts";
import type { ChatContext, ChatOptions } from "./context.ts";
import { Counters } from "./counting/counters.ts";
import { Deadlines } from "./deadlines.ts";
import type { Person } from "./hub.ts";
import { People } from "./people.ts";
import type { Hearing } from "./relay/relay.ts";

const log = getLogger(["vesna", "chat"]);

/** How long a restart waits for those who say nothing. */
const goodbyeMs = 1500;
/** How long another one may take to be there after it. */
const restartSeconds = 5;
/** How precisely it is known up to when the chats of a server that was killed were served. */
const aliveEveryMs = 1000;

export class ChatServer {
  readonly counters = new Counters();
  #context: ChatContext;
  #isShut = false;
  #alive: ReturnType<typeof setInterval> | null = null;
  #parts: ChatParts;
  /** The same for all connections. */
  #listener: Listener = {
    frame: async (from, frame, heardAt) => {
      if (this.#isShut) return;
      // Before the answer: who has it may rely on the session.
      if (frame.event === "ChatNewMessage") await this.#parts.admissions.used(from);
      await this.#parts.dispatcher.answer(from, frame, heardAt);
    },
    rejected: (from, reason, frameId) => this.#parts.dispatcher.reject(from, refuse(reason), frameId),
    closed: (from) => this.#parts.arrivals.closed(from),
    gone: ({ network }) => this.#parts.connectionCounts.remove(network),
    failed: (error) => log.error("a frame could not be answered: {error}", { error }),
  };
  /** What the other instances tell. */
  #hearing: Hearing = {
    heard: (message) =>
      void this.#parts.relayReceiver.hear(message).catch((error) =>
        log.error("news were not understood: {error}", { error })
      ),
    died: (dead) => this.#parts.endings.outlive((id) => dead.has(id)),
    missed: () => this.#restart("missed news"),
    renamed: (formerId, id) => void this.#beginAnew(formerId, id),
  };

  constructor(options: ChatOptions) {
    const { store } = options;
    this.#context = {
      options,
      store,
      instanceId: store.randomToken(),
      counters: this.counters,
      deadlines: new Deadlines(store.now, options.tickMs ?? 20),
      people: new People(store, options.noPhoto),
    };
    this.#parts = partsOf(this.#context, this.#hearing);
  }

  /** Repairs what a server that died left open, and begins to count. */
  async open(): Promise<void> {
    const { store, instanceId, deadlines } = this.#context;
    const relay = this.#parts.relay;
    await (relay ? relay.open() : showAlive(store, instanceId));
    // Without a relay this is the only process: chats that another one held belong to nobody.
    await this.#parts.endings.repair((id) => id !== instanceId && !relay?.isAlive(id));
    deadlines.start();
    store.health.onReturn((sinceMs) => {
      if (!this.#isShut) void this.#parts.storeReturn.lookAgain(sinceMs);
    });
    this.#alive = setInterval(() => {
      if (this.#parts.held.count === 0) return;
      if (relay) void relay.showAlive();
      else showAlive(store, instanceId).catch(() => {});
    }, aliveEveryMs);
  }

  /**
   * What stands against another connection of somebody: the chat is full, or too many come; null where nothing does.
   */
  refusalOf(userId: number, address: string): Refusal | null {
    if (this.#isShut) return refuse("chat_full", { retryAfterSeconds: restartSeconds });
    return this.#parts.connectionCounts.refusalOf(userId, address);
  }

  /** How many comings, goings and changes others were not told of yet. */
  get untold(): number {
    return this.#parts.presence.untold;
  }

  /** Takes in the connection of somebody signed in, against whom nothing stood just now. */
  accept(socket: ChatSocket, visitor: Visitor): void {
    const { user, locale, address, tokenHash } = visitor;
    const network = this.#parts.connectionCounts.add(user.id, address);
    const id = this.#context.store.randomToken();
    const connection = new Connection(
      socket,
      { id, userId: user.id, locale, zone: zoneOf(user), network, session: tokenHash },
      this.#listener,
    );
    this.counters.connectionsTotal++;
    connection.first(() => this.#parts.arrivals.enter(connection, visitor));
  }

  /**
   * A page of somebody signed in opened that is no chat: she or he is online with it, where others may see her or him at
   * all. Answers what to call once when it is closed.
   */
  pageOpened(userId: number): () => void {
    this.#parts.arrivals.pageOpened(userId).catch((error) =>
      log.error("a page did not count as present: {error}", { error })
    );
    return () => this.#parts.arrivals.pageClosed(userId);
  }

  /** Somebody as the others see her or him; null for who may not chat. */
  find = (userId: number): Promise<ChatUser | null> => this.#context.people.find(userId);

  /** Declines what somebody asks of a person who has no chat open, call or text. Refuses `request_over`. */
  async decline(userId: number, askerId: number): Promise<Result<object>> {
    const waiting = await waitingOf(this.#context.store, askerId);
    if (waiting?.toId !== userId) return refuse("request_over");
    const refusal = waiting.kind === "video"
      ? await this.#parts.calls.decline({ userId }, { askerId }, () => {})
      : await this.#parts.requests.answer({ userId }, askerId, "decline", () => {});
    return refusal ?? { ok: true };
  }

  /**
   * Somebody blocked another, or took that back: ends their chat as that one's doing, and what they ask of each other,
   * and hides or shows each to the other, on every instance.
   */
  async blockChanged(userId: number, otherId: number, isBlocked: boolean): Promise<void> {
    if (isBlocked) await this.part(userId, otherId);
    await this.#parts.presence.blockChanged(userId, otherId);
    this.#parts.relay?.publish({ kind: "blocked", userId, otherId });
  }

  /** Ends the chat of two who may be in contact no more, and what they ask each other. */
  async part(userId: number, otherId: number): Promise<void> {
    await Promise.all([this.#parts.endings.endBetween(userId, otherId), this.#parts.requests.part(userId, otherId)]);
  }

  /** Everybody here must connect again, and so reads what was missed. */
  #restart(reason: string): void {
    log.warn("connections begin anew: {reason}", { reason });
    for (const connection of this.#parts.hub.connections()) connection.close("restarting", reason);
  }

  /**
   * The others took this instance for dead, and have ended its chats: it has slept, or was cut off. Whoever is here hears
   * how those ended, and connects again.
   */
  async #beginAnew(formerId: string, id: string): Promise<void> {
    this.#context.instanceId = id;
    if (this.#isShut) return;
    this.#parts.pages.tellAgain();
    await this.#parts.endings.beginAnew(formerId).catch((error) => {
      log.error("the chats of before could not be looked at: {error}", { error });
    });
    this.#restart("this instance was taken for dead");
  }

  /** Ends the chats, tells everybody, and lets them go; whoever comes now is sent away. */
  async shut(): Promise<void> {
    if (this.#isShut) return;
    this.#isShut = true;
    this.#parts.arrivals.shut();
    if (this.#alive !== null) clearInterval(this.#alive);
    this.#context.deadlines.stop();
    const connections = this.#parts.hub.connections();
    await this.#parts.endings.shut();
    for (const connection of connections) connection.close("restarting", "restarting");
    // What ends the server next would say another goodbye in our place.
    const ended = Promise.all(connections.flatMap((connection) => [connection.settled(), connection.goodbye]));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => timer = setTimeout(resolve, goodbyeMs));
    await Promise.race([ended, patience]);
    clearTimeout(timer);
    this.#parts.pages.shut();
    this.#parts.presence.shut();
    this.#parts.admissions.shut();
    this.#parts.balances.shut();
    this.#parts.languageNews.shut();
    await this.#parts.relay?.close();
  }
}

export type { ChatOptions, Person, Reason, Visitor };
