/** What the parts of the chat share: the store, who is here, and how words and time come in. */
import { userById } from "../../kv/accounts/users.ts";
import type { Store } from "../../kv/open.ts";
import { type Reason, type Refusal, refusals } from "../../kv/store/refusals.ts";
import type { Calls } from "./calls/calls.ts";
import type { CallServers } from "./calls/passes.ts";
import type { Conversations } from "./conversation.ts";
import type { Counters } from "./counters.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Hub } from "./hub.ts";
import type { Meter } from "./meter.ts";
import type { People } from "./people.ts";
import type { Presence } from "./presence.ts";
import type { Relay } from "./relay.ts";
import type { Requests } from "./requests.ts";
import type { Typing } from "./typing.ts";

export interface ChatOptions {
  store: Store;
  /** The words of a refusal in a person's language. */
  words: (locale: string, reason: Reason, values?: Record<string, unknown>) => string;
  /** The picture of who has none. */
  noPhoto: string;
  /** Whether other instances work on the same store. */
  isShared: boolean;
  /** How calls find a path; direct alone where nothing is said. */
  callServers?: CallServers;
  /** Connections at most; beyond them new ones are refused. */
  connectionsMax?: number;
  /** Who says nothing for so long is asked for a sign of life, and let go after as long again; real time. */
  pingEverySeconds?: number;
  /** How long who left stays shown, so that a short break is no leaving; real time. */
  lingerMs?: number;
  /** Differences of who is online go out at most this often; real time. */
  presenceEveryMs?: number;
  /** Another instance without a sign of life for so long is dead; real time. */
  deadAfterMs?: number;
  /** How often server time is looked at; real time. */
  tickMs?: number;
  /** Real time, which only goes on, in ms; a test may have another. */
  elapsedMs?: () => number;
}

export interface Room {
  options: ChatOptions;
  store: Store;
  /** This instance, unlike any other and any before it. */
  instanceId: string;
  counters: Counters;
  deadlines: Deadlines;
  people: People;
  hub: Hub;
  presence: Presence;
  conversations: Conversations;
  requests: Requests;
  calls: Calls;
  meter: Meter;
  typing: Typing;
  /** Absent where this instance is alone on its store. */
  relay: Relay | null;
}

export interface Problem {
  message: string;
  code: Reason;
  status: number;
}

/** A refusal as it goes over the wire. */
export function problemOf(room: Room, locale: string, refusal: Refusal, values?: Record<string, unknown>): Problem {
  const { reason } = refusal;
  return { message: room.options.words(locale, reason, values), code: reason, status: refusals[reason] };
}

/** The language of somebody who may be elsewhere. */
export const localeOf = async (room: Room, userId: number): Promise<string> =>
  room.hub.localeOf(userId) ?? (await userById(room.store, userId))?.locale ?? "en";
