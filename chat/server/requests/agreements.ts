/** Who has just agreed to a chat with whom: a click right after it is the same click, and asks for nothing new. */
import type { Pair } from "../../../kv/chats/pairs.ts";
import { clickGuardSeconds } from "../../shared/limits.ts";
import { isRecent } from "../../../kv/store/days.ts";

export class Agreements {
  #now: () => number;
  #latest = new Map<number, { toId: number; at: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  agreed(oneId: number, otherId: number): void {
    const at = this.#now();
    this.#latest.set(oneId, { toId: otherId, at });
    this.#latest.set(otherId, { toId: oneId, at });
  }

  /** Whether the asker agreed to a chat with this person a moment ago. */
  isSameClick(askerId: number, toId: number): boolean {
    const agreed = this.#latest.get(askerId);
    return agreed?.toId === toId && isRecent(this.#now(), agreed.at, clickGuardSeconds * 1000);
  }

  /** The agreement of two is used up: their chat began, or one of them took it back. */
  usedUp({ manId, ladyId }: Pair): void {
    this.#latest.delete(manId);
    this.#latest.delete(ladyId);
  }

  left(userId: number): void {
    this.#latest.delete(userId);
  }
}
