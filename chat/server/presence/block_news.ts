/** Whom a block hides from people who are here: they disappear from each other's lists, or come back. */
import type { Store } from "../../../kv/open.ts";
import { blockedWith } from "../../../kv/safety/blocks.ts";
import type { Hub, Person } from "../hub.ts";
import type { Presence } from "./presence.ts";

export class BlockNews {
  #store: Store;
  #hub: Hub;
  #presence: Presence;
  /** The reading of blocks that began last, for each person. */
  #readings = new WeakMap<Person, object>();

  constructor(store: Store, { hub, presence }: { hub: Hub; presence: Presence }) {
    this.#store = store;
    this.#hub = hub;
    this.#presence = presence;
  }

  /** One of two blocked the other, or took that back. */
  async changed(oneId: number, otherId: number): Promise<void> {
    for (const [userId, hiddenId] of [[oneId, otherId], [otherId, oneId]] as const) {
      const person = this.#hub.here(userId);
      if (!person) continue;
      await this.#read(person);
      this.#tellWhetherShown(person, hiddenId);
    }
  }

  /** Somebody has come in; a block made since `blockedIds` were read for that was told to nobody. */
  async welcome(person: Person): Promise<void> {
    const before = person.blockedIds;
    await this.#read(person);
    for (const id of person.blockedIds.symmetricDifference(before)) this.#tellWhetherShown(person, id);
  }

  /** Of several readings at a time the one that began last counts: the others may be older than a block. */
  async #read(person: Person): Promise<void> {
    const reading = {};
    this.#readings.set(person, reading);
    const blockedIds = await blockedWith(this.#store, person.userId);
    if (this.#readings.get(person) === reading) person.blockedIds = blockedIds;
  }

  #tellWhetherShown(person: Person, id: number): void {
    const shown = this.#presence.oneFor(person, id);
    const told = shown ? { users: [shown], gone: [] } : { users: [], gone: [id] };
    this.#hub.sendHere(person.userId, "update-user-list", told);
  }
}
