/**
 * The chat of one instance: builds its parts, takes sockets in, gives each frame to the dispatcher, and ends everything
 * cleanly. Who somebody is comes from the session alone; what a client says of itself is compared and never believed.
 */
import { getLogger } from "@logtape/logtape";
import { zoneOf } from "../../kv/accounts/users.ts";
import { showAlive } from "../../kv/chats/instances.ts";
import { waitingOf } from "../../kv/chats/invitations.ts";
import { type Reason, type Refusal, refuse, type Result } from "../../kv/store/refusals.ts";
import type { ChatUser } from "../shared/server_events.ts";
import { answersOf } from "./answers.ts";
import { Arrivals, type Visitor } from "./arrivals.ts";
import { Balances } from "./balances.ts";
import { CallMeter } from "./calls/call_meter.ts";
import { CallSignals } from "./calls/call_signals.ts";
import { Calls } from "./calls/calls.ts";
import { ChatNotifier } from "./chat_notifier.ts";
import { Admissions } from "./connections/admissions.ts";
import { type ChatSocket, Connection, type Listener } from "./connections/connection.ts";
import { Dismissals } from "./connections/dismissals.ts";
import { ConnectionCounts } from "./connections/connection_counts.ts";
import type { ChatContext, ChatOptions } from "./context.ts";
import { Conversations } from "./conversation.ts";
import { Counters } from "./counting/counters.ts";
import { Deadlines } from "./deadlines.ts";
import { Dispatcher } from "./dispatcher.ts";
import { Endings } from "./endings.ts";
import { HeldChats } from "./held_chats.ts";
import { Hub, type Person } from "./hub.ts";
import { KnownChats } from "./known_chats.ts";
import { Meter } from "./meter.ts";
import { OpenPages } from "./open_pages.ts";
import { PastMessages } from "./past_messages.ts";
import { PendingWork } from "./pending_work.ts";
import { People } from "./people.ts";
import { Presence, usualLingerMs } from "./presence.ts";
import { ReadingNews } from "./reading_news.ts";
import { type Hearing, Relay } from "./relay.ts";
import { RelayReceiver } from "./relay_receiver.ts";
import { Agreements } from "./requests/agreements.ts";
import { ConversationRequests } from "./requests/conversation_requests.ts";
import { InvitationEnds } from "./requests/invitation_ends.ts";
import { Requests } from "./requests/requests.ts";
import { Starts } from "./starts.ts";
import { StoreReturn } from "./store_return.ts";
import { MessageTranslations } from "./translations.ts";
import { Typing } from "./typing.ts";

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
  #relay: Relay | null;
  #hub: Hub;
  #pages: OpenPages;
  #presence: Presence;
  #requests: Requests;
  #calls: Calls;
  #held: HeldChats;
  #storeReturn: StoreReturn;
  #endings: Endings;
  #balances: Balances;
  #readingNews: ReadingNews;
  #admissions: Admissions;
  #arrivals: Arrivals;
  #relayReceiver: RelayReceiver;
  #dispatcher: Dispatcher;
  /** Sockets that are open, greeted or not yet. */
  #connectionCounts: ConnectionCounts;
  /** The same for all connections. */
  #listener: Listener = {
    frame: async (from, frame, heardAt) => {
      if (this.#isShut) return;
      // Before the answer: who has it may rely on the session.
      if (frame.event === "ChatNewMessage") await this.#admissions.used(from);
      await this.#dispatcher.answer(from, frame, heardAt);
    },
    rejected: (from, reason, frameId) => this.#dispatcher.reject(from, refuse(reason), frameId),
    closed: (from) => this.#arrivals.closed(from),
    gone: ({ network }) => this.#connectionCounts.take(network),
    failed: (error) => log.error("a frame could not be answered: {error}", { error }),
  };
  /** What the other instances tell. */
  #hearing: Hearing = {
    heard: (notifier) =>
      void this.#relayReceiver.hear(notifier).catch((error) =>
        log.error("news were not understood: {error}", { error })
      ),
    died: (dead) => this.#endings.outlive((id) => dead.has(id)),
    missed: () => this.#restart("missed news"),
    renamed: (formerId, id) => void this.#beginAnew(formerId, id),
  };

  /** Each part is handed those that it uses; those that are built first tell the later ones by a listener. */
  constructor(options: ChatOptions) {
    const { store } = options;
    const instanceId = store.randomToken();
    const context: ChatContext = {
      options,
      store,
      instanceId,
      counters: this.counters,
      deadlines: new Deadlines(store.now, options.tickMs ?? 20),
      people: new People(store, options.noPhoto),
    };
    const relay = options.isShared ? new Relay(store, instanceId, this.#hearing, options) : null;
    const known = new KnownChats();
    const hub = new Hub(relay);
    const pages = new OpenPages(relay, options.lingerMs ?? usualLingerMs);
    const presence: Presence = new Presence(context, { hub, pages }, {
      isInGrace: (userId) => held.isInGrace(userId),
      left: (userId) => requests.left(userId),
    });
    const translations = new MessageTranslations(context, hub, relay);
    const conversations = new Conversations(context, { hub, presence, relay, translations });
    const signals = new CallSignals(context, hub, relay);
    const conversationRequests = new ConversationRequests(context, hub);
    const agreements = new Agreements(store.now);
    const ends = new InvitationEnds(context, { hub, signals, relay });
    const requests = new Requests(context, { hub, presence, agreements, ends, conversationRequests, relay });
    const notifier = new ChatNotifier(context, hub);
    const pending = new PendingWork();
    const held: HeldChats = new HeldChats(context, { known, hub, presence, notifier, pending }, {
      end: (chatId, ending) => endings.end(chatId, ending),
      fallBack: (chatId) => callMeter.fallBack(chatId),
    });
    const endings: Endings = new Endings(context, { known, held, pending, requests, conversations, notifier, relay });
    const starts = new Starts(context, { hub, held, agreements, conversations, relay });
    const charging = { known, hub, held, endings, starts, conversations, notifier, relay };
    const callMeter = new CallMeter(context, { ...charging, pending });
    const meter = new Meter(context, charging);
    const calls = new Calls(context, { hub, requests, ends, signals, meter: callMeter, relay });
    const typing = new Typing(context, hub);
    const dismissals = new Dismissals(store, hub, endings);
    const balances = new Balances(store, hub);
    const admissions = new Admissions(context, (connection, why) => {
      dismissals.dismiss(connection, why).catch((error) => log.error("a chat could not be ended: {error}", { error }));
    });
    const pastMessages = new PastMessages(context, { hub, presence });
    const asked = { hub, presence, conversations, translations, conversationRequests, requests, endings, meter };
    const answers = answersOf(context, { ...asked, pastMessages, calls, callMeter, signals, typing, relay });
    const touched = { hub, pages, presence, conversations, translations, requests, signals, held, meter, callMeter };
    this.#context = context;
    this.#relay = relay;
    this.#hub = hub;
    this.#pages = pages;
    this.#presence = presence;
    this.#requests = requests;
    this.#calls = calls;
    this.#held = held;
    this.#storeReturn = new StoreReturn({ held, starts, meter, endings });
    this.#endings = endings;
    this.#balances = balances;
    this.#readingNews = new ReadingNews(store, hub, presence);
    this.#admissions = admissions;
    this.#connectionCounts = new ConnectionCounts(options.connectionsMax);
    this.#dispatcher = new Dispatcher(context, hub, answers);
    this.#arrivals = new Arrivals(context, { ...touched, known, typing, balances, admissions, relay });
    this.#relayReceiver = new RelayReceiver(context.people, { ...touched, ends, arrivals: this.#arrivals, dismissals });
  }

  /** Repairs what a server that died left open, and begins to count. */
  async open(): Promise<void> {
    const { store, instanceId, deadlines } = this.#context;
    const relay = this.#relay;
    await (relay ? relay.open() : showAlive(store, instanceId));
    // Where this one is alone, a file has one process: whatever another one held is held by nobody.
    await this.#endings.repair((id) => id !== instanceId && !relay?.isAlive(id));
    deadlines.start();
    store.health.onReturn((sinceMs) => {
      if (!this.#isShut) void this.#storeReturn.lookAgain(sinceMs);
    });
    this.#alive = setInterval(() => {
      if (this.#held.count === 0) return;
      if (relay) void relay.showAlive();
      else showAlive(store, instanceId).catch(() => {});
    }, aliveEveryMs);
  }

  /**
   * What stands against another connection of somebody: the chat is full, or too many come; null where nothing does.
   */
  refusalOf(userId: number, address: string): Refusal | null {
    if (this.#isShut) return refuse("chat_full", { retryAfterSeconds: restartSeconds });
    return this.#connectionCounts.refusalOf(userId, address);
  }

  /** How many comings, goings and changes others were not told of yet. */
  get untold(): number {
    return this.#presence.untold;
  }

  /** Takes in the connection of somebody signed in, against whom nothing stood just now. */
  accept(socket: ChatSocket, visitor: Visitor): void {
    const { user, locale, address, tokenHash } = visitor;
    const network = this.#connectionCounts.add(user.id, address);
    const id = this.#context.store.randomToken();
    const connection = new Connection(
      socket,
      { id, userId: user.id, locale, zone: zoneOf(user), network, session: tokenHash },
      this.#listener,
    );
    this.counters.connectionsTotal++;
    connection.first(() => this.#arrivals.enter(connection, visitor));
  }

  /**
   * A page of somebody signed in opened that is no chat: she or he is online with it, where others may see her or him at
   * all. Answers what to call once when it is closed.
   */
  pageOpened(userId: number): () => void {
    this.#arrivals.pageOpened(userId).catch((error) =>
      log.error("a page did not count as present: {error}", { error })
    );
    return () => this.#arrivals.pageClosed(userId);
  }

  /** Somebody as the others see her or him; null for who may not chat. */
  find = (userId: number): Promise<ChatUser | null> => this.#context.people.find(userId);

  /** Declines what somebody asks of a person who has no chat open, call or text. Refuses `request_over`. */
  async decline(userId: number, askerId: number): Promise<Result<object>> {
    const waiting = await waitingOf(this.#context.store, askerId);
    if (waiting?.toId !== userId) return refuse("request_over");
    const refusal = waiting.kind === "video"
      ? await this.#calls.decline({ userId }, { askerId }, () => {})
      : await this.#requests.answer({ userId }, askerId, "decline", () => {});
    return refusal ?? { ok: true };
  }

  /**
   * Somebody blocked another, or took that back: ends their chat as that one's doing, and what they ask of each other,
   * and hides or shows each to the other, on every instance.
   */
  async blockChanged(userId: number, otherId: number, isBlocked: boolean): Promise<void> {
    if (isBlocked) await this.part(userId, otherId);
    await this.#presence.blockChanged(userId, otherId);
    this.#relay?.publish({ kind: "blocked", userId, otherId });
  }

  /** Ends the chat of two who may be in contact no more, and what they ask each other. */
  async part(userId: number, otherId: number): Promise<void> {
    await Promise.all([this.#endings.endBetween(userId, otherId), this.#requests.part(userId, otherId)]);
  }

  /** Everybody here must connect again, and so reads what was missed. */
  #restart(reason: string): void {
    log.warn("connections begin anew: {reason}", { reason });
    for (const connection of this.#hub.connections()) connection.close("restarting", reason);
  }

  /**
   * The others took this instance for dead, and have ended its chats: it has slept, or was cut off. Whoever is here hears
   * how those ended, and connects again.
   */
  async #beginAnew(formerId: string, id: string): Promise<void> {
    this.#context.instanceId = id;
    if (this.#isShut) return;
    this.#pages.tellAgain();
    await this.#endings.beginAnew(formerId).catch((error) => {
      log.error("the chats of before could not be looked at: {error}", { error });
    });
    this.#restart("this instance was taken for dead");
  }

  /** Ends the chats, tells everybody, and lets them go; whoever comes now is sent away. */
  async shut(): Promise<void> {
    if (this.#isShut) return;
    this.#isShut = true;
    this.#arrivals.shut();
    if (this.#alive !== null) clearInterval(this.#alive);
    this.#context.deadlines.stop();
    const connections = this.#hub.connections();
    await this.#endings.shut();
    for (const connection of connections) connection.close("restarting", "restarting");
    // What ends the server next would say another goodbye in our place.
    const ended = Promise.all(connections.flatMap((connection) => [connection.settled(), connection.goodbye]));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => timer = setTimeout(resolve, goodbyeMs));
    await Promise.race([ended, patience]);
    clearTimeout(timer);
    this.#pages.shut();
    this.#presence.shut();
    this.#admissions.shut();
    this.#balances.shut();
    this.#readingNews.shut();
    await this.#relay?.close();
  }
}

export type { ChatOptions, Person, Reason, Visitor };
