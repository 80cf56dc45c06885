/**
 * The chat of one instance: takes sockets in, gives each frame to the dispatcher, and ends everything cleanly. Who somebody
 * is comes from the session alone; what a client says of itself is compared and never believed.
 */
import { getLogger } from "@logtape/logtape";
import { zoneOf } from "../../kv/accounts/users.ts";
import { showAlive } from "../../kv/chats/instances.ts";
import { chatOfPerson } from "../../kv/chats/chats.ts";
import { invitationsTo, waitingOf } from "../../kv/chats/invitations.ts";
import { contactStage } from "../../kv/safety/background/contact.ts";
import { type Refusal, refuse, type Result } from "../../kv/store/refusals.ts";
import type { ChatUser } from "../shared/server_events.ts";
import type { Visitor } from "./arrivals.ts";
import { type ChatParts, partsOf } from "./chat_parts.ts";
import { type ChatSocket, Connection, type Listener } from "./connections/connection.ts";
import type { ChatContext, ChatOptions } from "./context.ts";
import { Counters } from "./counting/counters.ts";
import { Deadlines } from "./deadlines.ts";
import { People } from "./people.ts";
import type { InstanceListener } from "./instances/other_instances.ts";

const log = getLogger(["vesna", "chat"]);

/** How long a shutdown waits for clients that do not say goodbye. */
const goodbyeMs = 1500;
/** How long the next server may take to start after a shutdown. */
const restartSeconds = 5;
/** How often a server with chats shows that it lives: if it is killed, its chats count as served up to then. */
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
      // Before the answer: a client that has it may rely on its session.
      if (frame.event === "ChatNewMessage" && !await this.#parts.admissions.used(from)) return;
      await this.#parts.dispatcher.answer(from, frame, heardAt);
    },
    rejected: (from, reason, frameId) => this.#parts.dispatcher.reject(from, refuse(reason), frameId),
    closed: (from) => this.#parts.arrivals.closed(from),
    gone: ({ network }) => this.#parts.connectionCounts.remove(network),
    failed: (error) => log.error("a frame could not be answered: {error}", { error }),
  };
  /** What the other instances tell. */
  #instanceListener: InstanceListener = {
    heard: (message) =>
      void this.#parts.newsReceiver.hear(message).catch((error) =>
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
      people: new People(options),
    };
    this.#parts = partsOf(this.#context, this.#instanceListener);
  }

  /** Ends the chats that a dead server left open, and starts the deadlines. */
  async open(): Promise<void> {
    const { store, instanceId, deadlines } = this.#context;
    const otherInstances = this.#parts.otherInstances;
    await (otherInstances ? otherInstances.open() : showAlive(store, instanceId));
    // Without other instances this is the only process: chats that another one held have no holder any more.
    await this.#parts.endings.repair((id) => id !== instanceId && !otherInstances?.isAlive(id));
    deadlines.start();
    store.health.onReturn((sinceMs) => {
      if (!this.#isShut) void this.#parts.storeReturn.lookAgain(sinceMs);
    });
    this.#alive = setInterval(() => {
      if (this.#parts.held.count === 0) return;
      if (otherInstances) void otherInstances.showAlive();
      else showAlive(store, instanceId).catch(() => {});
    }, aliveEveryMs);
  }

  /** Why somebody may not have another connection: the chat is full, or too many come; null if nothing forbids it. */
  refusalOf(userId: number, address: string): Refusal | null {
    if (this.#isShut) return refuse("chat_full", { retryAfterSeconds: restartSeconds });
    return this.#parts.connectionCounts.refusalOf(userId, address);
  }

  /** How many arrivals, departures and changes of people the others were not told of yet. */
  get untold(): number {
    return this.#parts.presence.untold;
  }

  /** Takes in the connection of a signed-in person whom `refusalOf` did not refuse just now. */
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
   * A signed-in person opened a page that is not the chat. That makes her or him online, if others may see her or him
   * at all. Returns what to call once when the page is closed.
   */
  pageOpened(userId: number): () => void {
    this.#parts.arrivals.pageOpened(userId).catch((error) =>
      log.error("a page did not count as present: {error}", { error })
    );
    return () => this.#parts.arrivals.pageClosed(userId);
  }

  /** A person as the others see her or him; null for one who may not chat. */
  find = (userId: number): Promise<ChatUser | null> => this.#context.people.find(userId);

  /** Declines an invitation to a chat or a call for a person who has no chat page open. Refuses `request_over`. */
  async decline(userId: number, askerId: number): Promise<Result<object>> {
    const waiting = await waitingOf(this.#context.store, askerId);
    if (waiting?.toId !== userId) return refuse("request_over");
    const refusal = waiting.kind === "video"
      ? await this.#parts.calls.decline({ userId }, { askerId }, () => {})
      : await this.#parts.requests.answer({ userId }, askerId, "decline", () => {});
    return refusal ?? { ok: true };
  }

  /**
   * `userId` blocked `otherId`, or took that back. A block ends their chat, as the doing of `userId`, and what they ask
   * of each other. Hides each from the other, or shows each again, on every instance.
   */
  async blockChanged(userId: number, otherId: number, isBlocked: boolean): Promise<void> {
    if (isBlocked) await this.part(userId, otherId);
    await this.#parts.blockNews.changed(userId, otherId);
    if (!isBlocked) await this.#parts.requests.unblocked(userId, otherId);
    this.#parts.otherInstances?.publish({ kind: "blocked", userId, otherId });
  }

  /** Ends the chat of two people who may no longer be in contact, as the doing of `userId`, and what they ask each other. */
  async part(userId: number, otherId: number, isOwnDoing = true): Promise<void> {
    await Promise.all([
      this.#parts.endings.endBetween(userId, otherId, isOwnDoing),
      this.#parts.requests.part(userId, otherId),
    ]);
  }

  /**
   * A man came to be asked for his background, or for another statement of it: parts him, as the site's doing, from those
   * whom he talks with, asks or is asked by, as far as they may not be in contact.
   */
  async partWithoutContact(manId: number): Promise<void> {
    const { store } = this.#context;
    const [chat, asked, asking] = await Promise.all([
      chatOfPerson(store, manId),
      waitingOf(store, manId),
      invitationsTo(store, manId),
    ]);
    const ladyIds = new Set([chat?.ladyId, asked?.toId, ...asking.map(({ askerId }) => askerId)]);
    for (const ladyId of ladyIds) {
      const isClosed = ladyId !== undefined && await contactStage(store, manId, ladyId) !== "open";
      if (isClosed) await this.part(manId, ladyId, false);
    }
  }

  /** Makes everybody here connect again, and so read what was missed. */
  #restart(reason: string): void {
    log.warn("connections begin anew: {reason}", { reason });
    for (const connection of this.#parts.hub.connections()) connection.close("restarting", reason);
  }

  /**
   * The other instances declared this one dead and have ended its chats: it slept, or was cut off. The people here hear
   * how their chats ended, and connect again.
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

  /** Ends the chats, tells everybody, and closes all connections; new ones are refused. */
  async shut(): Promise<void> {
    if (this.#isShut) return;
    this.#isShut = true;
    this.#parts.arrivals.shut();
    if (this.#alive !== null) clearInterval(this.#alive);
    this.#context.deadlines.stop();
    const connections = this.#parts.hub.connections();
    await this.#parts.endings.shut();
    for (const connection of connections) connection.close("restarting", "restarting");
    // The server ends next, and would say another goodbye in our place.
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
    await this.#parts.otherInstances?.close();
  }
}

export type { Visitor };
