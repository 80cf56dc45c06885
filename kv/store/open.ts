/** The one handle on the store, with the clock, the randomness and the secret that its nouns need. */
import { createHmac, randomBytes } from "node:crypto";
import { distantHandle } from "./handles/distant.ts";
import { assertNotNewer, bringToCurrentFormat, formatIn, FormatUnknown } from "./format/format.ts";
import type { Step } from "./format/steps.ts";
import { GroupCommits } from "./handles/group_commit.ts";
import { distantPatienceMs, StoreHealth } from "./health/health.ts";
import { keepSentinel, onlyInstance } from "./health/sentinel.ts";
import { asUnusable, withinPatience } from "./health/unusable.ts";
import { IdBlocks } from "./ids.ts";
import type { Work } from "./jobs/work.ts";
import { keys } from "./keys.ts";
import { forgetting, Memory } from "./memory.ts";
import { Mutexes } from "./mutex.ts";
import { PubSub } from "./pubsub.ts";
import { SingleFlight } from "./single_flight.ts";
import { type Around, aroundWrites } from "./handles/write_around.ts";

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
  /** Whether men in the United States state their background before any contact (kv/safety/background/). */
  asksBackground: boolean;
  /** Resolves once the other instances were told of the end; at once where there are none. */
  close: () => Promise<void>;
}

export interface StoreOptions {
  /** A file, ":memory:", a KV Connect address, or nothing for the platform's own store. */
  location?: string;
  secret: string;
  now?: () => number;
  randomToken?: () => string;
  /**
   * A tool that does not serve: a store that has many openers must be of today's format already, and when it was last
   * served stays as it was.
   */
  isVisitor?: boolean;
  /** Told of each step that brought an older store forward. */
  onStep?: (step: Step) => void;
  /** Kinds of work for which nothing is configured. */
  without?: readonly Work["kind"][];
  /** Whether men in the United States state their background; they do not unless said. */
  asksBackground?: boolean;
}

/** A task that reads a whole store asks for much at once. */
const visitorPatienceMs = 60_000;

/**
 * Opens the store and proves that what is written is there.
 * Throws when the sentinel cannot be written and read: without it an app may run silently on a store that is thrown away.
 * Throws FormatUnknown for a store of a later build, before anything is written, and StoreUnusable where it is damaged,
 * does not answer or cannot be opened.
 */
export async function openBareStore(options: StoreOptions): Promise<BareStore> {
  const { location } = options;
  const isAlone = isOurAlone(location);
  const memory = new Memory(isAlone);
  const now = options.now ?? Date.now;
  const randomToken = options.randomToken ?? (() => randomBytes(24).toString("base64url"));
  const instance = isAlone ? onlyInstance : randomToken();
  const what = location ? `the store at ${location}` : "the store";
  const bare = await openHandle(location, what);
  try {
    if (!isAlone) await withinPatience(bare.get(keys.format()));
    await bringToCurrentFormat(bare, { mayBringForward: isAlone || !options.isVisitor, onStep: options.onStep });
    const { isVisitor } = options;
    await (isAlone
      ? keepSentinel(bare, instance, now(), { isVisitor })
      : provesShared(bare, location, instance, now(), isVisitor));
  } catch (error) {
    bare.close();
    throw error instanceof FormatUnknown ? error : asUnusable(error, what);
  }
  const patienceMs = options.isVisitor ? visitorPatienceMs : distantPatienceMs;
  const seen = isAlone ? { now, files: filesOf(location) } : { now, instance, patienceMs };
  const health = new StoreHealth(bare, seen);
  const forget = forgetting(memory);
  const around: Around = (written, write) => forget(written, () => health.keeping(written, write));
  const asked = isAlone ? bare : distantHandle(bare, health, randomToken);
  const kv = aroundWrites(asked, around);
  const pubsub = new PubSub(kv);
  if (!isAlone) await pubsub.connect(instance);
  health.onReturn(() => pubsub.publishAllHere());
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
    asksBackground: options.asksBackground ?? false,
    async close() {
      // A store that is away keeps nobody here: the others then take this instance for dead, and lose nothing by it.
      if (pubsub.isConnected) await withinPatience(pubsub.close()).catch(() => {});
      kv.close();
    },
  };
}

async function openHandle(location: string | undefined, what: string): Promise<Deno.Kv> {
  // The platform may have no database for this site, and would quietly give it one that is thrown away.
  if (location === undefined) Deno.env.set("DENO_KV_REQUIRES_DISTRIBUTED_DATABASE", "error");
  try {
    return await withinPatience(Deno.openKv(location));
  } catch (error) {
    throw asUnusable(error, what);
  }
}

/** What one handle wrote another must see: it is nobody's alone. */
async function provesShared(
  kv: Deno.Kv,
  location: string | undefined,
  instance: string,
  nowMs: number,
  isVisitor?: boolean,
): Promise<void> {
  const reader = await Deno.openKv(location);
  try {
    await keepSentinel(kv, instance, nowMs, { reader, isVisitor });
  } finally {
    reader.close();
  }
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
