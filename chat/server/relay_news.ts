/** Gives the news of other instances to the parts that they are for. */
import type { Arrivals } from "./arrivals.ts";
import type { CallMeter } from "./calls/call_meter.ts";
import type { CallSignals } from "./calls/call_signals.ts";
import type { Dismissals } from "./connections/dismissals.ts";
import type { Conversations } from "./conversation.ts";
import type { HeldChats } from "./held_chats.ts";
import type { Hub } from "./hub.ts";
import type { Meter } from "./meter.ts";
import type { People } from "./people.ts";
import type { Presence } from "./presence.ts";
import type { News } from "./relay.ts";
import type { Requests } from "./requests/requests.ts";

/** Whom news are for. */
interface Collaborators {
  arrivals: Arrivals;
  hub: Hub;
  presence: Presence;
  conversations: Conversations;
  requests: Requests;
  signals: CallSignals;
  held: HeldChats;
  meter: Meter;
  callMeter: CallMeter;
  dismissals: Dismissals;
}

export class RelayNews {
  #people: People;
  #collaborators: Collaborators;

  constructor(people: People, collaborators: Collaborators) {
    this.#people = people;
    this.#collaborators = collaborators;
  }

  async hear(news: News): Promise<void> {
    const { hub, presence, conversations, requests, signals, meter, callMeter } = this.#collaborators;
    switch (news.kind) {
      case "frame":
        return hub.sendHere(news.to, news.event, news.data);
      case "message":
        return await conversations.deliver(news, news.seq);
      case "chat":
        return await meter.changedElsewhere(news.chatId);
      case "call":
      case "signal":
        return signals.hear(news);
      case "media":
        return await callMeter.heard(news);
      case "asked":
        return requests.show(news.invitation, news.from);
      case "answered":
        return requests.over(news.invitationId, news.isCallAccepted);
      case "opened":
        return signals.openedElsewhere(news.invitationId);
      case "person":
        return await presence.refresh(news.userId);
      case "apart":
        return await presence.apartChanged(news.userId, news.otherId);
      case "line":
        return await (news.isConnected ? this.#lineCame(news.userId) : this.#lineGone(news.userId));
    }
  }

  async #lineCame(userId: number): Promise<void> {
    const { held, hub, presence } = this.#collaborators;
    held.lineChanged(userId);
    const user = await this.#people.find(userId);
    if (user && hub.isConnected(userId)) presence.appear(user);
  }

  async #lineGone(userId: number): Promise<void> {
    this.#collaborators.arrivals.lineGone(userId);
    await this.#collaborators.dismissals.goneElsewhere(userId);
  }
}
