/** What the chat's screen knows at a moment; how it comes about is said by state.ts. */
import type { ChatMessage, ChatMeter } from "../../chat/shared/server_events.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { CallState } from "./call/call_state.ts";

/** What one says of oneself by a switch. */
export type OwnSwitch = "allowChat" | "allowVideoChat" | "relayOnly" | "translatesMessages";

export interface Me {
  id: number;
  name: string;
  /** Of the page: in what language the others are called. */
  locale: Locale;
  gender: "man" | "girl";
  allowChat: boolean;
  allowVideoChat: boolean;
  /** Media of calls goes through a relay or not at all. */
  relayOnly: boolean;
  /** Messages in languages that one does not read are shown with a translation. */
  translatesMessages: boolean;
  /** What one reads, by codes, and what is translated into, BCP 47. */
  reads: readonly string[];
  into: string;
  /** Whether the site has a provider of translations. */
  hasTranslator: boolean;
  /** Where a switch was put that the server has not answered yet. */
  wished?: Partial<Record<OwnSwitch, boolean>>;
  /** Null for ladies, who have none. Said by `balance-changed` alone. */
  balanceCredits: number | null;
}

export interface Person {
  id: number;
  /** As it is written in the language of the page. */
  name: string;
  /** Her own line; empty where she has none. */
  quote: string;
  /** The language of her line, where it is not the page's. */
  quoteLang?: string | undefined;
  age: number;
  photo: string;
  allowChat: boolean;
  allowVideoChat: boolean;
  /** What this person reads, by codes; empty where it is not known. */
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
  /** Why, in words of the server's. */
  reason?: string;
}

/** What a chat came to: the minutes that stand charged, and the credits; these are zero for ladies. */
export interface Summary {
  minutes: number;
  chargedCredits: number;
  refundedCredits: number;
}

/** Something that stands between messages without being one. */
export interface Mark {
  afterSeq: number;
  atMs: number;
  /** Which chat began or ended here; absent where one only turned from text into video or back. */
  chatId?: string;
  /** Absent where a chat began, or turned from text into video and back. */
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
  /** Said by the server since the connection was opened last. */
  isConfirmed: boolean;
}

type FlashAction = { kind: "open"; userId: number } | { kind: "requests" } | { kind: "top_up" };

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
  /** Which entry of the ledger the balance is the sum of. */
  balanceSeq: number;
  /** What the last chat came to, until it is put away or another begins. */
  over: { partnerId: number | null; summary: Summary } | null;
  /** Whom one has asked for a chat and waits for. */
  askingId: number | null;
  /** Who asks oneself for a chat, in the order of asking, and until when (server time). */
  invitations: ReadonlyMap<number, number>;
  /** Who writes to oneself, as she or he said last. */
  writing: { userId: number } | null;
  call: CallState;
  /** Whom one has blocked. */
  blockedIds: ReadonlySet<number>;
  /** Nothing new is started before this moment: clicks close together are one click. */
  guardUntilMs: number;
  flashes: readonly ChatFlash[];
  lastFlashId: number;
}

/** What the page knew when it was written. */
export interface Start {
  /** Whose conversation is wished for. */
  withId: number | null;
  /** Whom one has blocked. */
  blockedIds: readonly number[];
}

/** What a minute costs, in words with its money; ladies are told of none. */
export interface ChatPrices {
  text: string;
  video: string;
  /** What the words say. */
  credits: { text: number; video: number };
  /** Of a minute, as a sentence. */
  textSentence: string;
  videoSentence: string;
  /** By which rate the money is counted. */
  note: string;
  topUpHref: string;
  historyHref: string;
}
