/** Tells a man's tabs what he has: when one connects, and after each commit in which his credits moved. */
import { getLogger } from "@logtape/logtape";
import { balanceNow, creditsKind } from "../../kv/credits/ledger/ledger.ts";
import type { Store } from "../../kv/open.ts";
import type { Connection } from "./connections/connection.ts";
import type { Hub } from "./hub.ts";

const log = getLogger(["vesna", "chat"]);

export class Balances {
  #store: Store;
  #hub: Hub;
  /** Men whose balance is being read; true where it moved again meanwhile. */
  #reading = new Map<number, boolean>();
  #stopListening: () => void;

  constructor(store: Store, hub: Hub) {
    this.#store = store;
    this.#hub = hub;
    this.#stopListening = store.pubsub.listenToAll(creditsKind, (id) => {
      if (id !== null) return this.#moved(Number(id));
      for (const { userId } of hub.all()) this.#moved(userId);
    });
  }

  /** What a new tab must know. */
  async welcome(manId: number, connection: Connection): Promise<void> {
    connection.send("balance-changed", await balanceNow(this.#store, manId));
  }

  shut(): void {
    this.#stopListening();
  }

  #moved(userId: number): void {
    if (this.#hub.here(userId)?.gender !== "man") return;
    if (this.#reading.has(userId)) return void this.#reading.set(userId, true);
    this.#reading.set(userId, false);
    this.#tell(userId).catch((error) => log.error("a balance could not be told: {error}", { error }))
      .finally(() => {
        const movedAgain = this.#reading.get(userId);
        this.#reading.delete(userId);
        if (movedAgain) this.#moved(userId);
      });
  }

  async #tell(manId: number): Promise<void> {
    this.#hub.sendHere(manId, "balance-changed", await balanceNow(this.#store, manId));
  }
}
