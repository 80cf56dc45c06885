/** What instances tell each other, and whom each piece of news is for. */
import type { Chat } from "../../../kv/chats/chats.ts";
import type { Invitation } from "../../../kv/chats/invitations.ts";
import type { Pair } from "../../../kv/chats/pairs.ts";
import type { ChatUser } from "../../shared/server_events.ts";
import type { Signal } from "../calls/addresses.ts";

export type RelayMessage =
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
  | { kind: "person"; userId: number }
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
export const newsOfChat = ({ id, manId, ladyId, instanceId }: Chat): RelayMessage => ({
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
export function concernedBy(message: RelayMessage): Concerned | null {
  switch (message.kind) {
    case "connection":
    case "person":
      return null;
    case "frame":
      return { people: [message.to] };
    case "message":
      return { people: [message.manId, message.ladyId] };
    case "translated":
    case "seen":
      return { people: [message.readerId] };
    case "chat":
      return { people: [message.manId, message.ladyId], instanceId: message.heldBy };
    case "blocked":
      return { people: [message.userId, message.otherId] };
    case "asked":
      return { people: [message.invitation.toId] };
    case "call":
      return { people: peopleOf(message.invitation) };
    case "answered":
    case "opened":
      return { people: peopleOf(message.invitation), instanceId: message.invitation.instanceId };
    case "signal":
      return { people: message.invitationId === null ? [message.to] : [message.from, message.to] };
    case "media":
      return { people: [], instanceId: message.heldBy };
  }
}

const peopleOf = ({ askerId, toId }: Invitation): number[] => [askerId, toId];
