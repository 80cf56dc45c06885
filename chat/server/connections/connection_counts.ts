/** How many connections this instance has, from where, and whether it takes one more; in real time. */
import { networkOf } from "../../../kv/store/network.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";

const connectionsMax = 10_000;
/** The most connections from one network: a whole dormitory, or one machine. */
export const connectionsPerNetworkMax = 200;
/** How many connections one person may open in a minute; ten tabs that lose theirs may come back a few times. */
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

  /** Why somebody may not have another connection from an address; null if nothing forbids it. */
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

  /** Counts a connection; returns the network, by which `remove` takes it out again. */
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

/** A proxy that does not say who asks, or a tool: it stands for many. */
const isThisMachine = (network: string): boolean => /^127\./.test(network) || network === thisMachine;
const thisMachine = networkOf("::1");
