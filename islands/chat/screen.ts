/** What the parts of the chat's screen are handed: what it knows, and the ways to change it and to speak to the server. */
import type { ClientEventName, ClientEvents } from "../../chat/shared/client_events.ts";
import type { Action, Heard } from "./state.ts";
import type { ChatState } from "./types.ts";

export interface ChatScreen {
  readonly state: ChatState;
  /** Server time in ms. */
  readonly now: number;
  do: (action: Action) => void;
  /** Something has changed that the state does not hold, such as what a picture shows. */
  show: () => void;
  /** The server's answer; null where there is no connection. */
  ask: <Name extends ClientEventName>(event: Name, data: Partial<ClientEvents[Name]>) => Promise<Heard | null>;
  tell: <Name extends ClientEventName>(event: Name, data: Partial<ClientEvents[Name]>) => void;
  /** Does something after `ms`, unless what this answers is called before. */
  later: (ms: number, work: () => void) => () => void;
  /** Turns to somebody. */
  select: (userId: number) => void;
  /** Says why the server refused, or that it did not answer (null). */
  refused: (answer: Heard | null) => void;
}
