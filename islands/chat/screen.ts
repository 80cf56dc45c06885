/** What the parts of the chat's screen are given: its state, and ways to change it and to speak to the server. */
import type { ClientEventName, ClientEvents } from "../../chat/shared/client_events.ts";
import type { Action, Heard } from "./state.ts";
import type { ChatState } from "./types.ts";

export interface ChatScreen {
  readonly state: ChatState;
  /** Server time in ms. */
  readonly now: number;
  do: (action: Action) => void;
  /** Renders after a change that the state does not hold, e.g. of a media stream. */
  show: () => void;
  /** Sends an event and returns the server's answer; null if none came. */
  ask: <Name extends ClientEventName>(event: Name, data: Partial<ClientEvents[Name]>) => Promise<Heard | null>;
  tell: <Name extends ClientEventName>(event: Name, data: Partial<ClientEvents[Name]>) => void;
  /** Does `work` after `ms`. Returns a function that cancels it. */
  later: (ms: number, work: () => void) => () => void;
  /** Opens the conversation with somebody. */
  select: (userId: number) => void;
  /** Says why the server refused, or that it did not answer (null). */
  refused: (answer: Heard | null) => void;
}
