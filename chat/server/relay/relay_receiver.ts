/** Gives the news of other instances to the parts that they are for. */
import type { Arrivals } from "../arrivals.ts";
import type { CallMeter } from "../calls/call_meter.ts";
import type { CallSignals } from "../calls/call_signals.ts";
import type { Dismissals } from "../connections/dismissals.ts";
import type { Conversations } from "../messages/conversation.ts";
import type { HeldChats } from "../held_chats.ts";
import type { Hub } from "../hub.ts";
import type { KnownChats } from "../known_chats.ts";
import type { Meter } from "../meter.ts";
import type { PastMessages } from "../messages/past_messages.ts";
import type { People } from "../people.ts";
import type { BlockNews } from "../presence/block_news.ts";
import type { Presence } from "../presence/presence.ts";
import type { Connected, RelayMessage } from "./relay_messages.ts";
import type { InvitationEnds } from "../requests/invitation_ends.ts";
import type { Requests } from "../requests/requests.ts";
import type { MessageTranslations } from "../messages/translations.ts";

/** The parts that news are for. */
interface Collaborators {
  known: KnownChats;
  arrivals: Arrivals;
  hub: Hub;
  presence: Presence;
  blockNews: BlockNews;
  conversations: Conversations;
  pastMessages: PastMessages;
  translations: MessageTranslations;
  requests: Requests;
  ends: InvitationEnds;
  signals: CallSignals;
  held: HeldChats;
  meter: Meter;
  callMeter: CallMeter;
  dismissals: Dismissals;
}

export class RelayReceiver {
  #people: People;
  #collaborators: Collaborators;

  constructor(people: People, collaborators: Collaborators) {
    this.#people = people;
    this.#collaborators = collaborators;
  }

  async hear(message: RelayMessage): Promise<void> {
    const { known, hub, presence, conversations, translations, requests, ends } = this.#collaborators;
    const { pastMessages, signals, meter, callMeter } = this.#collaborators;
    switch (message.kind) {
      case "frame": {
        const chatId = announcedChatId(message);
        if (chatId !== null && known.isEndTold(chatId)) return;
        return hub.sendHere(message.to, message.event, message.data);
      }
      case "message":
        return await conversations.hear(message);
      case "translated":
        // Never before the message itself.
        await conversations.deliver(message, message.seq);
        return await translations.madeElsewhere(message);
      case "seen":
        return await pastMessages.seenElsewhere(message);
      case "chat":
        return await meter.changedElsewhere(message.chatId);
      case "call":
        // Like "asked" it may arrive after its answer: late, or told again because one of the two came later.
        return ends.isSettled(message.invitation.id) ? undefined : signals.hear(message);
      case "signal":
        return signals.hear(message);
      case "media":
        return await callMeter.heard(message);
      case "asked":
        return ends.isSettled(message.invitation.id) ? undefined : requests.show(message.invitation, message.from);
      case "answered":
        if (message.isCallAccepted) callMeter.agreed(message.invitation.askerId, message.invitation.toId);
        return ends.settleHere(message.invitation.id, message.isCallAccepted);
      case "opened":
        return signals.openedElsewhere(message.invitation.id);
      case "person":
        return await presence.refresh(message.userId);
      case "blocked":
        return await this.#collaborators.blockNews.changed(message.userId, message.otherId);
      case "connection":
        if (message.place) return await this.#pageChanged(message);
        return await (message.isConnected
          ? this.#connectionCame(message.userId)
          : this.#connectionGone(message.userId));
    }
  }

  /** When somebody's last page closed, that instance has already waited for another one to open. */
  async #pageChanged({ userId, isConnected }: Connected): Promise<void> {
    const { arrivals, presence } = this.#collaborators;
    if (isConnected) await arrivals.appear(userId);
    else presence.graceOver(userId);
  }

  async #connectionCame(userId: number): Promise<void> {
    const { held, hub, presence } = this.#collaborators;
    held.connectionsChanged(userId);
    const user = await this.#people.find(userId);
    if (user && hub.isConnected(userId)) presence.appear(user);
  }

  async #connectionGone(userId: number): Promise<void> {
    this.#collaborators.arrivals.connectionGone(userId);
    await this.#collaborators.dismissals.goneElsewhere(userId);
  }
}

/**
 * The chat whose beginning or progress a frame announces: such a frame is dropped once the chat's end was told here. Null
 * for all other frames.
 */
function announcedChatId({ event, data }: { event: string; data: { id?: unknown } }): string | null {
  const isAnnouncement = event === "chat-session-create" || event === "chat-open" || event === "chat-meter";
  return isAnnouncement ? String(data.id) : null;
}
