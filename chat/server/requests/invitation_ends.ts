/** Every invitation ends once: by its answer, when its minute is over, or with the instance that held its offer. */
import { type Invitation, invitationMs, withdrawInvitation } from "../../../kv/chats/invitations.ts";
import type { CallSignals } from "../calls/call_signals.ts";
import type { ChatContext } from "../context.ts";
import type { Hub, Sender } from "../hub.ts";
import type { OtherInstances } from "../instances/other_instances.ts";

/** The parts that the ends of invitations use. */
interface Collaborators {
  hub: Hub;
  signals: CallSignals;
  otherInstances: OtherInstances | null;
}

export class InvitationEnds {
  #context: ChatContext;
  #hub: Hub;
  #signals: CallSignals;
  #otherInstances: OtherInstances | null;
  /** Invitations that ended before their minute was over. */
  #settled = new Set<string>();

  constructor(context: ChatContext, { hub, signals, otherInstances }: Collaborators) {
    this.#context = context;
    this.#hub = hub;
    this.#signals = signals;
    this.#otherInstances = otherInstances;
  }

  /** Ends an invitation when its minute is over. */
  waitFor(invitation: Invitation): void {
    const { deadlines } = this.#context;
    deadlines.at(invitation.at + invitationMs, () => void this.#timeOut(invitation).catch(() => {}));
  }

  async #timeOut(invitation: Invitation): Promise<void> {
    this.#signals.invitationEnded(invitation.id);
    await withdrawInvitation(this.#context.store, invitation.askerId, { id: invitation.id });
    // Whether the store still had it or let it expire: nobody answered it, or it would be settled.
    if (this.#settled.delete(invitation.id)) return;
    this.tell(invitation);
  }

  /**
   * An invitation was answered, taken back or lost: ends it on every instance. An accepted call has still to be opened.
   */
  settleEverywhere(invitation: Invitation, isCallAccepted = false): void {
    this.settleHere(invitation.id, isCallAccepted);
    this.#otherInstances?.publish({ kind: "answered", invitation, isCallAccepted });
  }

  /** The same on this instance alone: from now on nobody is told that its minute is over. */
  settleHere(invitationId: string, isCallAccepted: boolean): void {
    if (isCallAccepted) this.#signals.answeredElsewhere(invitationId);
    else this.#signals.invitationEnded(invitationId);
    this.#settled.add(invitationId);
    this.#context.deadlines.at(this.#context.store.now() + 2 * invitationMs, () => this.#settled.delete(invitationId));
  }

  /** Whether an invitation was settled; news of the invitation itself may arrive from another instance only later. */
  isSettled(invitationId: string): boolean {
    return this.#settled.has(invitationId);
  }

  /** Tells both that nobody waits for an answer any more; `except` knows already. */
  tell({ askerId, toId }: Invitation, except?: Sender): void {
    for (const userId of [askerId, toId]) this.#hub.send(userId, "request-timeout", { senderId: askerId }, except);
  }

  /** Ends an invitation to a call whose offer was lost with the instance that held it: its asker may ask anew. */
  async endIfLost(call: Invitation): Promise<void> {
    const { store, instanceId } = this.#context;
    const { id, askerId, toId, kind, instanceId: heldBy = "" } = call;
    if (kind !== "video" || heldBy === instanceId || this.#signals.holds(call)) return;
    // If the person asked is connected elsewhere, the offer may be known there.
    if (
      this.#otherInstances && (await this.#otherInstances.findsAlive(heldBy) || this.#otherInstances.isConnected(toId))
    ) return;
    if (!await withdrawInvitation(store, askerId, { id })) return;
    this.settleEverywhere(call);
    this.tell(call);
  }
}
