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
import type { BlockNews } from "../presence/block_news.ts";
import type { Presence } from "../presence/presence.ts";
import type { Connected, InstanceNews } from "./news.ts";
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

export class NewsReceiver {
  #collaborators: Collaborators;

  constructor(collaborators: Collaborators) {
    this.#collaborators = collaborators;
  }

  async hear(news: InstanceNews): Promise<void> {
    const { known, hub, conversations, translations, requests, ends } = this.#collaborators;
    const { pastMessages, signals, meter, callMeter } = this.#collaborators;
    switch (news.kind) {
      case "frame": {
        const chatId = announcedChatId(news);
        if (chatId !== null && known.isEndTold(chatId)) return;
        return hub.sendHere(news.to, news.event, news.data);
      }
      case "message":
        return await conversations.hear(news);
      case "translated":
        // Never before the message itself.
        await conversations.deliver(news, news.seq);
        return await translations.madeElsewhere(news);
      case "seen":
        return await pastMessages.seenElsewhere(news);
      case "chat":
        return await meter.changedElsewhere(news.chatId);
      case "call":
        // Like "asked" it may arrive after its answer: late, or told again because one of the two came later.
        return ends.isSettled(news.invitation.id) ? undefined : signals.hear(news);
      case "signal":
        return signals.hear(news);
      case "media":
        return await callMeter.heard(news);
      case "asked":
        return ends.isSettled(news.invitation.id) ? undefined : requests.show(news.invitation, news.from);
      case "answered":
        if (news.isCallAccepted) callMeter.agreed(news.invitation.askerId, news.invitation.toId);
        return ends.settleHere(news.invitation.id, news.isCallAccepted);
      case "opened":
        return signals.openedElsewhere(news.invitation.id);
      case "blocked":
        return await this.#collaborators.blockNews.changed(news.userId, news.otherId);
      case "connection":
        if (news.place) return await this.#pageChanged(news);
        return await (news.isConnected ? this.#connectionCame(news.userId) : this.#connectionGone(news.userId));
    }
  }

  /** When somebody's last page closed, that instance has already waited for another one to open. */
  async #pageChanged({ userId, isConnected }: Connected): Promise<void> {
    const { arrivals, presence } = this.#collaborators;
    if (isConnected) await arrivals.appear(userId);
    else presence.graceOver(userId);
  }

  async #connectionCame(userId: number): Promise<void> {
    const { arrivals, held } = this.#collaborators;
    held.connectionsChanged(userId);
    await arrivals.appear(userId);
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
