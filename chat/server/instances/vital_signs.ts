/**
 * Which of the other instances live. One that shows no sign for long enough is declared dead, in the store and so for
 * everybody; it can come back only under another name. An instance that could not see the signs judges nobody: whenever
 * the store was away, or this process stood still, each has its whole time again.
 */
import { deadOf, declareDead, type SeenInstance, seenInstances, showAlive } from "../../../kv/chats/instances.ts";
import type { Store } from "../../../kv/open.ts";
import { OtherClocks } from "./other_clocks.ts";

/** What is known of another instance: its last sign, and when that was seen first (real time). */
interface Known {
  sign: string;
  seenAt: number;
}

export class VitalSigns {
  #store: Store;
  #deadAfterMs: number;
  #elapsedMs: () => number;
  #known = new Map<string, Known>();
  #dead = new Set<string>();
  #clocks = new OtherClocks();
  /** When the store last took a sign of this instance, and when all signs were last read (real time). */
  #shownAt: number;
  #lookedAt: number;
  /** The same by server time. */
  #lookedAtTime: number;

  constructor(store: Store, deadAfterMs: number, elapsedMs: () => number) {
    this.#store = store;
    this.#deadAfterMs = deadAfterMs;
    this.#elapsedMs = elapsedMs;
    this.#shownAt = this.#lookedAt = elapsedMs();
    this.#lookedAtTime = store.now();
  }

  /** How often each instance shows itself and looks at the others; real time. */
  get everyMs(): number {
    return this.#deadAfterMs / 5;
  }

  /** Shows that this instance lives; false where it was declared dead. */
  async show(id: string): Promise<boolean> {
    const isAlive = await showAlive(this.#store, id);
    if (isAlive) this.#shownAt = this.#elapsedMs();
    return isAlive;
  }

  /** Whether an instance was declared dead; one that said goodbye was not. */
  isDead(id: string): boolean {
    return this.#dead.has(id);
  }

  /** The other instances that live now. */
  async look(ownId: string): Promise<Set<string>> {
    const seen = (await seenInstances(this.#store)).filter(({ id }) => id !== ownId && !this.#dead.has(id));
    const now = this.#elapsedMs();
    if (this.#wasAway(now)) { for (const known of this.#known.values()) known.seenAt = now; }
    else this.#compareClocks(seen);
    this.#lookedAt = now;
    this.#lookedAtTime = this.#store.now();
    const quiet = seen.filter((one) => !this.#isFresh(one, now));
    for (const id of await deadOf(this.#store, quiet.map(({ id }) => id))) this.#dead.add(id);
    for (const one of quiet) {
      if (!this.#dead.has(one.id) && await this.#isOver(one, now)) this.#dead.add(one.id);
    }
    const alive = new Set(seen.map(({ id }) => id).filter((id) => !this.#dead.has(id)));
    for (const id of this.#known.keys()) if (!alive.has(id)) this.#known.delete(id);
    return alive;
  }

  /** By the signs that were shown since the last look. */
  #compareClocks(seen: SeenInstance[]): void {
    const shownSince = seen.filter(({ id, sign }) => this.#known.has(id) && this.#known.get(id)!.sign !== sign);
    const nowMs = this.#store.now();
    const alive = new Set(seen.map(({ id }) => id));
    this.#clocks.compare(shownSince, { alive, nowMs, agoMs: nowMs - this.#lookedAtTime });
  }

  /** Whether signs of others may have been missed, or could not be shown at all. */
  #wasAway(now: number): boolean {
    return now - Math.min(this.#lookedAt, this.#shownAt) > 2 * this.everyMs;
  }

  /**
   * Notes what is seen. Returns whether the instance is known and has just shown itself, so that nothing else needs to
   * be asked.
   */
  #isFresh({ id, sign }: SeenInstance, now: number): boolean {
    const known = this.#known.get(id);
    if (known?.sign === sign) return now - known.seenAt <= this.everyMs;
    this.#known.set(id, { sign, seenAt: now });
    return known !== undefined;
  }

  async #isOver(one: SeenInstance, now: number): Promise<boolean> {
    if (now - this.#known.get(one.id)!.seenAt < this.#deadAfterMs) return false;
    if (await declareDead(this.#store, one)) return true;
    // It has shown itself just now, or another instance was quicker to declare it dead.
    return (await deadOf(this.#store, [one.id])).has(one.id);
  }
}
