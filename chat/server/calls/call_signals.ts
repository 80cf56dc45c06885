/**
 * The signals of calls: they wait with the offer until the call is answered, and then pass. Nothing of them is kept or
 * logged, and the addresses of a person who hides them are not passed on (design, section 8).
 */
import { getLogger } from "@logtape/logtape";
import { userById } from "../../../kv/accounts/users.ts";
import { type Chat, chatOfPerson } from "../../../kv/chats/chats.ts";
import { type Invitation, invitationMs, leftMsOf, waitingCall } from "../../../kv/chats/invitations.ts";
import { partnerIn } from "../../../kv/chats/pairs.ts";
import { relayOnlyOf } from "../../../kv/chats/settings.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { keptSignalsMax, mediaSeconds, signalLengthMax } from "../../shared/limits.ts";
import type { ChatUser, ServerEvents } from "../../shared/server_events.ts";
import type { Connection } from "../connections/connection.ts";
import type { ChatContext } from "../context.ts";
import type { Hub } from "../hub.ts";
import type { OtherInstances } from "../instances/other_instances.ts";
import type { InstanceNews } from "../instances/news.ts";
import type { Presence } from "../presence/presence.ts";
import { candidatesIn, type Signal, withoutAddresses } from "./addresses.ts";

const log = getLogger(["vesna", "chat"]);

/** An invitation to a call that is not open yet. */
export interface Waiting {
  invitation: Invitation;
  /** The asker and the offer, as the other hears of them; null until the offer has come here. */
  shown: ServerEvents["video-request"] | null;
  /** Connections here that were shown the offer: one that is greeted meanwhile would hear of it twice. */
  shownTo: WeakSet<Connection>;
  /** The signals that wait: of the asker's browser after its offer, of the other's before its answer. */
  ofAsker: Signal[];
  ofAsked: Signal[];
  /** Whether somebody accepted, here or on another instance: signals go on waiting until the call is open. */
  isAnswered: boolean;
  /** When waiting signals are dropped at the latest, also if the invitation's end was not heard of; server time, ms. */
  untilMs: number;
}

/** Whether a page sent this that comes back into a call without the peer connection that it had. */
export const isFromReturningPage = (signal: Signal): boolean => typeof signal !== "string" && signal.isFresh === true;

export const isTooLong = (signal: Signal): boolean => JSON.stringify(signal).length > signalLengthMax;

/** The parts that signals use. */
interface Collaborators {
  hub: Hub;
  presence: Presence;
  otherInstances: OtherInstances | null;
}

export class CallSignals {
  #context: ChatContext;
  #hub: Hub;
  #presence: Presence;
  #otherInstances: OtherInstances | null;
  /** By asker: a person has one invitation at a time. */
  #waiting = new Map<number, Waiting>();
  /** Passes on, one after the other, signals that came from other instances or waited too long to be released. */
  #queue: Promise<void> = Promise.resolve();

  constructor(context: ChatContext, { hub, presence, otherInstances }: Collaborators) {
    this.#context = context;
    this.#hub = hub;
    this.#presence = presence;
    this.#otherInstances = otherInstances;
  }

