/** The one handle on the store, with the clock, the randomness and the secret that its nouns need. */
import { createHmac, randomBytes } from "node:crypto";
import { assertNotNewer, bringToCurrentFormat, formatIn, FormatUnknown } from "./format/format.ts";
import type { Step } from "./format/steps.ts";
import { keepSentinel, StoreHealth } from "./health/health.ts";
import { asUnusable } from "./health/unusable.ts";
import { GroupCommits } from "./group_commit.ts";
import { IdBlocks } from "./ids.ts";
import type { Work } from "./jobs/work.ts";
import { forgetting, Memory } from "./memory.ts";
import { Mutexes } from "./mutex.ts";
import { PubSub } from "./pubsub.ts";
import { SingleFlight } from "./single_flight.ts";
import { type Around, aroundWrites } from "./write_around.ts";

/** What every room of records needs of the store. */
export interface BareStore {
  kv: Deno.Kv;
  /** Server time, ms since the epoch. */
  now: () => number;
  /** An unguessable text for ids and tokens, 128 bits or more, safe in an address. */
  randomToken: () => string;
  /** A keyed hash of a text, base64url: what mailed keys and codes are made from, so that none is stored. */
  sign: (text: string) => string;
  ids: IdBlocks;
  mutexes: Mutexes;
  /** What is being answered, for those who ask the same meanwhile. */
  flights: SingleFlight;
  /** Small commits that come together are written together. */
  groupCommits: GroupCommits;
  /** What was read lately and not written since; empty on a shared store. */
  memory: Memory;
  /** Tells who listens that something changed, also on the other instances of a shared store. */
  pubsub: PubSub;
  /** Whether what is written is kept. */
  health: StoreHealth;
  /** Kinds of work for which nothing is configured: nobody writes jobs of them. */
  without: ReadonlySet<Work["kind"]>;
  close: () => void;
}

export interface StoreOptions {
  /** A file, ":memory:", a KV Connect address, or nothing for the platform's own store. */
  location?: string;
  secret: string;
  now?: () => number;
  randomToken?: () => string;
  /** A tool that does not serve: a store that has many openers must be of today's format already. */
  isVisitor?: boolean;
  /** Told of each step that brought an older store forward. */
  onStep?: (step: Step) => void;
  /** Kinds of work for which nothing is configured. */
  without?: readonly Work["kind"][];
}

/**
 * Opens the store and proves that what is written is there.
 * Throws when the sentinel cannot be written and read: without it an app may run silently on a store that is thrown away.
 * Throws FormatUnknown for a store of a later build, before anything is written, and StoreUnusable where it is damaged or
 * cannot be opened.
 */
export async function openBareStore(options: StoreOptions): Promise<BareStore> {
  const isAlone = isOurAlone(options.location);
  const memory = new Memory(isAlone);
  const now = options.now ?? Date.now;
  const what = options.location ? `the store at ${options.location}` : "the store";
  const bare = await Deno.openKv(options.location).catch((error) => {
    throw asUnusable(error, what);
  });
  try {
    await bringToCurrentFormat(bare, { mayBringForward: isAlone || !options.isVisitor, onStep: options.onStep });
    await keepSentinel(bare, now());
  } catch (error) {
    bare.close();
    throw error instanceof FormatUnknown ? error : asUnusable(error, what);
  }
  const health = new StoreHealth(bare, now, filesOf(options.location));
  const forget = forgetting(memory);
  const around: Around = (written, write) => forget(written, () => health.keeping(written, write));
  const kv = aroundWrites(bare, around);
  const randomToken = options.randomToken ?? (() => randomBytes(24).toString("base64url"));
  const pubsub = new PubSub(kv);
  if (!isAlone) await pubsub.connect(randomToken());
  return {
    kv,
    now,
    randomToken,
    sign: signWith(options.secret),
    ids: new IdBlocks(kv),
    mutexes: new Mutexes(),
    flights: new SingleFlight(),
    groupCommits: new GroupCommits(kv, isAlone),
    memory,
    pubsub,
    health,
    without: new Set(options.without),
    close() {
      pubsub.close();
      kv.close();
    },
  };
}

/** Throws FormatUnknown where a resting store's file is of a later build; nothing of it is changed. */
export async function assertFileNotNewer(file: string): Promise<void> {
  const kv = await Deno.openKv(file);
  try {
    assertNotNewer(await formatIn(kv));
  } finally {
    kv.close();
  }
}

/** A keyed hash of texts, base64url. */
export const signWith = (secret: string) => (text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url");

/** A file has one process (design, section 6); a remote store and the platform's have many. */
const isOurAlone = (location: string | undefined): boolean => location !== undefined && !/^https?:/.test(location);

/** What a store keeps open on this machine's disk, as soon as something was written; nothing for one that lies elsewhere. */
function filesOf(location: string | undefined): string[] {
  if (!location || location === ":memory:" || !isOurAlone(location)) return [];
  return [location, `${location}-wal`];
}
