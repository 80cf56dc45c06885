/** What all parts of the chat share: the store, the clock, the counts. It contains none of the parts. */
import type { Store } from "../../kv/open.ts";
import type { Reason } from "../../kv/store/refusals.ts";
import type { CallServers } from "./calls/turn_credentials.ts";
import type { Counters } from "./counting/counters.ts";
import type { Deadlines } from "./deadlines.ts";
import type { People, PeopleOptions } from "./people.ts";
import type { TextTranslator } from "./messages/text_translator.ts";

/** Who reads a refusal: in which language, and in which time zone; null where that is not known. */
export interface Reader {
  locale: string;
  zone: string | null;
}

export interface ChatOptions extends PeopleOptions {
  /** The words of a refusal, in its reader's language. */
  words: (reader: Reader, reason: Reason, values?: Record<string, unknown>) => string;
  /** Whether other instances work on the same store. */
  isShared: boolean;
  /** Translates messages into their readers' languages; without it they stand as they were written. */
  translator?: TextTranslator | null;
  /** The servers by which calls find a path; without them calls are only direct. */
  callServers?: CallServers;
  /** Connections at most; beyond them new ones are refused. */
  connectionsMax?: number;
  /** A client that says nothing for so long is asked for a sign of life, and let go after as long again; real time. */
  pingEverySeconds?: number;
  /** How long a person who left stays shown, so that a short break does not count as leaving; real time. */
  lingerMs?: number;
  /** Changes of who is online are told at most this often; real time. */
  presenceEveryMs?: number;
  /** Another instance without a sign of life for so long is dead; real time. */
  deadAfterMs?: number;
  /** How often server time is looked at; real time. */
  tickMs?: number;
  /** Real time in ms, which never goes back; a test may set its own. */
  elapsedMs?: () => number;
}

export interface ChatContext {
  options: ChatOptions;
  store: Store;
  /** The name of this instance, unlike any other and any before; it changes once this instance was declared dead. */
  instanceId: string;
  counters: Counters;
  deadlines: Deadlines;
  people: People;
}
