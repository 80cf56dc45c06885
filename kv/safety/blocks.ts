/**
 * Blocks: who wants to have nothing to do with whom. One is enough to keep both apart: neither writes to the other,
 * chats with the other, or sees the other at all, until whoever blocked takes it back. A letter that waits for its
 * translator is kept back (kv/letters/kept_back.ts).
 */
import { lady, man, userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { type Act, noteDone, wasJustDone } from "../store/just_done.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";

/** How many people one may block; nobody in the real world blocks so many. */
const blocksMax = 1000;

/**
 * Blocks somebody, or takes that back; doing so again changes nothing. Refuses `not_found` where the two are no man and
 * lady, and `too_many_blocks` beyond a thousand.
 */
export async function setBlocked(
  store: Store,
  blockerId: number,
  blockedId: number,
  isBlocked: boolean,
): Promise<Result<{ isChanged: boolean }>> {
  const [blocker, blocked] = await Promise.all([userById(store, blockerId), userById(store, blockedId)]);
  const groups = [blocker?.groupId, blocked?.groupId];
  if (!groups.includes(man) || !groups.includes(lady)) return refuse("not_found");
  return await transact<Result<{ isChanged: boolean }>>(async () => {
    const entry = await store.kv.get<number>(keys.block(blockerId, blockedId));
    if ((entry.value !== null) === isBlocked) return { done: { ok: true, isChanged: false } };
    if (isBlocked && (await blockedBy(store, blockerId)).size >= blocksMax) {
      return { done: refuse("too_many_blocks") };
    }
    const op = store.kv.atomic().check(entry);
    if (isBlocked) {
      op.set(entry.key, store.now()).set(keys.blockOf(blockedId, blockerId), null);
      addJob(store, op, { kind: "keep_letters_back", userId: blockerId, otherId: blockedId });
    } else {
      op.delete(entry.key).delete(keys.blockOf(blockedId, blockerId));
      noteDone(store, op, { act: unblockedAct(blockerId, blockedId), told: { userId: blockerId } });
      addJob(store, op, { kind: "block_over", userId: blockerId, otherId: blockedId });
    }
    return { commit: op, result: { ok: true, isChanged: true } };
  });
}

const unblockedAct = (blockerId: number, blockedId: number): Act => ["unblocked", blockerId, blockedId];

/** Whether a person took a block of the other back within the last minute. */
export const wasJustUnblocked = (store: Store, blockerId: number, blockedId: number): Promise<boolean> =>
  wasJustDone(store, unblockedAct(blockerId, blockedId));

/** Whom a person has blocked. */
export const blockedBy = (store: Store, userId: number): Promise<ReadonlySet<number>> =>
  store.memory.recall(["block", userId], () => idsUnder(store, prefixes.blocks(userId)));

/** Everybody whom a person has blocked or who has blocked that person: each is hidden from the other. */
export async function blockedWith(store: Store, userId: number): Promise<ReadonlySet<number>> {
  const [mine, others] = await Promise.all([
    blockedBy(store, userId),
    store.memory.recall(["block_of", userId], () => idsUnder(store, prefixes.blocksOf(userId))),
  ]);
  return others.size === 0 ? mine : new Set([...mine, ...others]);
}

/** Whether one of two people has blocked the other. */
export const isBlockedBetween = async (store: Store, oneId: number, otherId: number): Promise<boolean> =>
  (await blockedWith(store, oneId)).has(otherId);

/** The two keys, either of which keeps two people apart; for a commit that must find neither. */
export const blockKeys = (oneId: number, otherId: number) =>
  [keys.block(oneId, otherId), keys.block(otherId, oneId)] as const;

async function idsUnder(store: Store, prefix: Deno.KvKey): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for await (const { key } of store.kv.list({ prefix }, { batchSize: 500 })) ids.add(Number(key[2]));
  return ids.size === 0 ? noIds : ids;
}

/** Shared by all who blocked nobody, which is nearly everybody. */
const noIds: ReadonlySet<number> = new Set();
