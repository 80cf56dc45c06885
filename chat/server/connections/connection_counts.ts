/** How many connections there are, and from where; and whether one more may come. Of this instance, by real time. */
import { networkOf } from "../../../kv/store/network.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";

const connectionsMax = 10_000;
/** Connections of one network: a whole dormitory, or one machine. */
export const connectionsPerNetworkMax = 200;
/** Connections that one person may open in a minute; ten tabs that lose theirs come back a few times in it. */
export const opensPerMinuteMax = 120;
const minuteMs = 60_000;
const tryAgainSeconds = 5;

export class ConnectionCounts {
  #max: number;
  #total = 0;
  #ofNetworks = new Map<string, number>();
  #minuteBegan = 0;
  #openedInMinute = new Map<number, number>();

  constructor(max = connectionsMax) {
    this.#max = max;
  }

  /** What stands against another connection of somebody from an address; null where nothing does. */
  refusalOf(userId: number, address: string): Refusal | null {
    if (this.#total >= this.#max) return refuse("chat_full", { retryAfterSeconds: tryAgainSeconds });
    const network = networkOf(address);
    if (!isThisMachine(network) && (this.#ofNetworks.get(network) ?? 0) >= connectionsPerNetworkMax) {
      return refuse("too_many_requests", { retryAfterSeconds: tryAgainSeconds });
    }
    const passedMs = performance.now() - this.#minuteBegan;
    if (passedMs < minuteMs && (this.#openedInMinute.get(userId) ?? 0) >= opensPerMinuteMax) {
      return refuse("too_many_requests", { retryAfterSeconds: Math.ceil((minuteMs - passedMs) / 1000) });
    }
    return null;
  }

  /** Counts a connection; answers the network by whose name it is taken away again. */
  add(userId: number, address: string): string {
    const network = networkOf(address);
    this.#total++;
    this.#ofNetworks.set(network, (this.#ofNetworks.get(network) ?? 0) + 1);
    const now = performance.now();
    if (now - this.#minuteBegan >= minuteMs) {
      this.#minuteBegan = now;
      this.#openedInMinute.clear();
    }
    this.#openedInMinute.set(userId, (this.#openedInMinute.get(userId) ?? 0) + 1);
    return network;
  }

  remove(network: string): void {
    this.#total--;
    const rest = this.#ofNetworks.get(network)! - 1;
    if (rest > 0) this.#ofNetworks.set(network, rest);
    else this.#ofNetworks.delete(network);
  }
}

/** A proxy that says nothing of who asks, or a tool: it stands for many. */
const isThisMachine = (network: string): boolean => /^127\./.test(network) || network === thisMachine;
const thisMachine = networkOf("::1");
