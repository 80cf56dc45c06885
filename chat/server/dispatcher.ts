/** Gives each frame to its answer, and says no: to what is refused, and to requests that come too often. */
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import { type ClientEventName, type ClientEvents, onlyMenMay } from "../shared/client_events.ts";
import type { Answer, Answers, Ask } from "./answers/answer.ts";
import type { ClientFrame, Connection } from "./connections/connection.ts";
import type { ChatContext } from "./context.ts";
import type { Hub } from "./hub.ts";
import { problemOf } from "./problems.ts";

/** The events of which a connection may send `requestsPerMinuteMax` in a minute. */
const countedEvents = new Set<ClientEventName>([
  "text-request",
  "video-request",
  "video-prepare",
  "conversation-request",
  "do-start-chat-session",
  "GetAllConnectedUsers",
  "setUserName",
  "change-allow-chat",
  "change-allow-video-chat",
  "change-relay-only",
  "set-chat-translation",
  "translate-message",
]);

/**
 * How many requests a connection may send in a minute. More than twice as many can only be a loop: the connection is
 * closed.
 */
export const requestsPerMinuteMax = 60;

export class Dispatcher {
  #context: ChatContext;
  #hub: Hub;
  #answers: Answers;
  /** Requests of each connection in its current minute. */
  #requests = new WeakMap<Connection, { began: number; count: number }>();

  constructor(context: ChatContext, hub: Hub, answers: Answers) {
    this.#context = context;
    this.#hub = hub;
    this.#answers = answers;
  }

  /** Answers a frame in its turn; it came at `heardAt` (real time). */
  async answer(connection: Connection, frame: ClientFrame, heardAt: number): Promise<void> {
    const { counters } = this.#context;
    counters.framesReceived++;
    const person = this.#hub.here(connection.userId);
    if (!person) return;
    if (countedEvents.has(frame.event) && !this.#mayAsk(connection, frame.id)) return;
    if (onlyMenMay.has(frame.event) && person.gender !== "man") {
      return this.reject(connection, refuse("wrong_role"), frame.id);
    }
    let isAnswered = false;
    const ask: Ask = {
      connection,
      person,
      isMan: person.gender === "man",
      wantsAnswer: frame.id !== undefined,
      reply: (event, data) => {
        connection.send(event, data, isAnswered ? undefined : frame.id);
        isAnswered = true;
      },
    };
    const refused = await this.#answerTo(ask, frame);
    if (refused) return await this.#refuse(connection, refused, frame);
    // A client that sends an id waits for an answer, even where there is nothing to tell.
    if (frame.id !== undefined && !isAnswered) connection.send("heard", { event: frame.event }, frame.id);
    if (frame.event === "ChatNewMessage") counters.delivery.observe((performance.now() - heardAt) / 1000);
  }

  /** The schema of the event has read the data, so that both belong to one answer. */
  #answerTo<Name extends ClientEventName>(ask: Ask, { event, data }: FrameOf<Name>): ReturnType<Answer<Name>> {
    return this.#answers[event](ask, data);
  }

  /** Sends a refusal, with the other's name where the refusal speaks of her or him. */
  async #refuse(connection: Connection, refusal: Refusal, frame: ClientFrame): Promise<void> {
    if (isLate(refusal) && isSaidByItself(frame)) return;
    const { event, data, id } = frame;
    const isAboutSomebody = refusal.reason === "partner_offline" || refusal.reason === "partner_not_accepting";
    const name = isAboutSomebody && "to" in data && data.to
      ? await this.#context.people.nameOf(data.to, connection.locale)
      : "";
    // For a call the specification has words of its own.
    const context = refusal.wording ?? (event.startsWith("video-") ? "video" : undefined);
    this.#send(connection, refusal, id, { name, ...(context && { context }) });
  }

  /** Says what is wrong with a frame, and counts it. */
  reject(connection: Connection, refusal: Refusal, id: string | undefined): void {
    this.#context.counters.reject(refusal.reason);
    this.#send(connection, refusal, id, { name: "" });
  }

  #send(connection: Connection, refusal: Refusal, id: string | undefined, values: Record<string, unknown>): void {
    connection.send("error-event", problemOf(this.#context, connection, refusal, values), id);
  }

  #mayAsk(connection: Connection, id: string | undefined): boolean {
    const now = performance.now();
    const known = this.#requests.get(connection);
    const current = known && now - known.began < 60_000 ? known : { began: now, count: 0 };
    this.#requests.set(connection, current);
    if (++current.count <= requestsPerMinuteMax) return true;
    this.reject(connection, refuse("too_many_requests"), id);
    if (current.count > 2 * requestsPerMinuteMax) connection.close("tooMany", "too many requests");
    return false;
  }
}

/** Whether a refusal only says that a chat ended, or another page answered, while the frame was on its way. */
const isLate = ({ reason }: Refusal): boolean => reason === "chat_not_open" || reason === "request_over";

/**
 * Whether a page said this by itself and asks nothing by it: its person pressed nothing, and would not know what a
 * refusal is about.
 */
const isSaidByItself = ({ event, data, id }: ClientFrame): boolean =>
  id === undefined &&
  (event === "typing" || event === "video-signal" || (event === "text-request-answer" && data.ev === "busy"));

/** A frame of one of these events. */
type FrameOf<Name extends ClientEventName> = { [Each in Name]: { event: Each; data: ClientEvents[Each] } }[Name];