  /** Whether calls have a relay to go through. */
  get hasRelay(): boolean {
    return Boolean(this.#context.options.callServers?.turn);
  }

  async isRelayOnly(userId: number): Promise<boolean> {
    const user = await userById(this.#context.store, userId);
    return user === null || await relayOnlyOf(this.#context.store, user);
  }

  /** The call that one person asks another for, as far as this instance knows of it. */
  waitingFor(askerId: number, toId: number): Waiting | undefined {
    const waiting = this.#waiting.get(askerId);
    if (!waiting || waiting.invitation.toId !== toId) return undefined;
    // An invitation whose end was not heard of must not keep what belongs to a later call.
    return this.#context.store.now() >= waiting.untilMs ? undefined : waiting;
  }

  /** Whether the offer of a call is known here, so that it can be answered. */
  holds({ id }: Invitation): boolean {
    return Boolean(this.#byId(id)?.shown);
  }

  /** Keeps an offer with its invitation, and shows it to the person asked. */
  async offer(invitation: Invitation, from: ChatUser, offer: Signal): Promise<void> {
    const { askerId, toId, id } = invitation;
    const waiting = this.#waitingOrNew(invitation);
    // Without a relay no address is shown before both agreed: the candidates of the offer are told afterwards.
    if (!this.hasRelay) waiting.ofAsker.push(...candidatesIn(offer).slice(0, keptSignalsMax));
    const hides = !this.hasRelay || await this.isRelayOnly(askerId);
    waiting.shown = { from, offer: hides ? withoutAddresses(offer, !this.hasRelay) ?? {} : offer };
    this.#showAll(waiting);
    this.#otherInstances?.publish({ kind: "call", invitation, ...waiting.shown });
    for (const signal of waiting.ofAsker) {
      this.#otherInstances?.publish({ kind: "signal", invitationId: id, from: askerId, to: toId, signal });
    }
  }

  #waitingOrNew(invitation: Invitation): Waiting {
    const known = this.#waiting.get(invitation.askerId);
    if (known?.invitation.id === invitation.id) return known;
    const untilMs = invitation.at + invitationMs;
    const waiting = {
      invitation,
      shown: null,
      shownTo: new WeakSet<Connection>(),
      ofAsker: [],
      ofAsked: [],
      isAnswered: false,
      untilMs,
    };
    this.#waiting.set(invitation.askerId, waiting);
    return waiting;
  }

  /** The call was accepted here: signals go on waiting until it is open, and `forget` is called. */
  answerHere(invitation: Invitation): Waiting {
    return Object.assign(this.#waitingOrNew(invitation), { isAnswered: true, untilMs: Infinity });
  }

  /** The call was accepted on another instance: signals go on waiting here until that one has opened it. */
  answeredElsewhere(invitationId: string): void {
    const waiting = this.#byId(invitationId);
    if (!waiting || waiting.isAnswered) return;
    const untilMs = this.#context.store.now() + mediaSeconds * 1000;
    Object.assign(waiting, { isAnswered: true, untilMs });
    // If that instance died meanwhile, it opens nothing any more.
    this.#context.deadlines.at(untilMs, () => this.forget(waiting));
  }

  /** The other instance has opened the call and passed on what waited there, or could not open it. */
  openedElsewhere(invitationId: string): void {
    const waiting = this.#byId(invitationId);
    if (!waiting) return;
    this.forget(waiting);
    const { askerId, toId } = waiting.invitation;
    // The instance that answered was sent the asker's signals, but not those of the other's tabs here.
    for (const signal of waiting.ofAsked) this.#pass(toId, askerId, signal);
  }

  #byId(invitationId: string): Waiting | undefined {
    return [...this.#waiting.values()].find(({ invitation }) => invitation.id === invitationId);
  }

  /** Shows the offer to every tab here of the person asked; again if it has changed. */
  #showAll(waiting: Waiting): void {
    const { invitation: { toId }, shownTo } = waiting;
    this.#hub.sendHere(toId, "video-request", this.#asNow(waiting)!);
    for (const tab of this.#hub.here(toId)?.tabs ?? []) shownTo.add(tab);
  }

  /** Shows one connection the offer that waits for its person. */
  show(connection: Connection, waiting: Waiting | undefined): void {
    const shown = waiting && this.#asNow(waiting);
    if (shown && !waiting.isAnswered) connection.send("video-request", shown);
  }

  /** The offer with the time that it still waits, and the asker as she or he is shown now. */
  #asNow({ shown, invitation }: Waiting): ServerEvents["video-request"] | null {
    if (!shown) return null;
    const from = this.#presence.shown(invitation.askerId) ?? shown.from;
    const leftMs = leftMsOf(invitation, this.#context.store.now());
    return { ...shown, from, leftMs, requestId: invitation.id };
  }

  /** What a new connection must know of calls that wait for its person. */
  welcome(connection: Connection): void {
    for (const waiting of this.#waiting.values()) {
      const isNew = waiting.invitation.toId === connection.userId && !waiting.shownTo.has(connection);
      if (isNew) this.show(connection, waiting);
    }
  }

  /** After the answer: tells what waited, in its order, with what comes meanwhile; what comes later passes at once. */
  async release(chat: Chat, waiting: Waiting, answerer: Connection): Promise<void> {
    const { askerId, toId } = waiting.invitation;
    const { ofAsker, ofAsked } = waiting;
    while (ofAsker.length + ofAsked.length > 0) {
      const isAskers = ofAsker.length > 0;
      const from = isAskers ? askerId : toId;
      const signal = await this.allowedPartOf(chat, from, (isAskers ? ofAsker : ofAsked).shift()!);
      if (signal === null) continue;
      if (isAskers) answerer.send("video-signal", { from, signal });
      else this.#hub.send(askerId, "video-signal", { from, signal });
    }
    // No `await` since the last look at what waits: nothing may come in between.
    this.forget(waiting);
  }

  /**
   * Passes on what one browser tells the other: at once in an open call, after the answer if the call still waits for
   * one. Refuses `chat_not_open` if the two have neither, `too_large`, and `too_many_requests` if too much waits.
   */
  async signal({ userId }: Connection, toId: number, signal: Signal): Promise<Refusal | void> {
    if (isTooLong(signal)) return refuse("too_large");
    const waiting = this.waitingFor(userId, toId) ?? this.waitingFor(toId, userId);
    if (waiting) return this.#wait(waiting, userId, signal);
    const chat = await this.#callOf(userId, toId);
    if (chat) {
      const shown = await this.allowedPartOf(chat, userId, signal);
      if (shown !== null) this.#tell(userId, toId, shown);
      return;
    }
    const invitation = await waitingCall(this.#context.store, userId, toId);
    if (!invitation) return refuse("chat_not_open");
    return this.#wait(this.#waitingOrNew(invitation), userId, signal);
  }

  #wait(waiting: Waiting, fromId: number, signal: Signal): Refusal | void {
    const { askerId, toId, id } = waiting.invitation;
    const kept = fromId === askerId ? waiting.ofAsker : waiting.ofAsked;
    if (kept.length >= keptSignalsMax) return refuse("too_many_requests");
    kept.push(signal);
    if (fromId !== askerId) return;
    this.#otherInstances?.publish({ kind: "signal", invitationId: id, from: fromId, to: toId, signal });
  }

  /** The part of a signal that the other may hear; null for none. */
  async allowedPartOf(chat: Chat, fromId: number, signal: Signal): Promise<Signal | null> {
    if (this.hasRelay) return await this.isRelayOnly(fromId) ? withoutAddresses(signal) : signal;
    // A direct connection only if both agreed; otherwise neither learns where the other is.
    const { man, lady } = chat.directAgreed ?? { man: false, lady: false };
    return man && lady ? signal : withoutAddresses(signal, true);
  }

  async #callOf(userId: number, toId: number): Promise<Chat | null> {
    const chat = await chatOfPerson(this.#context.store, userId);
    return chat?.kind === "video" && chat.state === "open" && partnerIn(chat, userId) === toId ? chat : null;
  }

  /** An invitation is over, however it ended. One that is being accepted stays: the answer forgets it. */
  invitationEnded(invitationId: string): void {
    const waiting = this.#byId(invitationId);
    if (waiting && !waiting.isAnswered) this.forget(waiting);
  }

  forget(waiting: Waiting): void {
    if (this.#waiting.get(waiting.invitation.askerId) === waiting) this.#waiting.delete(waiting.invitation.askerId);
  }

  /** News of another instance. */
  hear(message: InstanceNews & { kind: "call" | "signal" }): void {
    const hub = this.#hub;
    if (message.kind === "call") {
      const { invitation, from, offer } = message;
      const waiting = this.#waitingOrNew(invitation);
      waiting.shown = { from, offer };
      this.#showAll(waiting);
      this.#context.deadlines.at(waiting.untilMs, () => this.invitationEnded(invitation.id));
      return;
    }
    const { invitationId, from, to, signal } = message;
    if (invitationId === null) return this.#inOrder(() => hub.sendHere(to, "video-signal", { from, signal }));
    const waiting = this.waitingFor(from, to);
    if (waiting?.invitation.id === invitationId) {
      if (waiting.ofAsker.length < keptSignalsMax) waiting.ofAsker.push(signal);
    } else if (hub.here(to)) {
      this.#pass(from, to, signal, (shown) => hub.sendHere(to, "video-signal", { from, signal: shown }));
    }
  }

  /** In an open call: tells the recipient's tabs on every instance, after what came before. */
  #tell(from: number, to: number, signal: Signal): void {
    this.#hub.sendHere(to, "video-signal", { from, signal });
    this.#otherInstances?.publish({ kind: "signal", invitationId: null, from, to, signal });
  }

  /** Passes on, after what came before, a signal that waited longer than the call took to open. */
  #pass(from: number, to: number, signal: Signal, tell = (shown: Signal) => this.#tell(from, to, shown)): void {
    this.#inOrder(async () => {
      const chat = await this.#callOf(from, to);
      const shown = chat && await this.allowedPartOf(chat, from, signal);
      if (shown) tell(shown);
    });
  }

  #inOrder(work: () => void | Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error) => log.error("a signal was not passed on: {error}", { error }));
  }
}
