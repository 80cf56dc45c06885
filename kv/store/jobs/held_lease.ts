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
    const leased = await lease(store, entry, entry.versionstamp);
    return leased.ok ? new HeldLease(store, entry, leased.versionstamp, renewEveryMs) : null;
  }

  /** Ends the renewals. Resolves with the version of the job; if the store has another, the job has a new holder. */
  async end(): Promise<string> {
    clearInterval(this.#timer);
    await this.#renewing;
    return this.#versionstamp;
  }

  async #renew(): Promise<void> {
    try {
      const renewed = await lease(this.#store, this.#entry, this.#versionstamp);
      if (renewed.ok) this.#versionstamp = renewed.versionstamp;
      else clearInterval(this.#timer);
    } catch {
      // A store that is away may be back before the lease is over.
    }
  }
}

/** Small commits of several jobs are written together; otherwise each would wait for the disk. */
const lease = (store: BareStore, { key, value }: JobEntry, versionstamp: string) =>
  store.groupCommits.atomic().check({ key, versionstamp })
    .set(key, { ...value, leasedUntil: store.now() + leaseMs } satisfies Job)
    .commit();
