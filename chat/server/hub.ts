/**
 * Who has a connection here, with all their tabs, and the delivery to them; those elsewhere through the other instances.
 */
import { writeFrame } from "../shared/frames.ts";
import type { ServerEventName, ServerEvents } from "../shared/server_events.ts";
import type { Connection } from "./connections/connection.ts";
import type { Reader } from "./context.ts";
import type { OtherInstances } from "./instances/other_instances.ts";

/** Somebody with at least one connection to this instance. */
export interface Person {
  userId: number;
  gender: "man" | "girl";
  tabs: Set<Connection>;
  /** Unread messages by partner; derived, and read again whenever a whole list is asked for. */
  unread: ReadonlyMap<number, number>;
  /** Who is hidden from this person, because one of the two blocked the other. */
  blockedIds: ReadonlySet<number>;
}

/** The sender: a tab, which need not hear what it did itself, or a person without one. */
export type Sender = Pick<Connection, "userId">;

/** Shared by all who have nothing unread. */
export const nothingUnread: ReadonlyMap<number, number> = new Map();

/** Notes how many messages of an author a person has not seen. */
export function noteUnread(person: Person, authorId: number, count: number): void {
  const own = person.unread === nothingUnread ? new Map() : person.unread as Map<number, number>;
  person.unread = own.set(authorId, count);
}

/** More tabs of one person can only be a loop; the oldest makes room. */
const tabsMax = 10;

export class Hub {
  #otherInstances: OtherInstances | null;
  #people = new Map<number, Person>();
  /** Connections to this instance. */
  count = 0;

  /** `otherInstances` is null where this instance is alone on its store. */
  constructor(otherInstances: OtherInstances | null) {
    this.#otherInstances = otherInstances;
  }

  /** Takes a tab in; answers its person, and whether it is the first here. */
  enter(
    connection: Connection,
    facts: Pick<Person, "gender" | "unread" | "blockedIds">,
  ): { person: Person; isFirst: boolean } {
    const known = this.#people.get(connection.userId);
    const person = known ?? { userId: connection.userId, tabs: new Set(), ...facts };
    person.unread = facts.unread;
    person.tabs.add(connection);
    this.count++;
    this.#people.set(person.userId, person);
    if (person.tabs.size > tabsMax) [...person.tabs][0]!.close("tooMany", "too many tabs");
    return { person, isFirst: !known };
  }

  /** Lets a tab go; true where it was the person's last one here. */
  leave(connection: Connection): boolean {
    const person = this.#people.get(connection.userId);
    if (!person?.tabs.delete(connection)) return false;
    this.count--;
    if (person.tabs.size > 0) return false;
    this.#people.delete(person.userId);
    return true;
  }

  here = (userId: number): Person | undefined => this.#people.get(userId);
  all = (): IterableIterator<Person> => this.#people.values();
  /** The language and time zone of a person who is here: as in the tab that came last. */
  readerOf = (userId: number): Reader | undefined => [...this.#people.get(userId)?.tabs ?? []].at(-1);

  /** Whether a person has a connection to any instance. */
  isConnected(userId: number): boolean {
    return this.#people.has(userId) || (this.#otherInstances?.isConnected(userId) ?? false);
  }

  /** Sends to every tab of a person, wherever it is, except one. */
  send<Name extends ServerEventName>(userId: number, event: Name, data: ServerEvents[Name], except?: Sender): void {
    this.sendHere(userId, event, data, except);
    this.#otherInstances?.publish({ kind: "frame", to: userId, event, data });
  }

  sendHere(userId: number, event: string, data: object, except?: Sender): void {
    const person = this.#people.get(userId);
    if (!person) return;
    const text = writeFrame(event, data);
    for (const tab of [...person.tabs]) if (tab !== except) tab.sendText(text);
  }

  connections(): Connection[] {
    return [...this.#people.values()].flatMap(({ tabs }) => [...tabs]);
  }
}
