/**
 * Asking for a call and answering: an invitation with an offer waits a minute, and the answer is told only when the
 * first minute is paid. Two who ask each other at once answer the offer that came first.
 */
import { chatOfPerson, isOtherPrice, type MinutePrices, minutePricesFor } from "../../../kv/chats/chats.ts";
import { answerInvitation, invite } from "../../../kv/chats/invitations.ts";
import { type Pair, partnerIn, type Side } from "../../../kv/chats/pairs.ts";
import { type Refusal, refuse, type Result } from "../../../kv/store/refusals.ts";
import type { ServerEvents } from "../../shared/server_events.ts";
import type { Connection } from "../connections/connection.ts";
import type { ChatContext } from "../context.ts";
import type { Hub, Sender } from "../hub.ts";
import type { OtherInstances } from "../instances/other_instances.ts";
import type { InvitationEnds } from "../requests/invitation_ends.ts";
import { canPay, mayAsk } from "../requests/may_ask.ts";
import type { FirstAnswer, Requests } from "../requests/requests.ts";
import type { Signal } from "./addresses.ts";
import { type CallMeter, isHisAlone } from "./call_meter.ts";
import { type CallSignals, isTooLong } from "./call_signals.ts";
import { iceServersFor } from "./ice_servers.ts";
import { checkCredentialSeconds, credentialSeconds } from "./turn_credentials.ts";

/** How often a person may ask for credentials a minute, in real time. */
export const credentialsPerMinuteMax = 20;

/** What one of the two says about the terms of a call. */
interface Terms {
  directAgreed: boolean | undefined;
  /** The credits for a minute that the speaker was shown; only a man's counts. */
  quoted: MinutePrices | undefined;
}

/** The parts that calls use. */
interface Collaborators {
  hub: Hub;
  requests: Requests;
  ends: InvitationEnds;
  signals: CallSignals;
  meter: CallMeter;
  otherInstances: OtherInstances | null;
}

export class Calls {
  #context: ChatContext;
  #hub: Hub;
  #requests: Requests;
  #ends: InvitationEnds;
  #signals: CallSignals;
  #meter: CallMeter;
  #otherInstances: OtherInstances | null;
  /** How often each person asked in the current minute. */
  #askedFor = new Map<number, number>();
  #askedSince = 0;

  constructor(context: ChatContext, { hub, requests, ends, signals, meter, otherInstances }: Collaborators) {
    this.#context = context;
    this.#hub = hub;
    this.#requests = requests;
    this.#ends = ends;
    this.#signals = signals;
    this.#meter = meter;
    this.#otherInstances = otherInstances;
  }

