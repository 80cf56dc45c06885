/**
 * Whether the store keeps what is written to it. Each write is answered only while the file that was opened is still the
 * one that lies there: SQLite writes happily into a file without a name, of which nothing is left when the process ends.
 * Every few seconds something is written and read back, so that a site that nobody writes to knows as well.
 */
import { isLocked } from "../commit.ts";
import { assertNotNewer, FormatUnknown } from "../format/format.ts";
import { keys } from "../keys.ts";
import type { Around } from "../write_around.ts";

/**
 * full: the disk has no room. gone: the file is not where it was. silent: no answer. newer: a later build has brought the
 * store forward. failing: anything else.
 */
export type StoreFault = "full" | "gone" | "silent" | "newer" | "failing";

/** Nothing of the write was kept, or nobody can say so now; who asked may try again later. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";

  constructor(readonly fault: StoreFault, cause?: unknown) {
    super(`the store cannot be written (${fault})`, { cause });
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
/** Where the disk was full: less than this would find room between two others. */
const freeBytes = 60_000;

export interface HealthOptions {
  checkEveryMs?: number;
  patienceMs?: number;
}

export class StoreHealth {
  #kv: Deno.Kv;
  #now: () => number;
  #files: HeldFile[];
  #fault: StoreFault | null = null;
  #told: (fault: StoreFault | null, cause: unknown) => void = () => {};

  /** `kv` is the bare handle; `files` are what it has open, nothing for a store elsewhere. */
  constructor(kv: Deno.Kv, now: () => number, files: string[]) {
    this.#kv = kv;
    this.#now = now;
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

  /** Looks every few seconds from now on, and tells each change; answers how to end it. */
  watch(
    told: (fault: StoreFault | null, cause: unknown) => void,
    options: HealthOptions = {},
  ): () => void {
    this.#told = told;
    let isLooking = false;
    const timer = setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      await this.look(options.patienceMs);
      isLooking = false;
    }, options.checkEveryMs ?? checkEveryMs);
    return () => {
      clearInterval(timer);
      this.#told = () => {};
    };
  }

  /** Writes and reads the sentinel; takes `patience` as no answer, and then waits on for the late one. Never throws. */
  async look(patience = patienceMs): Promise<void> {
    const timer = setTimeout(() => this.#note("silent"), patience);
    try {
      if (!this.#isInPlace()) return this.#note("gone");
      if (this.#fault === "full") await keepSentinel(this.#kv, new Uint8Array(freeBytes));
      await keepSentinel(this.#kv, this.#now());
      assertNotNewer((await this.#kv.get<number>(keys.format())).value);
      this.#note(this.#isInPlace() ? null : "gone");
    } catch (error) {
      if (error instanceof FormatUnknown) this.#note("newer", error);
      else this.#note(isLocked(error) ? "silent" : faultOf(error) ?? "failing", error);
    } finally {
      clearTimeout(timer);
    }
  }

  #isInPlace(): boolean {
    return this.#files.every(isInPlace);
  }

  #note(fault: StoreFault | null, cause?: unknown): void {
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#told(fault, cause);
  }
}

/** Writes a value and reads it back. Throws where another, or none, is there. */
export async function keepSentinel(kv: Deno.Kv, value: unknown): Promise<void> {
  const written = await kv.set(keys.sentinel(), value);
  const found = await kv.get(keys.sentinel());
  // Another instance may have written its own after ours.
  if (found.versionstamp === null || found.versionstamp < written.versionstamp) {
    throw new Error("the store does not keep what is written to it");
  }
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
