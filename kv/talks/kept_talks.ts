/** How talks are kept, one between two people, and a list for each of them; how they are read, and how one is written. */
import type { User } from "../accounts/users.ts";
import type { Pair } from "../chats/pairs.ts";
import type { Store } from "../open.ts";
import { blockKeys } from "../safety/blocks.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { isStanding, type Talk } from "./talk.ts";

/** The last time to talk of two people, whatever became of it; null where there is none. */
export const talkBetween = async (store: Store, { manId, ladyId }: Pair): Promise<Talk | null> =>
  (await store.kv.get<Talk>(keys.talk(manId, ladyId))).value;

/** Somebody's times to talk that are not cleared away yet, the nearest first. */
export function talksOf(store: Store, userId: number, isMan: boolean): Promise<Talk[]> {
  return store.memory.recall(["talk_of", userId], async () => {
    const partners: number[] = [];
    for await (const { key } of store.kv.list({ prefix: prefixes.talksOf(userId) }, { batchSize: 500 })) {
      partners.push(Number(key[2]));
    }
    const found = await getAll<Talk>(
      store,
      partners.map((partnerId) => isMan ? keys.talk(userId, partnerId) : keys.talk(partnerId, userId)),
    );
    return found.filter((talk) => talk !== null).sort((one, other) => startOf(one) - startOf(other));
  });
}

const startOf = ({ at, moments }: Talk): number => at ?? moments[0]!;

/** Somebody's talks that stand now. */
export const standingTalksOf = async (store: Store, userId: number, isMan: boolean): Promise<Talk[]> =>
  (await talksOf(store, userId, isMan)).filter((talk) => isStanding(talk, store.now()));

/** Begins the commit that writes a talk in place of the one that was read; the memory forgets both lists with it. */
export function talkCommit(store: Store, talk: Talk, entry: Deno.KvEntryMaybe<Talk>): Deno.AtomicOperation {
  const { manId, ladyId } = talk;
  return store.kv.atomic().check(entry).set(entry.key, talk)
    .set(keys.talkOf(manId, ladyId), null).set(keys.talkOf(ladyId, manId), null);
}

interface FoundTalk {
  before: Talk | null;
  /** Begins the commit that writes the next state; it fails if an account has changed or one has blocked the other since. */
  write: (talk: Talk) => Deno.AtomicOperation;
}

/** The last talk of two people who may have another. Refuses `not_found` and `blocked`. */
export async function findTalk(store: Store, pair: Pair): Promise<Result<FoundTalk>> {
  const { manId, ladyId } = pair;
  const [entry, his, hers, ...blocks] = await store.kv.getMany<[Talk, User, User, number, number]>([
    keys.talk(manId, ladyId),
    keys.user(manId),
    keys.user(ladyId),
    ...blockKeys(manId, ladyId),
  ]);
  if (his.value === null || hers.value === null) return refuse("not_found");
  if (blocks.some(({ value }) => value !== null)) return refuse("blocked");
  return { ok: true, before: entry.value, write: (talk) => talkCommit(store, talk, entry).check(his, hers, ...blocks) };
}
