/**
 * The instances that hold chats: each shows that it is alive, and may be declared dead by another, which stands in the
 * store and holds for everybody and for good. Whoever is declared dead commits nothing more under that name.
 */
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { deleteUnder } from "../store/deleting.ts";
import { getAll } from "../store/listing/get_all.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";

const aliveKeptMs = 24 * 3600_000;
/** A machine that was asleep for weeks still learns that it was declared dead. */
const deathKeptMs = 30 * 24 * 3600_000;

/** An instance that showed itself. */
export interface SeenInstance {
  id: string;
  /** Changes with every sign of life. */
  sign: string;
}

/** Holds a commit of an instance to the condition that nobody has declared it dead. */
export const whileAlive = (op: Deno.AtomicOperation, instanceId: string): Deno.AtomicOperation =>
  op.check({ key: keys.chatInstanceDeath(instanceId), versionstamp: null });

/**
 * Shows that an instance is alive; what its chats were served is known up to its last sign of life. False where it was
 * declared dead.
 */
export function showAlive(store: Store, instanceId: string): Promise<boolean> {
  const op = whileAlive(store.kv.atomic(), instanceId);
  return commitNow(op.set(keys.chatInstance(instanceId), store.now(), { expireIn: aliveKeptMs }));
}

/** Every instance that showed itself in the last day and has not said goodbye, declared dead or not. */
export async function seenInstances(store: Store): Promise<SeenInstance[]> {
  const seen: SeenInstance[] = [];
  for await (const { key, versionstamp } of store.kv.list({ prefix: prefixes.chatInstances() })) {
    seen.push({ id: String(key[1]), sign: versionstamp });
  }
  return seen;
}

/** Those of them that were declared dead. */
export async function deadOf(store: Store, instanceIds: string[]): Promise<Set<string>> {
  const deaths = await getAll<number>(store, instanceIds.map(keys.chatInstanceDeath));
  return new Set(instanceIds.filter((_, at) => deaths[at] !== null));
}

/** Declares an instance dead that has shown no sign since this one; false where it has, or another was quicker. */
export async function declareDead(store: Store, { id, sign }: SeenInstance): Promise<boolean> {
  const op = whileAlive(store.kv.atomic(), id).check({ key: keys.chatInstance(id), versionstamp: sign });
  const isDeclared = await commitNow(op.set(keys.chatInstanceDeath(id), store.now(), { expireIn: deathKeptMs }));
  if (isDeclared) await forgetConnections(store, id);
  return isDeclared;
}

/** Takes back whatever an instance has shown: the others need not wait for it to be dead. */
export async function sayGoodbye(store: Store, instanceId: string): Promise<void> {
  await forgetConnections(store, instanceId);
  await commitNow(store.kv.atomic().delete(keys.chatInstance(instanceId)));
}

const forgetConnections = (store: Store, instanceId: string): Promise<void> =>
  deleteUnder(store, prefixes.chatConnections(instanceId));
