/**
 * The chat of one instance: takes sockets in, gives each frame to the part that answers it, and ends everything
 * cleanly. Who somebody is comes from the session alone; what a client says of itself is compared and never believed.
 */
import { getLogger } from "@logtape/logtape";
import { man, type User } from "../../kv/accounts/users.ts";
import { showAlive } from "../../kv/chats/minutes.ts";
import { mayChat } from "../../kv/chats/pairs.ts";
import { apartFrom } from "../../kv/safety/blocks.ts";
import { type Reason, type Refusal, refuse } from "../../kv/store/refusals.ts";
import { Admissions } from "./admissions.ts";
import { Balances } from "./balances.ts";
import { Calls } from "./calls/calls.ts";
import { Connection, type LineSocket, type Listener } from "./connection.ts";
import { Conversations } from "./conversation.ts";
import { Counters } from "./counters.ts";
import { Deadlines } from "./deadlines.ts";
import { Desk } from "./desk.ts";
import { dismissalReasons, Dismissals } from "./dismissals.ts";
import { Hub, type Person } from "./hub.ts";
import { LineCounts } from "./line_counts.ts";
import { Meter } from "./meter.ts";
import { People } from "./people.ts";
import { Presence } from "./presence.ts";
import { type News, Relay } from "./relay.ts";
import { Requests } from "./requests.ts";
import type { ChatOptions, Room } from "./room.ts";
import { Typing } from "./typing.ts";

const log = getLogger(["vesna", "chat"]);

/** How long a restart waits for those who say nothing. */
const goodbyeMs = 1500;
/** How long another one may take to be there after it. */
const restartSeconds = 5;
/** How precisely it is known up to when the chats of a server that was killed were served. */
const aliveEveryMs = 1000;
export interface Visitor {
  user: User;
  locale: string;
  /** The network address. */
  address: string;
  /** The session's; its end ends the connection. Null where no session stands behind it. */
  tokenHash: string | null;
}

export class ChatServer {
  readonly counters = new Counters();
  #room: Room;
  #options: ChatOptions;
  #isShut = false;
  #alive: ReturnType<typeof setInterval> | null = null;
  #admissions: Admissions;
  #dismissals: Dismissals;
  #balances: Balances;
  #desk: Desk;
  /** Sockets that are open, greeted or not yet. */
  #lines: LineCounts;
  /** The same for all lines. */
  #listener: Listener = {
    frame: async (from, frame, heardAt) => {
      if (this.#isShut) return;
      // Before the answer: who has it may rely on the session.
      if (frame.event === "ChatNewMessage") await this.#admissions.used(from);
      await this.#desk.answer(from, frame, heardAt);
    },
    rejected: (from, reason, frameId) => this.#desk.reject(from, refuse(reason), frameId),
    closed: (from) => this.#closed(from),
    gone: ({ network }) => this.#lines.take(network),
    failed: (error) => log.error("a frame could not be answered: {error}", { error }),
  };

