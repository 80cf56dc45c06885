/** The types of the answers to clients' events: what an answer is given, and what it may return. */
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { ClientEventName, ClientEvents } from "../../shared/client_events.ts";
import type { ServerEventName, ServerEvents } from "../../shared/server_events.ts";
import type { Connection } from "../connections/connection.ts";
import type { Person } from "../hub.ts";

/** Who sent a frame, and how to answer it. */
export interface Ask {
  connection: Connection;
  person: Person;
  isMan: boolean;
  /** Whether the frame carries an id, and so wants an answer. */
  wantsAnswer: boolean;
  /** Sends a frame back; the first one carries the id of the question. */
  reply: <Name extends ServerEventName>(event: Name, data: ServerEvents[Name]) => void;
}

export type Answer<Name extends ClientEventName> = (
  ask: Ask,
  data: ClientEvents[Name],
) => Promise<Refusal | void> | Refusal | void;

/** Every event of a client has its answer. */
export type Answers = { [Name in ClientEventName]: Answer<Name> };
