/** Takes in a new connection, tells it what goes on, and lets go of it when it is closed. */
import { getLogger } from "@logtape/logtape";
import { man, type User } from "../../kv/accounts/users.ts";
import { mayChat } from "../../kv/chats/pairs.ts";
import { blockedWith } from "../../kv/safety/blocks.ts";
import type { Balances } from "./balances.ts";
import type { CallMeter } from "./calls/call_meter.ts";
import type { CallSignals } from "./calls/call_signals.ts";
import type { Admissions } from "./connections/admissions.ts";
import type { Connection } from "./connections/connection.ts";
import { dismissalReasons } from "./connections/dismissals.ts";
import type { ChatContext } from "./context.ts";
import type { Conversations } from "./messages/conversation.ts";
import type { HeldChats } from "./held_chats.ts";
import type { Hub } from "./hub.ts";
import type { KnownChats } from "./known_chats.ts";
import type { Meter } from "./meter.ts";
import type { OpenPages } from "./presence/open_pages.ts";
import type { BlockNews } from "./presence/block_news.ts";
import type { Presence } from "./presence/presence.ts";
import type { OtherInstances } from "./instances/other_instances.ts";
import type { Requests } from "./requests/requests.ts";
import type { Typing } from "./messages/typing.ts";

const log = getLogger(["vesna", "chat"]);

export interface Visitor {
  user: User;
  locale: string;
  /** The network address. */
  address: string;
  /** The hash of the session's token: the connection ends with the session. Null if there is no session behind it. */
  tokenHash: string | null;
}

/** The parts that arrivals use. */
interface Collaborators {
  known: KnownChats;
  hub: Hub;
  pages: OpenPages;
  presence: Presence;
  blockNews: BlockNews;
  conversations: Conversations;
  requests: Requests;
  signals: CallSignals;
  held: HeldChats;
  meter: Meter;
  callMeter: CallMeter;
  typing: Typing;
  balances: Balances;
  admissions: Admissions;
  otherInstances: OtherInstances | null;
}

export class Arrivals {
  #context: ChatContext;
  #collaborators: Collaborators;
  #isShut = false;

  constructor(context: ChatContext, collaborators: Collaborators) {
    this.#context = context;
    this.#collaborators = collaborators;
  }

  /** From now on nobody comes in, and leaving changes nothing. */
  shut(): void {
    this.#isShut = true;
  }

  async enter(connection: Connection, { user, tokenHash }: Visitor): Promise<void> {
    const { store, people, counters } = this.#context;
    const {
      hub,
      presence,
      blockNews,
      conversations,
      requests,
      signals,
      held,
      meter,
      callMeter,
      balances,
      admissions,
      otherInstances,
    } = this.#collaborators;
    const isMan = user.groupId === man;
    const shown = await mayChat(store, user) ? await people.find(user.id) : null;
    if (!shown) {
      counters.connectionsRefused++;
      return connection.close("noChatForThis", dismissalReasons.noChatForThis);
    }
    const [unread, blockedIds] = await Promise.all([
      conversations.arriving(user.id, isMan),
      blockedWith(store, user.id),
    ]);
    const dismissal = await admissions.admit(connection, user, tokenHash);
    if (dismissal) return connection.close(dismissal, dismissalReasons[dismissal]);
    if (connection.isClosed) return;
    if (this.#isShut) return connection.close("restarting", "restarting");
    const { person, isFirst } = hub.enter(connection, { gender: shown.userGender, unread, blockedIds });
    counters.connections = hub.count;
    connection.send("conn-good", { uid: user.id, socketId: connection.id, at: store.now() });
    presence.appear(shown);
    if (isFirst) {
      otherInstances?.publish({ kind: "connection", userId: user.id, isConnected: true });
      held.connectionsChanged(user.id);
    }
    await Promise.all([blockNews.welcome(person), presence.refresh(user.id)]);
    if (isMan) await balances.welcome(user.id, connection);
    await meter.welcome(user.id, connection);
    await requests.welcome(connection);
    signals.welcome(connection);
    await callMeter.welcome(connection);
  }

  closed(connection: Connection): void {
    const { counters } = this.#context;
    const { known, hub, conversations, callMeter, admissions, otherInstances } = this.#collaborators;
    admissions.forget(connection);
    if (connection.wasSlow) counters.slowReaders++;
    const { id, userId, endedFor } = connection;
    if (endedFor !== null) {
      log.info("connection {id} of {userId} was ended: {reason}", { id, userId, reason: endedFor });
    }
    const wasLast = hub.leave(connection);
    if (!this.#isShut) callMeter.tabGone(connection);
    counters.connections = hub.count;
    if (!wasLast || this.#isShut) return;
    known.left(userId, (id) => hub.here(id) !== undefined);
    conversations.left(userId);
    otherInstances?.publish({ kind: "connection", userId, isConnected: false });
    this.connectionGone(userId);
  }

  /** Somebody opened a page that is not the chat. */
  async pageOpened(userId: number): Promise<void> {
    this.#collaborators.pages.opened(userId);
    await this.appear(userId);
  }

  /** Shows somebody as online who is present here or on another instance. */
  async appear(userId: number): Promise<void> {
    const { presence } = this.#collaborators;
    if (!this.#isShut && !presence.stay(userId)) await presence.refresh(userId);
  }

  pageClosed(userId: number): void {
    const { pages, presence } = this.#collaborators;
    pages.closed(userId);
    if (!this.#isShut && !presence.isPresent(userId)) presence.leaveSoon(userId);
  }

  /** Somebody's last connection to this or another instance is gone; if one is left elsewhere, nothing changes. */
  connectionGone(userId: number): void {
    const { hub, typing, held, presence } = this.#collaborators;
    if (hub.isConnected(userId)) return;
    typing.forget(userId);
    held.connectionsChanged(userId);
    presence.leaveSoon(userId);
  }
}
