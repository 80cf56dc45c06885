/**
 * The instances that hold chats. Each shows that it is alive. Another may declare it dead, which is stored, and holds for
 * everybody and for good. An instance that was declared dead commits nothing more under its id.
 */
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { deleteUnder } from "../store/deleting.ts";
import { getAll } from "../store/listing/get_all.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";

const aliveKeptMs = dayMs;
/** A machine that was asleep for weeks still learns that it was declared dead. */
const deathKeptMs = 30 * dayMs;

/** An instance that has shown that it is alive. */
export interface SeenInstance {
  id: string;
  /** Changes with every sign of life. */
  sign: string;
  /** When it showed the sign, by its own clock (ms since the epoch). */
  at: number;
}

/** Adds a check to an instance's commit that nobody has declared it dead. */
export const whileAlive = (op: Deno.AtomicOperation, instanceId: string): Deno.AtomicOperation =>
  op.check({ key: keys.chatInstanceDeath(instanceId), versionstamp: null });

/**
 * Shows that an instance is alive. If it dies, its chats count as served up to its last sign of life. False if it was
 * declared dead.
 */
export function showAlive(store: Store, instanceId: string): Promise<boolean> {
  const op = whileAlive(store.kv.atomic(), instanceId);
  return commitNow(op.set(keys.chatInstance(instanceId), store.now(), { expireIn: aliveKeptMs }));
}

/** Every instance that has shown itself in the last day and has not said goodbye, even if it was declared dead. */
export async function seenInstances(store: Store): Promise<SeenInstance[]> {
  const seen: SeenInstance[] = [];
  for await (const { key, value, versionstamp } of store.kv.list<number>({ prefix: prefixes.chatInstances() })) {
    seen.push({ id: String(key[1]), sign: versionstamp, at: value });
  }
  return seen;
}

/** Those of these ids that were declared dead. */
export async function deadOf(store: Store, instanceIds: string[]): Promise<Set<string>> {
  const deaths = await getAll<number>(store, instanceIds.map(keys.chatInstanceDeath));
  return new Set(instanceIds.filter((_, at) => deaths[at] !== null));
}

/** Declares an instance dead if it has shown no sign of life since `sign`; false if it has, or if another was quicker. */
export async function declareDead(store: Store, { id, sign }: Omit<SeenInstance, "at">): Promise<boolean> {
  const op = whileAlive(store.kv.atomic(), id).check({ key: keys.chatInstance(id), versionstamp: sign });
  const isDeclared = await commitNow(op.set(keys.chatInstanceDeath(id), store.now(), { expireIn: deathKeptMs }));
  if (isDeclared) await forgetConnections(store, id);
  return isDeclared;
}

/** Removes what an instance that ends has shown, so that the others need not wait until they may declare it dead. */
export async function sayGoodbye(store: Store, instanceId: string): Promise<void> {
  await forgetConnections(store, instanceId);
  await commitNow(store.kv.atomic().delete(keys.chatInstance(instanceId)));
}

const forgetConnections = (store: Store, instanceId: string): Promise<void> =>
  deleteUnder(store, prefixes.chatConnections(instanceId));
