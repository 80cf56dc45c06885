/**
 * Does the jobs of one lane: leases the due ones, as many at once as the lane allows, and hands each to `LaneWork`. A
 * slow job keeps one hand busy, and the others go on; in a lane where somebody waits for each job, it is overtaken.
 */
import { commitNow } from "../commit.ts";
import { nameOfKey } from "../key_name.ts";
import { keys } from "../keys.ts";
import type { BareStore } from "../open.ts";
import { HeldLease, type JobEntry, leaseMs } from "./held_lease.ts";
import { isGivenUp, type Lane, lanes, overtakenAtMost } from "./lanes.ts";
import { isLeaseAt } from "./leases.ts";
import type { Job } from "./work.ts";

export interface LaneWork {
  /** Throws when the job must be tried again. */
  run: (job: Job) => Promise<void>;
  onFailure: (job: Job, error: unknown) => void;
}

/** In real time. */
export interface LanePace {
  renewEveryMs: number;
  /** How long a hand waits for a job that may be overtaken. */
  overtakeAfterMs: number;
}

const usualPace: LanePace = { renewEveryMs: leaseMs / 3, overtakeAfterMs: 5000 };
const listedAtOnce = 100;

export class LaneRunner {
  #store: BareStore;
  #lane: Lane;
  #work: LaneWork;
  #pace: LanePace;
  /** Jobs that were listed and not begun. */
  #due: JobEntry[] = [];
  #looking: Promise<void> | null = null;
  /** Whether there may be due jobs that were not listed yet. */
  #mayBeMore = false;
  #inHand = new Set<string>();
  #hands = 0;
  #overtaken = 0;
  /** Frees the hands of jobs that take long, the oldest first, once so many may be overtaken. */
  #long = new Set<() => void>();
  #isStopped = false;

  constructor(store: BareStore, lane: Lane, work: LaneWork, pace = usualPace) {
    this.#store = store;
    this.#lane = lane;
    this.#work = work;
    this.#pace = pace;
  }

  /** Whether this runner is doing a job. */
  hasInHand = (key: Deno.KvKey): boolean => this.#inHand.has(nameOfKey(key));

  /**
   * Does the due jobs with all hands that are free, and returns how many they did. May be called again while it runs, and
   * then also does what has become due since. Rejects if the store fails.
   */
  async runDue(): Promise<number> {
    this.#mayBeMore = true;
    const free = lanes[this.#lane] - this.#hands;
    const ended = await Promise.allSettled(Array.from({ length: free }, () => this.#hand()));
    let done = 0;
    for (const each of ended) {
      if (each.status === "rejected") throw each.reason;
      done += each.value;
    }
    return done;
  }

  /** Begins no more jobs; `runDue` resolves when the running ones are done. */
  stop(): void {
    this.#isStopped = true;
  }

  async #hand(): Promise<number> {
    this.#hands++;
    let done = 0;
    const overtaken: Promise<boolean>[] = [];
    try {
      while (!this.#isStopped) {
        const entry = this.#due.shift();
        if (entry) {
          const taken = this.#take(entry);
          if (await this.#isOvertaken(taken)) overtaken.push(taken);
          else if (await taken) done++;
        } else if (this.#mayBeMore || this.#looking) {
          await (this.#looking ??= this.#look().finally(() => this.#looking = null));
        } else break;
      }
    } finally {
      // In the same turn as the last look at `#mayBeMore`: whoever calls `runDue` from now on finds this hand free.
      this.#hands--;
    }
    return done + (await Promise.all(overtaken)).filter(Boolean).length;
  }

  /** Waits until a job is done, or until others may be begun beside it. */
  async #isOvertaken(taken: Promise<boolean>): Promise<boolean> {
    if (this.#overtakenAtMost === 0) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const giveWay = () => resolve(true);
    const timer = setTimeout(() => {
      this.#long.add(giveWay);
      this.#overtake();
    }, this.#pace.overtakeAfterMs);
    const over = () => {
      clearTimeout(timer);
      this.#long.delete(giveWay);
      resolve(false);
    };
    taken.then(over, over);
    if (!await promise) return false;
    const left = () => {
      this.#overtaken--;
      this.#overtake();
    };
    taken.then(left, left);
    return true;
  }

  /** Lets jobs that take long be overtaken, as many as may be at once. */
  #overtake(): void {
    for (const giveWay of this.#long) {
      if (this.#overtaken >= this.#overtakenAtMost) return;
      this.#overtaken++;
      this.#long.delete(giveWay);
      giveWay();
    }
  }

  get #overtakenAtMost(): number {
    return overtakenAtMost[this.#lane] ?? 0;
  }

  async #look(): Promise<void> {
    this.#mayBeMore = false;
    const now = this.#store.now();
    const range = { start: keys.job(this.#lane, 0, ""), end: keys.job(this.#lane, now + 1, "") };
    const listed = await Array.fromAsync(this.#store.kv.list<Job>(range, { limit: listedAtOnce }));
    // Another instance may have leased one while the list was read.
    const listedAt = this.#store.now();
    const free = listed.filter(({ key, value }) =>
      !this.#inHand.has(nameOfKey(key)) && !isLeaseAt(value.leasedUntil, listedAt, leaseMs)
    );
    if (listed.length === listedAtOnce && free.length > 0) this.#mayBeMore = true;
    this.#due.push(...free);
  }

  async #take(entry: JobEntry): Promise<boolean> {
    const name = nameOfKey(entry.key);
    this.#inHand.add(name);
    try {
      return await this.#do(entry);
    } finally {
      this.#inHand.delete(name);
    }
  }

  async #do(entry: JobEntry): Promise<boolean> {
    const job = entry.value;
    const lease = await HeldLease.take(this.#store, entry, this.#pace.renewEveryMs);
    if (!lease) return false;
    try {
      await this.#work.run(job);
    } catch (error) {
      this.#work.onFailure(job, error);
      await this.#tryLater(entry.key, await lease.end(), job);
      return false;
    } finally {
      await lease.end();
    }
    await commitNow(this.#store.groupCommits.atomic().delete(entry.key));
    return true;
  }

  async #tryLater(key: Deno.KvKey, versionstamp: string, job: Job): Promise<void> {
    const attempts = job.attempts + 1;
    // If the lease ran out in the meantime, the job belongs to its new holder.
    const op = this.#store.groupCommits.atomic().check({ key, versionstamp }).delete(key);
    if (!isGivenUp(this.#lane, attempts)) {
      const now = this.#store.now();
      const retryAt = now + Math.min(6 * 3600_000, 15_000 * 2 ** attempts);
      op.set(keys.job(this.#lane, retryAt, job.id), { ...job, attempts, leasedUntil: 0, writtenAt: now } satisfies Job);
    }
    await commitNow(op);
  }
}
