/**
 * Watches whether the store keeps what is written to it. A write succeeds only while the file that was opened is still
 * the one in its place: SQLite goes on writing to a deleted file, of which nothing is left when the process ends. Every
 * few seconds something is written and read back, so that a site without writes notices as well.
 *
 * The client of a remote store waits for ever for one that is away. Here nobody waits for long. While the store is silent
 * only this health check asks it, to learn when it is back.
 */
import { isLocked } from "../commit.ts";
import { assertNotNewer, FormatUnknown } from "../format/format.ts";
import { keys } from "../keys.ts";
import type { Around } from "../handles/write_around.ts";
import { keepSentinel, onlyInstance } from "./sentinel.ts";

/**
 * full: the disk has no room. gone: the file is not where it was. silent: no answer. cut_off: no answer over this process's
 * connection, while the store answers others. newer: a later build has brought the store forward. failing: anything else.
 */
export const storeFaults = ["full", "gone", "silent", "cut_off", "newer", "failing"] as const;
export type StoreFault = typeof storeFaults[number];

/** The store did not answer, or did not keep a write, or nobody knows whether it did; the caller may try again later. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
  /** Settles when it is certain whether the call has taken effect; null if it never will. */
  readonly settled: Promise<unknown> | null;

  constructor(readonly fault: StoreFault, cause?: unknown, settled: Promise<unknown> | null = null) {
    super(`the store cannot be written (${fault})`, { cause });
    this.settled = settled;
  }
}

/** Waits for an inessential write; if the store is unavailable, returns `otherwise`, so that the page is still shown. */
export async function unlessAway<T>(noting: Promise<T>, otherwise: T): Promise<T> {
  return await noting.catch((error) => {
    if (error instanceof StoreUnavailable) return otherwise;
    throw error;
  });
}

/** Waits for a write. If its answer is late, this throws as the write does, and calls `settled` when the answer has come. */
export async function alsoIfLate<T>(writing: Promise<T>, settled: () => void): Promise<T> {
  return await writing.catch((error) => {
    if (error instanceof StoreUnavailable) void error.settled?.then(settled, () => {});
    throw error;
  });
}

/** After how long somebody who was refused may try again. */
export const tryAgainSeconds = 10;
const checkEveryMs = 5000;
/** A store that takes longer for its sentinel counts as silent. */
const patienceMs = 10_000;
/** How long a remote store may take for each answer. */
export const distantPatienceMs = 3000;
/** How long a silent store is waited for before somebody else's connection to it is tried. */
const silentMsMax = 15_000;
/** A timer that fires so much too late shows that the process was frozen. */
const frozenMs = 1000;
/** How much is written after the disk was full: less than this would still fit between other records. */
const freeBytes = 60_000;

export interface HealthOptions {
  checkEveryMs?: number;
  silentMsMax?: number;
}

export interface StoreSeen {
  /** Server time. */
  now: () => number;
  /** The files of the store on this machine's disk; none for a remote store. */
  files?: string[];
  /** The id of this instance, if there may be others. */
  instance?: string;
  /** How long an answer may take; real time. */
  patienceMs?: number;
  /** Whether a connection of its own finds that the store answers; for a remote store. */
  answersOthers?: () => Promise<boolean>;
}

export class StoreHealth {
  #kv: Deno.Kv;
  #now: () => number;
  #instance: string;
  #patienceMs: number;
  #files: HeldFile[];
  #fault: StoreFault | null = null;
  #told: (fault: StoreFault | null, cause: unknown) => void = () => {};
  #returned = new Set<(sinceMs: number) => void>();
  /** Since when the store has not answered, server time. */
  #silentSince = 0;
  /** The same in real time (`performance.now`). */
  #silentSinceElapsedMs = 0;
  #answersOthers: (() => Promise<boolean>) | null;
  #looking: Promise<void> | null = null;
  #isTryingOthers = false;

  /** `kv` is the bare handle. */
  constructor(kv: Deno.Kv, seen: StoreSeen) {
    const { now, files = [], instance = onlyInstance, patienceMs: patience, answersOthers = null } = seen;
    this.#kv = kv;
    this.#now = now;
    this.#instance = instance;
    this.#patienceMs = patience ?? patienceMs;
    this.#files = files.map(holdFile);
    this.#answersOthers = answersOthers;
  }

  /** Null while all is well. */
  get fault(): StoreFault | null {
    return this.#fault;
  }

