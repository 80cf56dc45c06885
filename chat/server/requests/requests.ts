/** Asking for a text chat, answering, and taking back; and whom a person may ask, for a call as well. */
import { getLogger } from "@logtape/logtape";
import { hasDevice } from "../../../kv/accounts/push_subscriptions.ts";
import { type ChatKind, chatOfPerson, revokeAcceptance } from "../../../kv/chats/chats.ts";
import { mailAbout } from "../../../kv/chats/invitation_mails.ts";
import {
  answerInvitation,
  type Invitation,
  invitationsTo,
  invite,
  leftMsOf,
  waitingCall,
  waitingOf,
  withdrawInvitation,
} from "../../../kv/chats/invitations.ts";
import { type Pair, pairOf } from "../../../kv/chats/pairs.ts";
import { type Refusal, refuse, type Result } from "../../../kv/store/refusals.ts";
import type { ChatUser, ServerEvents } from "../../shared/server_events.ts";
import { noChatEnded } from "../chat_figures.ts";
import type { Connection } from "../connections/connection.ts";
import type { ChatContext } from "../context.ts";
import type { Hub, Sender } from "../hub.ts";
import { nameIn } from "../people.ts";
import type { Presence } from "../presence/presence.ts";
import type { OtherInstances } from "../instances/other_instances.ts";
import type { Agreements } from "./agreements.ts";
import type { ConversationRequests } from "./conversation_requests.ts";
import type { InvitationEnds } from "./invitation_ends.ts";
import { canPay, mayAsk } from "./may_ask.ts";

const log = getLogger(["vesna", "chat"]);

type Answered = "accept" | "decline" | "busy";

/** How the words of `partner_offline` say that the person was told all the same, by her or his gender. */
const toldWording = { man: "told_male", girl: "told" } as const;

/** The first answer to the asker; `message` if there is something to say with it. */
export type FirstAnswer<Sent extends string> = (
  event: Sent | "already-request",
  told: { to: number; message?: string | undefined; requestId?: string },
) => void;

/** The parts that requests use. */
interface Collaborators {
  hub: Hub;
  presence: Presence;
  agreements: Agreements;
  ends: InvitationEnds;
  conversationRequests: ConversationRequests;
  otherInstances: OtherInstances | null;
}

export class Requests {
  #context: ChatContext;
  #hub: Hub;
  #presence: Presence;
  #agreements: Agreements;
  #ends: InvitationEnds;
  #conversationRequests: ConversationRequests;
  #otherInstances: OtherInstances | null;

  constructor(
    context: ChatContext,
    { hub, presence, agreements, ends, conversationRequests, otherInstances }: Collaborators,
  ) {
    this.#context = context;
    this.#hub = hub;
    this.#presence = presence;
    this.#agreements = agreements;
    this.#ends = ends;
    this.#conversationRequests = conversationRequests;
    this.#otherInstances = otherInstances;
  }

