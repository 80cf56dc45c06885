/**
 * Builds the parts of one instance's chat. Each part is given at least the parts that it uses; one that is built earlier
 * reaches a later one through a listener.
 */
import { getLogger } from "@logtape/logtape";
import { answersOf } from "./answers.ts";
import { Arrivals } from "./arrivals.ts";
import { Balances } from "./balances.ts";
import { CallMeter } from "./calls/call_meter.ts";
import { CallSignals } from "./calls/call_signals.ts";
import { Calls } from "./calls/calls.ts";
import { ChatNotifier } from "./chat_notifier.ts";
import { Admissions } from "./connections/admissions.ts";
import { Dismissals } from "./connections/dismissals.ts";
import { ConnectionCounts } from "./connections/connection_counts.ts";
import type { ChatContext } from "./context.ts";
import { Conversations } from "./messages/conversation.ts";
import { Dispatcher } from "./dispatcher.ts";
import { Endings } from "./endings.ts";
import { HeldChats } from "./held_chats.ts";
import { Hub } from "./hub.ts";
import { KnownChats } from "./known_chats.ts";
import { Meter } from "./meter.ts";
import { BlockNews } from "./presence/block_news.ts";
import { OpenPages } from "./presence/open_pages.ts";
import { PastMessages } from "./messages/past_messages.ts";
import { PendingWork } from "./pending_work.ts";
import { Presence, usualLingerMs } from "./presence/presence.ts";
import { LanguageNews } from "./messages/language_news.ts";
import { type InstanceListener, OtherInstances } from "./instances/other_instances.ts";
import { NewsReceiver } from "./instances/news_receiver.ts";
import { Agreements } from "./requests/agreements.ts";
import { ConversationRequests } from "./requests/conversation_requests.ts";
import { InvitationEnds } from "./requests/invitation_ends.ts";
import { Requests } from "./requests/requests.ts";
import { Starts } from "./starts.ts";
import { StoreReturn } from "./store_return.ts";
import { MessageTranslations } from "./messages/translations.ts";
import { Typing } from "./messages/typing.ts";

const log = getLogger(["vesna", "chat"]);

export type ChatParts = ReturnType<typeof partsOf>;

/** `listener` is told what the other instances say. */
export function partsOf(context: ChatContext, listener: InstanceListener) {
  const { options, store, instanceId } = context;
  const otherInstances = options.isShared ? new OtherInstances(store, instanceId, listener, options) : null;
  const known = new KnownChats();
  const hub = new Hub(otherInstances);
  const pages = new OpenPages(otherInstances, options.lingerMs ?? usualLingerMs);
  const presence: Presence = new Presence(context, { hub, pages }, {
    isInGrace: (userId) => held.isInGrace(userId),
    left: (userId) => requests.left(userId),
  });
  const blockNews = new BlockNews(store, { hub, presence });
  const translations = new MessageTranslations(context, hub, otherInstances);
  const conversations = new Conversations(context, { hub, presence, otherInstances, translations });
  const signals = new CallSignals(context, { hub, presence, otherInstances });
  const conversationRequests = new ConversationRequests(context, hub);
  const agreements = new Agreements(store.now);
  const ends = new InvitationEnds(context, { hub, signals, otherInstances });
  const requests = new Requests(context, { hub, presence, agreements, ends, conversationRequests, otherInstances });
  const notifier = new ChatNotifier(context, hub);
  const pending = new PendingWork();
  const held: HeldChats = new HeldChats(context, { known, hub, presence, notifier, pending }, {
    end: (chatId, ending) => endings.end(chatId, ending),
    fallBack: (chatId) => callMeter.fallBack(chatId),
  });
  const endings: Endings = new Endings(context, {
    known,
    held,
    pending,
    requests,
    conversations,
    notifier,
    otherInstances,
  });
  const starts = new Starts(context, { hub, held, agreements, conversations, otherInstances });
  const charging = { known, hub, held, endings, starts, conversations, notifier, otherInstances };
  const callMeter = new CallMeter(context, { ...charging, pending });
  const meter = new Meter(context, charging);
  const calls = new Calls(context, { hub, requests, ends, signals, meter: callMeter, otherInstances });
  const typing = new Typing(context, hub);
  const dismissals = new Dismissals(store, hub, endings);
  const balances = new Balances(store, hub);
  const admissions = new Admissions(context, (connection, why) => {
    dismissals.dismiss(connection, why).catch((error) => log.error("a chat could not be ended: {error}", { error }));
  });
  const pastMessages = new PastMessages(context, { hub, presence, otherInstances });
  const asked = { hub, presence, conversations, translations, conversationRequests, requests, endings, meter };
  const answers = answersOf(context, { ...asked, pastMessages, calls, callMeter, signals, typing });
  const touched = {
    hub,
    pages,
    presence,
    blockNews,
    conversations,
    translations,
    requests,
    signals,
    held,
    meter,
    callMeter,
  };
  const arrivals = new Arrivals(context, { ...touched, known, typing, balances, admissions, otherInstances });
  return {
    otherInstances,
    hub,
    pages,
    presence,
    blockNews,
    requests,
    calls,
    held,
    endings,
    balances,
    admissions,
    arrivals,
    storeReturn: new StoreReturn({ held, starts, meter, endings }),
    languageNews: new LanguageNews(store, hub),
    connectionCounts: new ConnectionCounts(options.connectionsMax),
    dispatcher: new Dispatcher(context, hub, answers),
    newsReceiver: new NewsReceiver({ ...touched, known, pastMessages, ends, arrivals, dismissals }),
  };
}
