/** A small test world: a store in memory, a clock that tests move, tokens in order, and four people with names. */
import { Directory } from "../accounts/directory.ts";
import { addUser, lady, man, newUser, normaliseEmail, type User } from "../accounts/users.ts";
import { post } from "../credits/ledger/ledger.ts";
import { addEmptyProfile } from "../ladies/ladies.ts";
import { openStore, type Store } from "../open.ts";
import { GroupCommits } from "../store/handles/group_commit.ts";
import { withMethods } from "../store/handles/handle.ts";
import { IdBlocks } from "../store/ids.ts";
import { forgetting, Memory } from "../store/memory.ts";
import { Mutexes } from "../store/mutex.ts";
import type { BareStore } from "../store/open.ts";
import { PubSub } from "../store/pubsub.ts";
import { SingleFlight } from "../store/single_flight.ts";
import { aroundWrites } from "../store/handles/write_around.ts";
import { publish } from "./publication.ts";

/** Time that passes only when a test says so. */
export interface TestClock {
  /** Ms since the epoch. */
  now: number;
  advance: (move: { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number }) => void;
}

/** `using store = await testStore()` closes it at the end of the test. */
export type TestStore = Store & { clock: TestClock } & Disposable;

/** What every person of the test world signs in with. */
export const testPassword = "Spring-2026!";
/** Its argon2id hash with the smallest cost, so that a test may verify it in no time. */
export const testPasswordHash =
  "$argon2id$v=19$m=8,t=1,p=1$IJuT87l/Qin4Opg3lNU6/g$WTq5CM61HTPPdsz1MLKqXI7TTST+XmMKFuY2k/9KdyM";

/** A store in memory with a movable clock, starting at noon UTC of 1 March 2026, and tokens that count. */
export async function testStore(
  options: { now?: number; location?: string; asksBackground?: boolean } = {},
): Promise<TestStore> {
  const clock: TestClock = {
    now: options.now ?? Date.UTC(2026, 2, 1, 12),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) {
      this.now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
    },
  };
  let tokens = 0;
  const store = await openStore({
    location: options.location ?? ":memory:",
    secret: "a secret that only tests may know",
    now: () => clock.now,
    randomToken: () => `token-${String(++tokens).padStart(26, "0")}`,
    asksBackground: options.asksBackground,
  });
  return Object.assign(store, { clock, [Symbol.dispose]: store.close });
}

/** The same store as another process sees it: without our queues, memory, pub/sub and block of ids. */
export function asOtherProcess(store: Store, differing: Partial<BareStore> = {}): Store {
  const memory = new Memory(false);
  const kv = differing.kv ?? aroundWrites(store.kv, forgetting(memory));
  const bare: BareStore = {
    ...store,
    kv,
    mutexes: new Mutexes(),
    flights: new SingleFlight(),
    groupCommits: new GroupCommits(kv, false),
    memory,
    pubsub: new PubSub(kv),
    ids: new IdBlocks(kv),
    ...differing,
  };
  return { ...store, ...bare, directory: new Directory(bare), pageChanges: { count: 0 } };
}

/** The same store behind another handle. */
export const withKv = <Of extends Store>(store: Of, kv: Deno.Kv): Of => ({
  ...store,
  kv,
  groupCommits: new GroupCommits(kv, store.memory.isTrusted),
});

/** The same store; `change` is given every atomic operation as it begins. */
export function withAtomics<Of extends Store>(store: Of, change: (op: Deno.AtomicOperation) => void): Of {
  const atomic = () => {
    const op = store.kv.atomic();
    change(op);
    return op;
  };
  return withKv(store, withMethods(store.kv, { atomic }));
}

/**
 * The same store, of which one commit waits until something else has happened: the first, unless the work before it commits
 * as well. What happens at an earlier commit is seen by the reads, and proves nothing about the checks.
 */
export function afterMeanwhile<Of extends Store>(
  store: Of,
  meanwhile: () => Promise<unknown>,
  { atCommit = 1 }: { atCommit?: number } = {},
): Of {
  let commits = 0;
  return withAtomics(store, (op) => {
    const commit = op.commit.bind(op);
    op.commit = async () => {
      if (++commits === atCommit) await meanwhile();
      return await commit();
    };
  });
}

/** A confirmed account, written directly: without bonus, mail or session. Ladies begin unpublished. */
export async function createUser(store: Store, wanted: Partial<User> & Pick<User, "email">): Promise<User> {
  const user = newUser({
    id: await store.ids.next("user"),
    groupId: man,
    firstname: "Somebody",
    birthdate: "1990-01-01",
    countryId: 840,
    createdAt: store.now(),
    confirmedAt: store.now(),
    ...wanted,
    email: normaliseEmail(wanted.email),
  });
  const op = store.kv.atomic();
  addUser(op, user, testPasswordHash);
  if (user.groupId === lady) addEmptyProfile(op, user);
  if (!(await op.commit()).ok) throw new Error(`${user.email} exists already`);
  return user;
}

/** A man with so many credits in his ledger (none unless said). */
export async function createMan(store: Store, wanted: Partial<User> & { credits?: number } = {}): Promise<User> {
  const { credits = 0, ...account } = wanted;
  const user = await createUser(store, { firstname: "Man", email: `${store.randomToken()}@men.test`, ...account });
  if (credits > 0) await giveCredits(store, user.id, credits);
  return user;
}

/** A lady, published unless said otherwise. */
export async function createLady(store: Store, wanted: Partial<User> & { isPublished?: boolean } = {}): Promise<User> {
  const { isPublished = true, ...account } = wanted;
  const email = `${store.randomToken()}@ladies.test`;
  const user = await createUser(store, { firstname: "Lady", countryId: 804, groupId: lady, email, ...account });
  if (isPublished) await publish(store, user.id);
  return user;
}

export const createJames = (store: Store, credits = 200): Promise<User> =>
  createMan(store, { firstname: "James", lastname: "Whitfield", email: "james@demo.test", countryId: 826, credits });

export const createWei = (store: Store, credits = 200): Promise<User> =>
  createMan(store, { firstname: "Wei", email: "wei@demo.test", countryId: 156, locale: "zh-Hans", credits });

export const createOlena = (store: Store): Promise<User> =>
  createLady(store, { firstname: "Olena", email: "olena@demo.test", birthdate: "1994-05-17", city: "Kyiv" });

export const createDaria = (store: Store): Promise<User> =>
  createLady(store, { firstname: "Daria", email: "daria@demo.test", countryId: 643, birthdate: "1991-11-02" });

/** All four at once, the men with 200 credits each. */
export async function createPeople(store: Store): Promise<Record<"james" | "wei" | "olena" | "daria", User>> {
  return {
    james: await createJames(store),
    wei: await createWei(store),
    olena: await createOlena(store),
    daria: await createDaria(store),
  };
}

/** Adds credits as a payment would. */
export async function giveCredits(store: Store, manId: number, credits: number): Promise<void> {
  const posted = await post(store, {
    manId,
    operation: "refill",
    deltaCredits: credits,
    reference: {},
    idempotencyKey: `gift:${store.randomToken()}`,
  });
  if (!posted.ok) throw new Error(posted.reason);
}
