/** What an answer is given, and what it is: one short entry for each event of a client. */
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { ClientEventName, ClientEvents } from "../../shared/client_events.ts";
import type { ServerEventName, ServerEvents } from "../../shared/server_events.ts";
import type { Connection } from "../connections/connection.ts";
import type { Person } from "../hub.ts";

/** One frame with whoever sent it. */
export interface Ask {
  connection: Connection;
  person: Person;
  isMan: boolean;
  /** Whether the frame carries an id, and so wants an answer. */
  wantsAnswer: boolean;
  /** The one frame that carries the id of the question. */
  reply: <Name extends ServerEventName>(event: Name, data: ServerEvents[Name]) => void;
}

export type Answer<Name extends ClientEventName> = (
  ask: Ask,
  data: ClientEvents[Name],
) => Promise<Refusal | void> | Refusal | void;

/** Every event of a client has its answer. */
export type Answers = { [Name in ClientEventName]: Answer<Name> };