  constructor(options: ChatOptions) {
    const { store } = options;
    const room = {
      options,
      store,
      instanceId: store.randomToken(),
      counters: this.counters,
      deadlines: new Deadlines(store.now, options.tickMs ?? 20),
      people: new People(store, options.noPhoto),
      relay: null,
    } as unknown as Room;
    room.hub = new Hub(room);
    room.presence = new Presence(room);
    room.conversations = new Conversations(room);
    room.requests = new Requests(room);
    room.calls = new Calls(room);
    room.meter = new Meter(room);
    room.typing = new Typing(room);
    this.#room = room;
    this.#options = options;
    this.#lines = new LineCounts(options.connectionsMax);
    this.#desk = new Desk(room);
    this.#dismissals = new Dismissals(room);
    this.#balances = new Balances(room);
    this.#admissions = new Admissions(room, (connection, why) => {
      this.#dismissals.dismiss(connection, why).catch((error) =>
        log.error("a chat could not be ended: {error}", { error })
      );
    });
  }

  /** Repairs what a server that died left open, and begins to count. */
  async open(): Promise<void> {
    const room = this.#room;
    await showAlive(room.store, room.instanceId);
    if (this.#options.isShared) {
      const relay = new Relay(room.store, room.instanceId, {
        heard: (news) =>
          void this.#hear(news).catch((error) => log.error("news were not understood: {error}", { error })),
        died: (dead) => void room.meter.repair((id) => dead.has(id)).catch((error) => log.error("{error}", { error })),
        missed: () => this.#restart("missed news"),
      }, this.#options.deadAfterMs);
      room.relay = relay;
      await relay.open();
      await room.meter.repair((id) => id !== room.instanceId && !relay.isAlive(id));
    } else {
      // A file has one process: whatever another one held is held by nobody.
      await room.meter.repair((id) => id !== room.instanceId);
    }
    room.deadlines.start();
    this.#alive = setInterval(() => {
      if (room.meter.count > 0) showAlive(room.store, room.instanceId).catch(() => {});
    }, aliveEveryMs);
  }

  /** What stands against another line of somebody: the chat is full, or too many come; null where nothing does. */
  refusalOf(userId: number, address: string): Refusal | null {
    if (this.#isShut) return refuse("chat_full", { retryAfterSeconds: restartSeconds });
    return this.#lines.refusalOf(userId, address);
  }

  /** How many comings, goings and changes others were not told of yet. */
  get untold(): number {
    return this.#room.presence.untold;
  }

  /** Takes in the line of somebody signed in, against whom nothing stood just now. */
  accept(socket: LineSocket, visitor: Visitor): void {
    const { user, locale, address } = visitor;
    const network = this.#lines.add(user.id, address);
    const id = this.#room.store.randomToken();
    const connection = new Connection(socket, { id, userId: user.id, locale, network }, this.#listener);
    this.counters.connectionsTotal++;
    connection.first(() => this.#enter(connection, visitor));
  }

  async #enter(connection: Connection, { user, tokenHash }: Visitor): Promise<void> {
    const room = this.#room;
    const isMan = user.groupId === man;
    const shown = await mayChat(room.store, user) ? await room.people.find(user.id) : null;
    if (!shown) {
      this.counters.connectionsRefused++;
      return connection.close("noChatForThis", dismissalReasons.noChatForThis);
    }
    const [unread, apart] = await Promise.all([
      room.conversations.unreadOf(user.id, isMan),
      apartFrom(room.store, user.id),
    ]);
    const dismissal = await this.#admissions.admit(connection, user, tokenHash);
    if (dismissal) return connection.close(dismissal, dismissalReasons[dismissal]);
    if (connection.isClosed) return;
    if (this.#isShut) return connection.close("restarting", "restarting");
    const { isFirst } = room.hub.enter(connection, { gender: shown.userGender, unread, apart });
    this.counters.connections = room.hub.count;
    connection.send("conn-good", { uid: user.id, socketId: connection.id });
    room.presence.appear(shown);
    if (isFirst) {
      room.relay?.publish({ kind: "line", userId: user.id, isConnected: true });
      room.meter.lineChanged(user.id);
    }
    if (isMan) await this.#balances.welcome(user.id, connection);
    await room.meter.welcome(user.id, connection);
    await room.requests.welcome(connection);
    room.calls.signals.welcome(connection);
  }

  #closed(connection: Connection): void {
    const room = this.#room;
    this.#admissions.forget(connection);
    if (connection.wasSlow) this.counters.slowReaders++;
    const { id, userId, endedFor } = connection;
    if (endedFor !== null) log.info("line {id} of {userId} was ended: {reason}", { id, userId, reason: endedFor });
    const wasLast = room.hub.leave(connection);
    if (!this.#isShut) room.meter.calls.tabGone(connection);
    this.counters.connections = room.hub.count;
    if (!wasLast || this.#isShut) return;
    room.relay?.publish({ kind: "line", userId: connection.userId, isConnected: false });
    this.#lineGone(connection.userId);
  }

  #lineGone(userId: number): void {
    if (this.#room.hub.isConnected(userId)) return;
    this.#room.typing.forget(userId);
    this.#room.meter.lineChanged(userId);
    this.#room.presence.leaveSoon(userId);
  }

  async #hear(news: News): Promise<void> {
    const room = this.#room;
    switch (news.kind) {
      case "frame":
        return room.hub.sendHere(news.to, news.event, news.data);
      case "message":
        return await room.conversations.deliver(news, news.seq);
      case "chat":
        return await room.meter.changedElsewhere(news.chatId);
      case "call":
      case "signal":
        return room.calls.signals.hear(news);
      case "media":
        return await room.meter.calls.heard(news);
      case "asked":
        return room.requests.show(news.invitation, news.from);
      case "answered":
        return room.requests.over(news.invitationId, news.isCallAccepted);
      case "opened":
        return room.calls.signals.openedElsewhere(news.invitationId);
      case "person":
        return await room.presence.refresh(news.userId);
      case "apart":
        return await room.presence.apartChanged(news.userId, news.otherId);
      case "line": {
        if (!news.isConnected) {
          this.#lineGone(news.userId);
          return await this.#dismissals.goneElsewhere(news.userId);
        }
        room.meter.lineChanged(news.userId);
        const user = await room.people.find(news.userId);
        if (user && room.hub.isConnected(news.userId)) room.presence.appear(user);
      }
    }
  }

  /**
   * Somebody blocked another, or took that back: ends their chat as that one's doing, and what they ask of each other,
   * and hides or shows each to the other, on every instance.
   */
  async apartChanged(userId: number, otherId: number, isBlocked: boolean): Promise<void> {
    const room = this.#room;
    if (isBlocked) {
      await room.meter.endBetween(userId, otherId);
      await room.requests.part(userId, otherId);
    }
    await room.presence.apartChanged(userId, otherId);
    room.relay?.publish({ kind: "apart", userId, otherId });
  }

  /** Everybody here must connect again, and so reads what was missed. */
  #restart(reason: string): void {
    log.warn("connections begin anew: {reason}", { reason });
    for (const connection of this.#room.hub.connections()) connection.close("restarting", reason);
  }

  /** Ends the chats, tells everybody, and lets them go; whoever comes now is sent away. */
  async shut(): Promise<void> {
    if (this.#isShut) return;
    this.#isShut = true;
    const room = this.#room;
    if (this.#alive !== null) clearInterval(this.#alive);
    room.deadlines.stop();
    const connections = room.hub.connections();
    await room.meter.shut();
    for (const connection of connections) connection.close("restarting", "restarting");
    // What ends the server next would say another goodbye in our place.
    const ended = Promise.all(connections.flatMap((connection) => [connection.settled(), connection.goodbye]));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => timer = setTimeout(resolve, goodbyeMs));
    await Promise.race([ended, patience]);
    clearTimeout(timer);
    room.presence.shut();
    this.#admissions.shut();
    this.#balances.shut();
    await room.relay?.close();
  }
}

export type { ChatOptions, Person, Reason };
