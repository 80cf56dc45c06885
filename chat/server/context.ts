/** What is plainly shared by the parts of the chat: the store, the clock, the counts. No part is among it. */
import type { Store } from "../../kv/open.ts";
import type { Reason } from "../../kv/store/refusals.ts";
import type { CallServers } from "./calls/turn_credentials.ts";
import type { Counters } from "./counting/counters.ts";
import type { Deadlines } from "./deadlines.ts";
import type { People } from "./people.ts";
import type { TextTranslator } from "./messages/text_translator.ts";

/** Who reads a refusal: in which language, and by which clock; null where the time zone is not known. */
export interface Reader {
  locale: string;
  zone: string | null;
}

export interface ChatOptions {
  store: Store;
  /** The words of a refusal as its reader has them. */
  words: (reader: Reader, reason: Reason, values?: Record<string, unknown>) => string;
  /** The picture of who has none. */
  noPhoto: string;
  /** Whether other instances work on the same store. */
  isShared: boolean;
  /** What puts messages into their readers' languages; without one they stand as they were written. */
  translator?: TextTranslator | null;
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

export interface ChatContext {
  options: ChatOptions;
  store: Store;
  /** This instance, unlike any other and any before it; another name once it was taken for dead. */
  instanceId: string;
  counters: Counters;
  deadlines: Deadlines;
  people: People;
}
