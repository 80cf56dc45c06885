/**
 * The lease of a job that is being done. It lasts for a minute and is renewed while the work goes on, so that a job that takes
 * long is not begun by another instance as well, and one whose holder has died is.
 */
import type { BareStore } from "../open.ts";
import type { Job } from "./work.ts";

export type JobEntry = Deno.KvEntry<Job>;

export const leaseMs = 60_000;

export class HeldLease {
  #store: BareStore;
  #entry: JobEntry;
  #versionstamp: string;
  /** The ends of the leases whose answers were late: one of them may be written all the same. */
  #unanswered = new Set<number>();
  #timer: ReturnType<typeof setInterval>;
  #renewing: Promise<void> = Promise.resolve();

  private constructor(store: BareStore, entry: JobEntry, versionstamp: string, renewEveryMs: number) {
    this.#store = store;
    this.#entry = entry;
    this.#versionstamp = versionstamp;
    this.#timer = setInterval(() => this.#renewing = this.#renewing.then(() => this.#renew()), renewEveryMs);
  }

  /** Null if another instance was first, or the job is gone. */
  static async take(store: BareStore, entry: JobEntry, renewEveryMs: number): Promise<HeldLease | null> {
    const leased = await lease(store, entry, entry.versionstamp, store.now() + leaseMs);
    return leased.ok ? new HeldLease(store, entry, leased.versionstamp, renewEveryMs) : null;
  }

  /** Ends the renewals. Resolves with the version of the job; if the store has another, the job has a new holder. */
  async end(): Promise<string> {
    clearInterval(this.#timer);
    await this.#renewing;
    await this.#wasWritten().catch(() => false);
    return this.#versionstamp;
  }

  async #renew(): Promise<void> {
    const until = this.#store.now() + leaseMs;
    try {
      if (await this.#write(until) || (await this.#wasWritten() && await this.#write(until))) return;
      clearInterval(this.#timer);
    } catch {
      // A store that is away may be back before the lease is over.
      this.#unanswered.add(until);
    }
  }

  async #write(until: number): Promise<boolean> {
    const written = await lease(this.#store, this.#entry, this.#versionstamp, until);
    if (written.ok) this.#versionstamp = written.versionstamp;
    return written.ok;
  }

  /** Whether a renewal was written whose answer was late: then the job is still this holder's. */
  async #wasWritten(): Promise<boolean> {
    if (this.#unanswered.size === 0) return false;
    const { value, versionstamp } = await this.#store.kv.get<Job>(this.#entry.key);
    if (!value || !this.#unanswered.has(value.leasedUntil)) return false;
    this.#versionstamp = versionstamp!;
    this.#unanswered.clear();
    return true;
  }
}

/** Small commits of several jobs are written together; otherwise each would wait for the disk. */
const lease = (store: BareStore, { key, value }: JobEntry, versionstamp: string, until: number) =>
  store.groupCommits.atomic().check({ key, versionstamp })
    .set(key, { ...value, leasedUntil: until } satisfies Job)
    .commit();
