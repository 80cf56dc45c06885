/** What instances tell each other, and whom each piece of news is for. */
import type { Chat } from "../../../kv/chats/chats.ts";
import type { Invitation } from "../../../kv/chats/invitations.ts";
import type { Pair } from "../../../kv/chats/pairs.ts";
import type { ChatUser } from "../../shared/server_events.ts";
import type { Signal } from "../calls/addresses.ts";

export type InstanceNews =
  | { kind: "frame"; to: number; event: string; data: object }
  /** A repeat matters only to instances that follow the two already. */
  | Pair & { kind: "message"; seq: number; isRepeat: boolean }
  /** That message has its translation by now. */
  | Pair & { kind: "translated"; seq: number; readerId: number }
  /** One of the two has seen what the other wrote. */
  | Pair & { kind: "seen"; readerId: number }
  /** A connection of the chat came or went, or another page that somebody has open. */
  | Connected
  | Pair & { kind: "chat"; chatId: string; heldBy: string }
  | { kind: "blocked"; userId: number; otherId: number }
  | { kind: "answered"; invitation: Invitation; isCallAccepted: boolean }
  /** The accepted call is open, and what waited for that was told; or it could not be opened. */
  | { kind: "opened"; invitation: Invitation }
  /** Somebody asks for a text chat. */
  | { kind: "asked"; invitation: Invitation; from: ChatUser }
  /** Somebody asks for a call; the person asked may come to any instance. */
  | { kind: "call"; invitation: Invitation; from: ChatUser; offer: Signal }
  /** `invitationId`: the invitation that waits; null in an open call. */
  | { kind: "signal"; invitationId: string | null; from: number; to: number; signal: Signal }
  | { kind: "media"; chatId: string; heldBy: string; userId: number; isUp: boolean };

/** Somebody came to an instance or left it. */
export interface Connected {
  kind: "connection";
  userId: number;
  isConnected: boolean;
  /** Absent for the chat itself. */
  place?: "page";
}

/** That a chat has changed. */
export const newsOfChat = ({ id, manId, ladyId, instanceId }: Chat): InstanceNews => ({
  kind: "chat",
  chatId: id,
  manId,
  ladyId,
  heldBy: instanceId,
});

/**
 * The instances concerned: those to which one of `people` has a connection, and the one that holds the chat or offer.
 */
export interface Concerned {
  people: number[];
  instanceId?: string;
}

/** Whom news are for; null for everybody, as who is online is shown to all. */
export function concernedBy(news: InstanceNews): Concerned | null {
  switch (news.kind) {
    case "connection":
      return null;
    case "frame":
      return { people: [news.to] };
    case "message":
      return { people: [news.manId, news.ladyId] };
    case "translated":
    case "seen":
      return { people: [news.readerId] };
    case "chat":
      return { people: [news.manId, news.ladyId], instanceId: news.heldBy };
    case "blocked":
      return { people: [news.userId, news.otherId] };
    case "asked":
      return { people: [news.invitation.toId] };
    case "call":
      return { people: peopleOf(news.invitation) };
    case "answered":
    case "opened":
      return { people: peopleOf(news.invitation), instanceId: news.invitation.instanceId };
    case "signal":
      return { people: news.invitationId === null ? [news.to] : [news.from, news.to] };
    case "media":
      return { people: [], instanceId: news.heldBy };
  }
}

const peopleOf = ({ askerId, toId }: Invitation): number[] => [askerId, toId];
