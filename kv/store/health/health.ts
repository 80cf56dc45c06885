/**
 * Whether the store keeps what is written to it. Each write is answered only while the file that was opened is still the
 * one that lies there: SQLite writes happily into a file without a name, of which nothing is left when the process ends.
 * Every few seconds something is written and read back, so that a site that nobody writes to knows as well.
 *
 * The client of a store elsewhere waits for ever for one that is away. Here nobody waits for long, and while the store is
 * silent nobody asks it at all but this, which knows when it is back.
 */
import { isLocked } from "../commit.ts";
import { assertNotNewer, FormatUnknown } from "../format/format.ts";
import { keys } from "../keys.ts";
import type { Around } from "../handles/write_around.ts";
import { keepSentinel, onlyInstance } from "./sentinel.ts";

/**
 * full: the disk has no room. gone: the file is not where it was. silent: no answer. newer: a later build has brought the
 * store forward. failing: anything else.
 */
export type StoreFault = "full" | "gone" | "silent" | "newer" | "failing";

/** Nothing of the write was kept, or nobody can say so now; who asked may try again later. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
  /** Settled when it is certain whether what was asked has happened; null where it has not. */
  readonly settled: Promise<unknown> | null;

  constructor(readonly fault: StoreFault, cause?: unknown, settled: Promise<unknown> | null = null) {
    super(`the store cannot be written (${fault})`, { cause });
    this.settled = settled;
  }
}

/** What a page notes by the way: where the store takes nothing it stays unwritten, and the page is shown all the same. */
export async function unlessAway<T>(noting: Promise<T>, otherwise: T): Promise<T> {
  return await noting.catch((error) => {
    if (error instanceof StoreUnavailable) return otherwise;
    throw error;
  });
}

/** When somebody who was refused may try again. */
export const tryAgainSeconds = 10;
const checkEveryMs = 5000;
/** A store that takes longer for its sentinel does not answer. */
const patienceMs = 10_000;
/** What a store elsewhere has for each answer. */
export const distantPatienceMs = 3000;
/** A timer that comes so much too late was held up by a process that stood still. */
const frozenMs = 1000;
/** Where the disk was full: less than this would find room between two others. */
const freeBytes = 60_000;

export interface HealthOptions {
  checkEveryMs?: number;
}

export interface StoreSeen {
  /** Server time. */
  now: () => number;
  /** What is open on this machine's disk; nothing for a store elsewhere. */
  files?: string[];
  /** This instance, where there may be others. */
  instance?: string;
  /** How long an answer may take; real time. */
  patienceMs?: number;
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
  /** Since when the store has answered nothing, server time. */
  #silentSince = 0;
  #looking: Promise<void> | null = null;

  /** `kv` is the bare handle. */
  constructor(kv: Deno.Kv, { now, files = [], instance = onlyInstance, patienceMs: patience }: StoreSeen) {
    this.#kv = kv;
    this.#now = now;
    this.#instance = instance;
    this.#patienceMs = patience ?? patienceMs;
    this.#files = files.map(holdFile);
  }

  /** Null while all is well. */
  get fault(): StoreFault | null {
    return this.#fault;
  }

  /** Lets a write happen; throws StoreUnavailable where it was not kept. */
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
   * Asks a store elsewhere; throws StoreUnavailable where it does not answer within its time, and at once while it is
   * known not to. What was asked may still happen.
   */
  async asking<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#fault === "silent") throw new StoreUnavailable("silent");
    const { promise: noAnswer, reject } = Promise.withResolvers<never>();
    const answer = ask();
    const callOff = afterPatience(this.#patienceMs, () => {
      this.#note("silent");
      // Its answer is what says that the store is back, whether anybody watches or not.
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
   * Calls `hear` whenever a store that was silent answers again, with the server time since when it was: meanwhile
   * anything may have happened, and nothing could be written.
   */
  onReturn(hear: (sinceMs: number) => void): void {
    this.#returned.add(hear);
  }

  /** Looks every few seconds from now on, and tells each change; answers how to end it. */
  watch(
    told: (fault: StoreFault | null, cause: unknown) => void,
    options: HealthOptions = {},
  ): () => void {
    this.#told = told;
    const timer = setInterval(() => void this.look(), options.checkEveryMs ?? checkEveryMs);
    return () => {
      clearInterval(timer);
      this.#told = () => {};
    };
  }

  /**
   * Writes and reads the sentinel; too long is no answer, and then the late one is waited for. Whoever looks meanwhile
   * looks along. Never throws.
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

  #isInPlace(): boolean {
    return this.#files.every(isInPlace);
  }

  #note(fault: StoreFault | null, cause?: unknown): void {
    if (fault === this.#fault) return;
    const wasSilent = this.#fault === "silent";
    this.#fault = fault;
    if (fault === "silent") this.#silentSince = this.#now() - this.#patienceMs;
    this.#told(fault, cause);
    if (!wasSilent) return;
    for (const hear of this.#returned) hear(this.#silentSince);
  }
}

/**
 * Calls `late` after so long, unless it is called off. A timer that comes much too late says that this process was frozen:
 * the answer may lie here unread, and is waited for once more.
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

/** SQLite's own words, which Deno hands on; null for what says nothing of the store. */
function faultOf(error: unknown): StoreFault | null {
  const message = error instanceof Error ? error.message : "";
  if (/database or disk is full/.test(message)) return "full";
  if (/disk I\/O error|readonly database|unable to open database|disk image is malformed/.test(message)) {
    return "failing";
  }
  return null;
}
