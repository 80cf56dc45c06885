/**
 * What may be used in a day (UTC) by all processes together. Each takes it from the store in parts and uses these in memory,
 * so that few uses are a write. What a process leaves of a part is lost for that day.
 */
import { BoundedMap } from "../bounded_map.ts";
import { transact } from "../commit.ts";
import { dayMs, utcDayOf } from "../days.ts";
import { keys } from "../keys.ts";
import type { Count } from "../limits.ts";
import type { BareStore } from "../open.ts";

/** What this process has of one subject on one day. */
interface Kept {
  left: number;
  /** How much all processes had taken when this one took last. It never shrinks. */
  takenByAll: number;
}

const keptSubjectsMax = 10_000;

export class DailyParts {
  #store: BareStore;
  #name: string;
  #kept = new BoundedMap<string, Kept>(keptSubjectsMax);

  constructor(store: BareStore, name: string) {
    this.#store = store;
    this.#name = name;
  }

  /**
   * Takes an amount for a subject on the day of `at`, from the store at least `part` at once. False if less than the amount
   * is left of `most`; then nothing is taken.
   */
  take(subject: string, amount: number, at: number, { most, part }: { most: number; part: number }): Promise<boolean> {
    const key = this.#keyOf(subject, at);
    return this.#store.mutexes.run(key.join(":"), async () => {
      const kept = this.#keptOf(key) ?? { left: 0, takenByAll: 0 };
      const missing = amount - kept.left;
      if (kept.takenByAll + Math.max(0, missing) > most) return false;
      if (missing > 0 && !await this.#fetch(key, kept, missing, { at, most, part })) return false;
      kept.left -= amount;
      return true;
    });
  }

  /** Gives back what was taken at that time and not used: this process may use it again on the same day. */
  giveBack(subject: string, amount: number, at: number): void {
    const kept = this.#keptOf(this.#keyOf(subject, at));
    if (kept) kept.left += amount;
  }

  async #fetch(
    key: Deno.KvKey,
    kept: Kept,
    missing: number,
    { at, most, part }: { at: number; most: number; part: number },
  ): Promise<boolean> {
    const fetched = await transact<number>(async () => {
      const entry = await this.#store.kv.get<Count>(key);
      const { count, startedAt } = entry.value ?? { count: 0, startedAt: at };
      kept.takenByAll = count;
      if (count + missing > most) return { done: 0 };
      const more = Math.min(Math.max(missing, part), Math.floor(most - count));
      const next: Count = { count: count + more, startedAt };
      return { commit: this.#store.kv.atomic().check(entry).set(key, next, { expireIn: dayMs }), result: more };
    });
    kept.takenByAll += fetched;
    kept.left += fetched;
    this.#kept.set(key.join(":"), kept);
    return fetched > 0;
  }

  #keptOf = (key: Deno.KvKey): Kept | undefined => this.#kept.get(key.join(":"));

  #keyOf = (subject: string, at: number): Deno.KvKey => keys.limit(this.#name, `${subject}:${utcDayOf(at)}`);
}