  /** Invites to a text chat; `answer` tells the asker first, before anybody else hears of it. */
  async invite(
    asker: Connection,
    toId: number,
    answer: FirstAnswer<"text-request-sent">,
  ): Promise<Refusal | void> {
    const { store, people, instanceId } = this.#context;
    const hub = this.#hub;
    const reached = await this.reach(asker, toId, "text");
    if (!reached.ok) return reached;
    const { pair, to } = reached;
    if (this.#agreements.isSameClick(asker.userId, toId)) return answer("already-request", { to: toId });
    // Before the invitation is kept: nothing may fail between keeping it and telling of it.
    const from = await people.find(asker.userId);
    if (!from) return refuse("forbidden");
    const invited = await invite(store, pair, asker.userId, toId, "text", { instanceId });
    if (!invited.ok) return invited;
    switch (invited.outcome) {
      case "already":
        return answer("already-request", { to: invited.toId });
      case "busy":
        answer("text-request-sent", { to: toId });
        return hub.send(asker.userId, "text-request-answer", {
          status: false,
          ev: "busy",
          answer: { name: to.userName, userId: toId },
        });
      case "agreed":
        answer("text-request-sent", { to: toId });
        this.#ends.settleEverywhere(invited.invitation);
        this.#agreements.agreed(asker.userId, toId);
        for (const [userId, other] of [[asker.userId, to], [toId, from]] as const) {
          hub.send(userId, "text-request-answer", {
            status: true,
            ev: "accept",
            answer: { name: other.userName, userId: other.userId },
          });
        }
        return;
      case "sent": {
        answer("text-request-sent", { to: toId, message: this.toldOf(asker, to) });
        this.show(invited.invitation, from);
        this.#otherInstances?.publish({ kind: "asked", invitation: invited.invitation, from });
        this.#ends.waitFor(invited.invitation);
      }
    }
  }

  /**
   * Returns the two if the asker may ask now: on a page of the site, or on a device while none is open. Refuses what
   * mayAsk refuses, `partner_offline`, `partner_not_accepting` and `insufficient_credits`.
   */
  async reach(asker: Connection, toId: number, kind: ChatKind): Promise<Result<{ pair: Pair; to: ChatUser }>> {
    const { store, people } = this.#context;
    const paired = await mayAsk(store, asker.userId, toId);
    if (!paired.ok) return paired;
    const { pair } = paired;
    const to = await people.find(toId);
    if (!to) return refuse("partner_offline");
    const takes = kind === "text" ? to.allowChat : to.allowVideoChat;
    const pays = await canPay(store, pair, asker.userId, kind);
    if (!this.#presence.isOnline(toId) && !await hasDevice(store, toId)) {
      // The person is told by mail if she or he wishes that, and only of an asker who could be accepted.
      const isTold = takes && pays && await mailAbout(store, { askerId: asker.userId, toId });
      return refuse("partner_offline", isTold ? { wording: toldWording[to.userGender] } : {});
    }
    if (!takes) return refuse("partner_not_accepting");
    if (!pays) return refuse("insufficient_credits");
    return { ok: true, pair, to };
  }

  /**
   * What an asker is told if the person asked is not here and hears of it on a device; undefined if she or he is here.
   */
  toldOf(reader: Connection, to: ChatUser): string | undefined {
    if (this.#presence.isOnline(to.userId)) return undefined;
    const told = { name: nameIn(to, reader.locale), context: toldWording[to.userGender] };
    return this.#context.options.words(reader, "partner_offline", told);
  }

  /**
   * Tells a new connection of the invitations to a text chat that its person made, and of those that others made to her
   * or him. Ends calls that nobody can answer any more.
   */
  async welcome(connection: Connection): Promise<void> {
    const { store, people } = this.#context;
    const { userId } = connection;
    const [own, others] = await Promise.all([waitingOf(store, userId), invitationsTo(store, userId)]);
    // An asker who is not back yet would not hear of the end; her or his own greeting ends the call then.
    for (const call of [own, ...others]) {
      if (call && this.#hub.isConnected(call.askerId)) await this.#ends.endIfLost(call);
    }
    // Invitations that were answered while they were read here are not told.
    if (own?.kind === "text" && !this.#ends.isSettled(own.id)) connection.send("text-request-sent", { to: own.toId });
    for (const invitation of others.filter(({ kind }) => kind === "text")) {
      const from = await people.find(invitation.askerId);
      if (from && !this.#ends.isSettled(invitation.id)) this.#show(connection, invitation, from);
    }
  }

  /** Shows an invitation to a text chat to the tabs here of the person asked. */
  show(invitation: Invitation, from: ChatUser): void {
    for (const connection of [...this.#hub.here(invitation.toId)?.tabs ?? []]) this.#show(connection, invitation, from);
  }

  /**
   * The latest invitation of each asker that a connection was shown: while it is greeted, a new one comes both ways.
   */
  #shown = new WeakMap<Connection, Map<number, string>>();

  /** The asker is told of as she or he is shown now: `known` may be older than what the person's list says already. */
  #show(connection: Connection, invitation: Invitation, known: ChatUser): void {
    const { id, askerId } = invitation;
    const from = this.#presence.shown(askerId) ?? known;
    const shown = this.#shown.get(connection) ?? new Map<number, string>();
    if (shown.get(askerId) === id) return;
    this.#shown.set(connection, shown.set(askerId, id));
    connection.send("text-request", { from, leftMs: leftMsOf(invitation, this.#context.store.now()) });
  }

  /** Answers an invitation; `answer` tells the one who answers first, before other pages of the same person. */
  async answer(
    answerer: Sender,
    askerId: number,
    ev: Answered,
    answer: (told: ServerEvents["text-request-answer"]) => void,
  ): Promise<Refusal | void> {
    const { store, people } = this.#context;
    const hub = this.#hub;
    const paired = await mayAsk(store, answerer.userId, askerId);
    if (!paired.ok) return paired;
    const accepts = ev === "accept";
    if (accepts && !await canPay(store, paired.pair, answerer.userId, "text")) return refuse("insufficient_credits");
    const answered = await answerInvitation(store, paired.pair, {
      askerId,
      answererId: answerer.userId,
      kind: "text",
      accepts,
    });
    if (!answered.ok) return answered;
    this.#ends.settleEverywhere(answered.invitation);
    if (accepts) this.#agreements.agreed(askerId, answerer.userId);
    const told = { status: accepts, ev, to: askerId };
    answer(told);
    hub.send(answerer.userId, "text-request-answer", told, answerer);
    const name = await people.nameOf(answerer.userId);
    hub.send(askerId, "text-request-answer", { status: accepts, ev, answer: { name, userId: answerer.userId } });
  }

  /** Takes the asker's invitation back, only one to `toId` and with `id` where given; false if none such waits. */
  async withdraw(askerId: number, toId?: number, id?: string): Promise<boolean> {
    const named = { ...(toId !== undefined && { toId }), ...(id !== undefined && { id }) };
    const withdrawn = await withdrawInvitation(this.#context.store, askerId, named);
    if (!withdrawn) return false;
    this.#ends.settleEverywhere(withdrawn);
    this.#hub.send(withdrawn.toId, "request-timeout", { senderId: askerId });
    return true;
  }

  /**
   * Takes back, as the asker's own wish, the asker's invitation, or the agreement of the two if the answer was quicker.
   * The asker's other pages hear it too, unless a chat goes on there, whose end they would take it for. False if there
   * is neither.
   */
  async takeBack(asker: Sender, toId?: number): Promise<boolean> {
    const isTaken = await this.withdraw(asker.userId, toId) ||
      (toId !== undefined && await this.#revoke(asker.userId, toId));
    const isInChat = isTaken && await chatOfPerson(this.#context.store, asker.userId) !== null;
    if (isTaken && !isInChat) this.#hub.send(asker.userId, "chat-session-end", noChatEnded, asker);
    return isTaken;
  }

  async #revoke(userId: number, otherId: number): Promise<boolean> {
    const { store } = this.#context;
    const paired = await pairOf(store, userId, otherId);
    if (!paired.ok || !await revokeAcceptance(store, paired.pair)) return false;
    this.#agreements.usedUp(paired.pair);
    this.#hub.send(otherId, "stop-text-chat", { targetId: otherId, myId: userId });
    return true;
  }

  /** Ends the invitations between two people who may no longer be in contact, and updates the requests they see. */
  async part(oneId: number, otherId: number): Promise<void> {
    await Promise.all(([[oneId, otherId], [otherId, oneId]] as const).map(async ([askerId, toId]) => {
      await this.#end(askerId, toId);
      await this.#conversationRequests.tell(toId);
    }));
  }

  /** A block between two people is over: each sees again what the other asked before it. */
  async unblocked(oneId: number, otherId: number): Promise<void> {
    await Promise.all([oneId, otherId].map((id) => this.#conversationRequests.tell(id)));
  }

  /** The chat of the two is over: ends an invitation to a call inside it. */
  async chatEnded({ manId, ladyId }: Pair): Promise<void> {
    const waiting = await waitingCall(this.#context.store, manId, ladyId);
    if (waiting) await this.#end(waiting.askerId, waiting.toId);
  }

  /**
   * The chat of the two has begun, and both know: ends what they ask of others. A yes would be refused while the chat
   * goes on, and would afterwards begin another one that no page says was asked for. Never throws.
   */
  async chatBegan({ manId, ladyId }: Pair): Promise<void> {
    await Promise.all(([[manId, ladyId], [ladyId, manId]] as const).map(async ([askerId, partnerId]) => {
      const waiting = await waitingOf(this.#context.store, askerId);
      if (waiting && waiting.toId !== partnerId) await this.#end(askerId, waiting.toId, waiting.id);
    })).catch((error) => log.warn("who else was asked waits still: {error}", { error: String(error) }));
  }

  /** Ends an invitation for both, without an answer. */
  async #end(askerId: number, toId: number, id?: string): Promise<void> {
    if (await this.withdraw(askerId, toId, id)) this.#hub.send(askerId, "request-timeout", { senderId: askerId });
  }

  /** A person left: takes back what she or he asks. */
  left(userId: number): void {
    this.#agreements.left(userId);
    this.withdraw(userId).catch(() => {});
  }
}
