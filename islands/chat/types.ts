/** The state of the chat's screen; state.ts says how it changes. */
import type { ChatMessage, ChatMeter } from "../../chat/shared/server_events.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { CallState } from "./call/call_state.ts";

/** The person's own settings that have a switch. */
export type OwnSwitch = "allowChat" | "allowVideoChat" | "relayOnly" | "translatesMessages";

export interface Me {
  id: number;
  name: string;
  /** The language of the page, in which the others' names are shown. */
  locale: Locale;
  gender: "man" | "girl";
  allowChat: boolean;
  allowVideoChat: boolean;
  /** Whether media of calls goes through a relay or not at all. */
  relayOnly: boolean;
  /** Whether messages in languages that the person does not read are shown with a translation. */
  translatesMessages: boolean;
  /** The codes of the languages that the person reads; `into` is the one for translations, BCP 47. */
  reads: readonly string[];
  into: string;
  /** Whether the site has a provider of translations. */
  hasTranslator: boolean;
  /** The positions of switches that the server has not answered yet. */
  wished?: Partial<Record<OwnSwitch, boolean>>;
  /** Null for ladies, who have none. Only `balance-changed` changes it. */
  balanceCredits: number | null;
}

export interface Person {
  id: number;
  /** As it is written in the language of the page. */
  name: string;
  /** Her own line; empty if she has none. */
  quote: string;
  /** The language of her line, if it is not the page's. */
  quoteLang?: string | undefined;
  age: number;
  photo: string;
  allowChat: boolean;
  allowVideoChat: boolean;
  /** The codes of the languages that this person reads; empty if they are not known. */
  languages: readonly string[];
  /** Whether the demo itself speaks for her. */
  isCompanion: boolean;
}

/**
 * The connection to the server: being opened, open, lost and tried again, put off because too many come, or refused for
 * good.
 */
export type Link = "connecting" | "open" | "lost" | "busy" | "signed_out" | "refused";
export type Tab = "online" | "recent" | "requests";

/** A message that the server has not acknowledged. */
export interface Pending {
  clientId: string;
  body: string;
  atMs: number;
  isFailed: boolean;
  /** Why it failed, in the server's words. */
  reason?: string;
}

/** The result of a chat: the minutes that were charged and not given back, and the credits, which are zero for ladies. */
export interface Summary {
  minutes: number;
  chargedCredits: number;
  refundedCredits: number;
}

/** Something that stands between messages without being one. */
export interface Mark {
  afterSeq: number;
  atMs: number;
  /** Which chat began, turned or ended here. */
  chatId?: string;
  /** The number of its turn from text into video or back, from 1; absent if it did not turn here. */
  turn?: number;
  /** The end of a chat; absent if one began, or turned from text into video or back. */
  ended?: Summary | "away";
  /** What began here. */
  kind?: "text" | "video" | "back";
}

export interface Conversation {
  /** In the order of their numbers, each once. */
  messages: readonly ChatMessage[];
  pending: readonly Pending[];
  marks: readonly Mark[];
  isLoaded: boolean;
  isLoading: boolean;
  hasOlder: boolean;
}

export interface RequestItem {
  id: string;
  fromId: number;
  isAccepted: boolean;
}

/** The one chat that a person is in: agreed to, then created, then paid and open. */
export interface ChatNow {
  id: string | null;
  partnerId: number | null;
  isOpen: boolean;
  isVideo: boolean;
  /** Whether the call began as a text chat. */
  wasText: boolean;
  /** Whether the server has told of it since the connection was last opened. */
  isConfirmed: boolean;
}

type FlashAction = { kind: "open"; userId: number } | { kind: "requests" } | { kind: "buy" };

/** A flash of the chat's: words by key, or as the server wrote them. */
export interface ChatFlash {
  id: number;
  tone: "info" | "good" | "bad";
  key?: string;
  text?: string;
  values?: Record<string, string>;
  seconds: number;
  action?: FlashAction;
}

/** One that is not shown yet. */
export type NewFlash = Omit<ChatFlash, "id">;

export interface ChatState {
  me: Me;
  link: Link;
  tab: Tab;
  /** Everybody who was ever shown here. */
  people: ReadonlyMap<number, Person>;
  /** In the order of coming; null until the server has listed them. */
  online: readonly number[] | null;
  recent: readonly number[] | null;
  requests: readonly RequestItem[] | null;
  /** When somebody accepted one's conversation request. */
  acceptedAtMs: ReadonlyMap<number, number>;
  unread: ReadonlyMap<number, number>;
  unreadAtMs: ReadonlyMap<number, number>;
  selectedId: number | null;
  /** On a narrow screen: the conversation, not the lists. */
  isReading: boolean;
  conversations: ReadonlyMap<number, Conversation>;
  chat: ChatNow | null;
  /** The newest figures of a chat that the server told: of the one that goes on, or of the last. */
  meter: ChatMeter | null;
  /** The number of the last ledger entry that is part of the balance. */
  balanceSeq: number;
  /** The summary of the last chat, until it is dismissed or another chat begins. */
  over: { partnerId: number | null; summary: Summary } | null;
  /** Whom one has asked for a chat and waits for. */
  askingId: number | null;
  /** Who asks this person for a text chat, in the order of asking, and until when (server time, ms). */
  invitations: ReadonlyMap<number, number>;
  /** Who is writing to this person, according to the last news. */
  writing: { userId: number } | null;
  call: CallState;
  /** Whom one has blocked. */
  blockedIds: ReadonlySet<number>;
  /** Nothing new is started before this moment: clicks close together are one click. */
  guardUntilMs: number;
  flashes: readonly ChatFlash[];
  lastFlashId: number;
}

/** What the page was rendered with. */
export interface Start {
  /** The person whose conversation the page's address names. */
  withId: number | null;
  /** Whom one has blocked. */
  blockedIds: readonly number[];
}

/** What a minute costs, in words, with its value in money; ladies are shown no prices. */
export interface ChatPrices {
  text: string;
  video: string;
  /** The same as numbers. */
  credits: { text: number; video: number };
  /** The price of a minute as a sentence. */
  textSentence: string;
  videoSentence: string;
  /** With how many credits a chat of each kind can be begun, as a sentence. */
  needs: string;
  /** The rate by which the value in money is computed. */
  note: string;
  /** The way to more credits, and from there back to the chat. */
  buyHref: string;
  historyHref: string;
}