  /** Carries out a write; throws StoreUnavailable if it was not kept. */
  readonly keeping: Around = async (_, write) => {
    if (this.#fault === "gone" || this.#fault === "newer") throw new StoreUnavailable(this.#fault);
    const written = await write().catch((error) => {
      const fault = faultOf(error);
      if (fault === null) throw error;
      this.#note(fault, error);
      throw new StoreUnavailable(fault, error);
    });
    if (this.#isInPlace()) return written;
    this.#note("gone");
    throw new StoreUnavailable("gone");
  };

  /**
   * Calls a remote store. Throws StoreUnavailable at once while it is known to be silent, and if it does not answer in
   * time; then the call may still take effect.
   */
  async asking<T>(ask: () => Promise<T>): Promise<T> {
    if (this.isSilent) throw new StoreUnavailable("silent");
    const { promise: noAnswer, reject } = Promise.withResolvers<never>();
    const answer = ask();
    const callOff = afterPatience(this.#patienceMs, () => {
      this.#note("silent");
      // Its answer tells when the store is back, even if nobody watches.
      void this.look();
      reject(new StoreUnavailable("silent", undefined, answer));
    });
    try {
      return await Promise.race([answer, noAnswer]);
    } finally {
      callOff();
    }
  }

  /**
   * Calls `hear` whenever a store that was silent answers again, with the server time since when it was silent. Meanwhile
   * anything may have happened, and nothing could be written.
   */
  onReturn(hear: (sinceMs: number) => void): void {
    this.#returned.add(hear);
  }

  /**
   * Looks every few seconds from now on, and tells each change of the fault; returns a function that ends this. Only who
   * watches learns that this process alone is cut off.
   */
  watch(
    told: (fault: StoreFault | null, cause: unknown) => void,
    options: HealthOptions = {},
  ): () => void {
    this.#told = told;
    const timer = setInterval(() => {
      void this.look();
      void this.#tryOthers(options.silentMsMax ?? silentMsMax);
    }, options.checkEveryMs ?? checkEveryMs);
    return () => {
      clearInterval(timer);
      this.#told = () => {};
    };
  }

  /**
   * Writes the sentinel and reads it back. If that takes too long, the store counts as silent, and the late answer is
   * waited for. Concurrent calls share one look. Never throws.
   */
  look(): Promise<void> {
    return this.#looking ??= this.#look().finally(() => this.#looking = null);
  }

  async #look(): Promise<void> {
    const callOff = afterPatience(this.#patienceMs, () => this.#note("silent"));
    try {
      if (!this.#isInPlace()) return this.#note("gone");
      if (this.#fault === "full") await keepSentinel(this.#kv, this.#instance, new Uint8Array(freeBytes));
      await keepSentinel(this.#kv, this.#instance, this.#now());
      assertNotNewer((await this.#kv.get<number>(keys.format())).value);
      this.#note(this.#isInPlace() ? null : "gone");
    } catch (error) {
      if (error instanceof FormatUnknown) this.#note("newer", error);
      else this.#note(isLocked(error) ? "silent" : faultOf(error) ?? "failing", error);
    } finally {
      callOff();
    }
  }

  /** A connection that hangs and does not break is waited for by Deno's client for ever, and never replaced. */
  async #tryOthers(afterMs: number): Promise<void> {
    const isLong = this.#fault === "silent" && performance.now() - this.#silentSinceElapsedMs >= afterMs;
    if (!isLong || !this.#answersOthers || this.#isTryingOthers) return;
    this.#isTryingOthers = true;
    const sinceMs = this.#silentSinceElapsedMs;
    const answers = await this.#answersOthers();
    // Perhaps the store has come back for all: its answer here would be on the way.
    if (answers) await new Promise((resolve) => setTimeout(resolve, this.#patienceMs));
    this.#isTryingOthers = false;
    if (answers && this.#fault === "silent" && this.#silentSinceElapsedMs === sinceMs) this.#note("cut_off");
  }

  /** Whether the store does not answer this process. */
  get isSilent(): boolean {
    return this.#fault === "silent" || this.#fault === "cut_off";
  }

  #isInPlace(): boolean {
    return this.#files.every(isInPlace);
  }

  #note(fault: StoreFault | null, cause?: unknown): void {
    // Being cut off is how this silence is known: whoever waited in vain since says nothing new.
    if (fault === this.#fault || (fault === "silent" && this.#fault === "cut_off")) return;
    const wasSilent = this.isSilent;
    this.#fault = fault;
    if (fault === "silent") {
      this.#silentSince = this.#now() - this.#patienceMs;
      this.#silentSinceElapsedMs = performance.now() - this.#patienceMs;
    }
    this.#told(fault, cause);
    if (!wasSilent || this.isSilent) return;
    for (const hear of this.#returned) hear(this.#silentSince);
  }
}

/**
 * Calls `late` after `patienceMs`, unless the returned function is called before. A timer that fires much too late shows
 * that this process was frozen: the answer may have arrived unread, so it waits once more.
 */
function afterPatience(patienceMs: number, late: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const dueAt = performance.now() + patienceMs;
    timer = setTimeout(() => performance.now() - dueAt < frozenMs ? late() : wait(), patienceMs);
  };
  wait();
  return () => clearTimeout(timer);
}

interface HeldFile {
  path: string;
  dev: number;
  ino: number | null;
}

const holdFile = (path: string): HeldFile => {
  const { dev, ino } = Deno.statSync(path);
  return { path, dev, ino };
};

function isInPlace({ path, dev, ino }: HeldFile): boolean {
  try {
    const there = Deno.statSync(path);
    return there.ino === ino && there.dev === dev;
  } catch {
    return false;
  }
}

/** The fault by SQLite's own words, which Deno passes on; null if the error says nothing about the store. */
function faultOf(error: unknown): StoreFault | null {
  const message = error instanceof Error ? error.message : "";
  if (/database or disk is full/.test(message)) return "full";
  if (/disk I\/O error|readonly database|unable to open database|disk image is malformed/.test(message)) {
    return "failing";
  }
  return null;
}