  /**
   * Returns relays for an offer or an answer that is about to be made; without `toId`, for a check of one's own
   * connection. Refuses `too_many_requests`, and what asking `toId` refuses, unless that person has asked or is in a
   * chat with the asker.
   */
  async prepare(asker: Connection, toId: number | undefined): Promise<Result<ServerEvents["video-prepared"]>> {
    const { userId } = asker;
    if (!this.#mayHaveCredentials(userId)) return refuse("too_many_requests", { retryAfterSeconds: 60 });
    const { hasRelay } = this.#signals;
    if (toId !== undefined && !this.#signals.waitingFor(toId, userId)) {
      const chat = await chatOfPerson(this.#context.store, userId);
      const isWithThis = chat !== null && partnerIn(chat, userId) === toId;
      const reached = isWithThis ? null : await this.#requests.reach(asker, toId, "video");
      if (reached && !reached.ok) return reached;
    }
    const iceServers = await iceServersFor(
      this.#context,
      toId === undefined ? checkCredentialSeconds : credentialSeconds,
    );
    return { ok: true, iceServers, relayOnly: await this.#signals.isRelayOnly(userId), hasRelay };
  }

  #mayHaveCredentials(userId: number): boolean {
    const now = performance.now();
    if (now - this.#askedSince > 60_000) {
      this.#askedFor.clear();
      this.#askedSince = now;
    }
    const count = (this.#askedFor.get(userId) ?? 0) + 1;
    this.#askedFor.set(userId, count);
    return count <= credentialsPerMinuteMax;
  }

  /**
   * Invites to a call; `answer` tells the asker first, before anybody else hears of it. Refuses what asking that person
   * refuses, `too_large`, `chat_busy`, and `quote_changed` to a man who was shown another price.
   */
  async invite(
    asker: Connection,
    { toId, offer, directAgreed, ...said }: Terms & { toId: number; offer: Signal },
    answer: FirstAnswer<"video-request-sent">,
  ): Promise<Refusal | void> {
    const { store, people, instanceId } = this.#context;
    const { userId } = asker;
    if (isTooLong(offer)) return refuse("too_large");
    const reached = await this.#requests.reach(asker, toId, "video");
    if (!reached.ok) return reached;
    const { pair, to } = reached;
    const quoted = userId === pair.manId ? said.quoted : undefined;
    // Nobody is asked for a call that the man would not pay; a price that changes meanwhile is refused later.
    if (quoted && isOtherPrice(await minutePricesFor(store, userId), quoted)) return refuse("quote_changed");
    const from = await people.find(userId);
    if (!from) return refuse("forbidden");
    const invited = await invite(store, pair, userId, toId, "video", { directAgreed, quoted, instanceId });
    if (!invited.ok) return invited;
    if (invited.outcome === "already") return answer("already-request", { to: invited.toId });
    const isSent = invited.outcome === "sent";
    const told = isSent && { message: this.#requests.toldOf(asker, to), requestId: invited.invitation.id };
    answer("video-request-sent", { to: toId, ...told });
    if (invited.outcome === "busy") {
      this.#hub.send(userId, "your-video-request-decline", { name: to.userName, userId: toId, ev: "busy" });
    } else if (invited.outcome === "crossed") {
      // The other's offer is the one to answer; if it is still on its way, it will be shown when it comes.
      this.#signals.show(asker, this.#signals.waitingFor(toId, userId));
    } else {
      this.#ends.waitFor(invited.invitation);
      await this.#signals.offer(invited.invitation, from, offer);
    }
  }

  /**
   * Accepts a call, which is paid and open before the asker hears the answer. Refuses what mayAsk and CallMeter.start
   * refuse, `too_large`, `partner_offline`, `request_over`, `chat_busy`, and `insufficient_credits` if the man accepts
   * and has too little.
   */
  async accept(
    answerer: Connection,
    { askerId, id, answer, directAgreed, ...said }: Terms & {
      askerId: number;
      id?: string | undefined;
      answer: Signal;
    },
    reply: (data: ServerEvents["video-request-accept"]) => void,
  ): Promise<Refusal | void> {
    const hub = this.#hub;
    const { userId } = answerer;
    if (isTooLong(answer)) return refuse("too_large");
    const paired = await mayAsk(this.#context.store, userId, askerId);
    if (!paired.ok) return paired;
    const { pair } = paired;
    if (!hub.isConnected(askerId)) return refuse("partner_offline");
    if (!await canPay(this.#context.store, pair, userId, "video")) return refuse("insufficient_credits");
    const accepting = { askerId, answererId: userId, kind: "video", accepts: true, id } as const;
    const answered = await answerInvitation(this.#context.store, pair, accepting);
    if (!answered.ok) return answered;
    const { invitation, chatId } = answered;
    const waiting = this.#signals.answerHere(invitation);
    let isTold = false;
    try {
      this.#ends.settleEverywhere(invitation, true);
      const agreed = await this.#agreed(pair, { [askerId]: invitation.directAgreed, [userId]: directAgreed });
      const { quoted } = userId === pair.manId ? said : invitation;
      const started = await this.#meter.start(pair, { starterId: userId, chatId, directAgreed: agreed, quoted });
      isTold = started.ok || isHisAlone(started);
      if (!started.ok) return started;
      const { chat } = started;
      reply({ id: chat.id, to: askerId });
      hub.send(userId, "video-request-accept", { id: chat.id, to: askerId }, answerer);
      const shown = await this.#signals.allowedPartOf(chat, userId, answer) ?? {};
      hub.send(askerId, "video-request-accept", { id: chat.id, from: userId, answer: shown, requestId: invitation.id });
      await this.#signals.release(chat, waiting, answerer);
    } finally {
      if (!isTold) this.#ends.tell(invitation, answerer);
      this.#signals.forget(waiting);
      this.#otherInstances?.publish({ kind: "opened", invitation });
    }
    await this.#requests.chatBegan(pair);
  }

  /** A client that says nothing of direct connections agrees to them, unless its person hides the address. */
  async #agreed({ manId, ladyId }: Pair, said: Record<number, boolean | undefined>): Promise<Record<Side, boolean>> {
    const of = async (userId: number) => said[userId] ?? !await this.#signals.isRelayOnly(userId);
    return { man: await of(manId), lady: await of(ladyId) };
  }

  /** Declines a call, only the one with `id` if given; `answer` tells the decliner first. Refuses `request_over`. */
  async decline(
    answerer: Sender,
    { askerId, id }: { askerId: number; id?: string | undefined },
    answer: () => void,
  ): Promise<Refusal | void> {
    const hub = this.#hub;
    const { userId } = answerer;
    const paired = await mayAsk(this.#context.store, userId, askerId);
    if (!paired.ok) return paired;
    const declining = { askerId, answererId: userId, kind: "video", accepts: false, id } as const;
    const answered = await answerInvitation(this.#context.store, paired.pair, declining);
    if (!answered.ok) return answered;
    this.#ends.settleEverywhere(answered.invitation);
    answer();
    hub.send(userId, "video-request-decline", { to: askerId }, answerer);
    const name = await this.#context.people.nameOf(userId);
    hub.send(askerId, "your-video-request-decline", { name, userId, ev: "decline" });
  }
}
