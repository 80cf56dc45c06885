/**
 * Gives each frame to the part that answers it, and says no: to what is unknown, to what is refused, and to requests
 * that come too often.
 */
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import { type ClientEventName, onlyMenMay } from "../shared/client_events.ts";
import { type Answer, answers, type Ask, countedEvents } from "./answers.ts";
import type { ClientFrame, Connection } from "./connection.ts";
import { problemOf, type Room } from "./room.ts";

/** Requests a minute of one connection; twice as many are somebody's loop, and end it. */
export const requestsPerMinuteMax = 60;

export class Desk {
  #room: Room;
  /** Requests of each connection in its current minute. */
  #requests = new WeakMap<Connection, { began: number; count: number }>();

  constructor(room: Room) {
    this.#room = room;
  }

  /** Answers a frame in its turn; it came at `heardAt` (real time). */
  async answer(connection: Connection, frame: ClientFrame, heardAt: number): Promise<void> {
    this.#room.counters.framesReceived++;
    const person = this.#room.hub.here(connection.userId);
    if (!person) return;
    if (countedEvents.has(frame.event) && !this.#mayAsk(connection, frame.id)) return;
    // A frame and its answer belong to one event: the schema of its name has read it.
    if (onlyMenMay.has(frame.event) && person.gender !== "man") {
      return this.reject(connection, refuse("wrong_role"), frame.id);
    }
    const answer = answers[frame.event] as Answer<ClientEventName> | undefined;
    if (!answer) return this.reject(connection, refuse("unknown_event"), frame.id);
    let isAnswered = false;
    const ask: Ask = {
      room: this.#room,
      connection,
      person,
      isMan: person.gender === "man",
      wantsAnswer: frame.id !== undefined,
      reply: (event, data) => {
        connection.send(event, data, isAnswered ? undefined : frame.id);
        isAnswered = true;
      },
    };
    const refused = await answer(ask, frame.data as never);
    if (refused) return await this.#refuse(connection, refused, frame);
    // Whoever asks by id waits for the answer, also where there is nothing to tell.
    if (frame.id !== undefined && !isAnswered) connection.send("heard", { event: frame.event }, frame.id);
    if (frame.event === "ChatNewMessage") {
      this.#room.counters.delivery.observe((performance.now() - heardAt) / 1000);
    }
  }

  /** A refusal that speaks of somebody knows the name. */
  async #refuse(connection: Connection, refusal: Refusal, frame: ClientFrame): Promise<void> {
    const { to } = frame.data as { to?: number };
    const isAboutSomebody = refusal.reason === "partner_offline" || refusal.reason === "partner_not_accepting";
    const name = isAboutSomebody && to !== undefined ? await this.#room.people.nameOf(to) : "";
    // For a call the specification has words of its own.
    const context = frame.event.startsWith("video-") ? { context: "video" } : {};
    this.#send(connection, refusal, frame.id, { name, ...context });
  }

  /** Says what is wrong with a frame, and counts it. */
  reject(connection: Connection, refusal: Refusal, id: string | undefined): void {
    this.#room.counters.reject(refusal.reason);
    this.#send(connection, refusal, id, { name: "" });
  }

  #send(connection: Connection, refusal: Refusal, id: string | undefined, values: Record<string, unknown>): void {
    connection.send("error-event", problemOf(this.#room, connection.locale, refusal, values), id);
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
