/** The one handle on the store, with the clock, the randomness and the secret that its nouns need. */
import { randomBytes } from "node:crypto";
import { assertOurs, type Claim, NotOurStore } from "./format/belonging.ts";
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
import { signWith } from "./proof.ts";
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
  /** Calls under way, shared by those who ask the same meanwhile. */
  flights: SingleFlight;
  /** Small commits that come together are written together. */
  groupCommits: GroupCommits;
  /** What was read lately and not written since; on a shared store, for one request at most. */
  memory: Memory;
  /** Tells listeners that something changed, also on the other instances of a shared store. */
  pubsub: PubSub;
  /** Whether what is written is kept. */
  health: StoreHealth;
  /** Kinds of work for which nothing is configured; `addJob` adds no jobs of them. */
  without: ReadonlySet<Work["kind"]>;
  /** Whether men in the United States state their background before any contact (kv/safety/background/). */
  asksBackground: boolean;
  /** Resolves once the other instances were told of the end; at once if there are none. */
  close: () => Promise<void>;
}

export interface StoreOptions {
  /** A file, ":memory:", a KV Connect address, or nothing for the platform's own store. */
  location?: string;
  secret: string;
  now?: () => number;
  randomToken?: () => string;
  /**
   * A tool that does not serve. It refuses a shared store of an older format instead of bringing it forward, and does not
   * change when the store was last served.
   */
  isVisitor?: boolean;
  /** What this process says of the store; without it any store is opened. */
  claim?: Claim;
  /** Called after each step that brought an older store forward. */
  onStep?: (step: Step) => void;
  /** Kinds of work for which nothing is configured. */
  without?: readonly Work["kind"][];
  /** Whether men in the United States state their background; false by default. */
  asksBackground?: boolean;
}

/** Longer, because a task that reads a whole store asks for much at once. */
const visitorPatienceMs = 60_000;

/**
 * Opens the store and proves that it keeps what is written.
 * Throws if the sentinel cannot be written and read back: otherwise an app may run unnoticed on a store that is thrown
 * away.
 * Throws FormatUnknown for a store of a later build and NotOurStore for one that `claim` does not fit, before anything is
 * written, and StoreUnusable if it is damaged, does not answer or cannot be opened.
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
    if (options.claim) await assertOurs(bare, options.claim, what);
    await bringToCurrentFormat(bare, { mayBringForward: isAlone || !options.isVisitor, onStep: options.onStep });
    const { isVisitor } = options;
    await (isAlone
      ? keepSentinel(bare, instance, now(), { isVisitor })
      : provesShared(bare, location, instance, now(), isVisitor));
  } catch (error) {
    bare.close();
    throw error instanceof FormatUnknown || error instanceof NotOurStore ? error : asUnusable(error, what);
  }
  const patienceMs = options.isVisitor ? visitorPatienceMs : distantPatienceMs;
  const answersOthers = () => answersAnew(location);
  const seen = isAlone ? { now, files: filesOf(location) } : { now, instance, patienceMs, answersOthers };
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
      // A store that is away must not hold up the end: the others take this instance for dead, and lose nothing by it.
      if (pubsub.isConnected) await withinPatience(pubsub.close()).catch(() => {});
      kv.close();
    },
  };
}

async function openHandle(location: string | undefined, what: string): Promise<Deno.Kv> {
  // If the platform has no database for this site, this makes it fail, instead of giving a temporary one.
  if (location === undefined) Deno.env.set("DENO_KV_REQUIRES_DISTRIBUTED_DATABASE", "error");
  try {
    return await withinPatience(Deno.openKv(location));
  } catch (error) {
    throw asUnusable(error, what);
  }
}

/** Whether a remote store answers over a new connection. */
async function answersAnew(location: string | undefined): Promise<boolean> {
  const opening = Deno.openKv(location);
  const answer = opening.then((another) => another.get(keys.format()));
  const answers = await withinPatience(answer).then(() => true, () => false);
  // One that comes too late is closed as well.
  opening.then((another) => another.close(), () => {});
  return answers;
}

/** Proves that a store is shared: another handle must see what one wrote. */
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

/** Throws FormatUnknown if the file of a store that is not in use is of a later build; changes nothing in it. */
export async function assertFileNotNewer(file: string): Promise<void> {
  const kv = await Deno.openKv(file);
  try {
    assertNotNewer(await formatIn(kv));
  } finally {
    kv.close();
  }
}

/**
 * Whether one process has the store for itself: a file does (design, section 6), remote stores and the platform's do not.
 */
const isOurAlone = (location: string | undefined): boolean => location !== undefined && !/^https?:/.test(location);

/** The files that a store keeps open on this machine's disk, once something was written; none for a remote store. */
function filesOf(location: string | undefined): string[] {
  if (!location || location === ":memory:" || !isOurAlone(location)) return [];
  return [location, `${location}-wal`];
}
