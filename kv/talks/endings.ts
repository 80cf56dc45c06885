/**
 * Times to talk that end because the two may no longer talk: one has blocked the other, is suspended, is out of sight or has
 * left, or he came to be asked for his background. Whoever waits for an agreed time is told that it will not take place, but
 * not why; of a proposal nobody is told.
 */
import { lady, userById } from "../accounts/users.ts";
import { partnerIn } from "../chats/pairs.ts";
import { publishedLadyById } from "../ladies/ladies.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { listKeys } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import { talkCommit, talksOf } from "./kept_talks.ts";
import { calledOff, isStanding, type Talk } from "./talk.ts";
import { mayTalk } from "./talks.ts";
import { tellFallenThrough, tellOfTalk } from "./telling.ts";

/** Ends the standing talks of somebody with another, or with everybody (null), unless the two may talk again by now. */
export const endTalks = (store: Store, userId: number, otherId: number | null): Promise<void> =>
  endEach(store, userId, otherId, async (op, talk) => {
    if (talk.state === "agreed") await tellOfTalk(store, op, talk, partnerIn(talk, userId), "called_off");
  });

/** Ends the standing talks of a man with ladies with whom he may no longer be in contact; both hear of agreed ones. */
export const endTalksWithoutContact = (store: Store, manId: number): Promise<void> =>
  endEach(store, manId, null, (op, talk) => tellFallenThrough(store, op, talk));

/** Calls off each standing talk that the two may no longer have; `tell` adds who hears of it, from the talk as it stood. */
async function endEach(
  store: Store,
  userId: number,
  otherId: number | null,
  tell: (op: Deno.AtomicOperation, before: Talk) => Promise<void>,
): Promise<void> {
  const user = await userById(store, userId);
  if (!user) return;
  for (const { manId, ladyId } of await talksOf(store, userId, user.groupId !== lady)) {
    if (otherId !== null && otherId !== manId && otherId !== ladyId) continue;
    await transact<void>(async () => {
      const entry = await store.kv.get<Talk>(keys.talk(manId, ladyId));
      const before = entry.value;
      if (!before || !isStanding(before, store.now())) return { done: undefined };
      if ((await mayTalk(store, manId, ladyId)).ok) return { done: undefined };
      const op = talkCommit(store, calledOff(before, store.now()), entry);
      await tell(op, before);
      return { commit: op, result: undefined };
    });
  }
}

/** Ends the standing talks of a lady who is out of sight; does nothing if she is back. */
export async function endTalksOfHidden(store: Store, ladyId: number): Promise<void> {
  if (!await publishedLadyById(store, ladyId)) await endTalks(store, ladyId, null);
}

/** Erases all talks of somebody whose account is gone; the partner in an agreed one that still stands is told. */
export async function eraseTalks(store: Store, userId: number, isMan: boolean): Promise<void> {
  // Read from the store itself: a talk that another process has just agreed on must go too, and the other be told.
  for (const key of await listKeys(store, prefixes.talksOf(userId))) {
    const partnerId = Number(key[2]);
    const [manId, ladyId] = isMan ? [userId, partnerId] : [partnerId, userId];
    await transact<void>(async () => {
      const entry = await store.kv.get<Talk>(keys.talk(manId, ladyId));
      const talk = entry.value;
      if (!talk) return { done: undefined };
      const op = store.kv.atomic().check(entry).delete(entry.key)
        .delete(keys.talkOf(manId, ladyId)).delete(keys.talkOf(ladyId, manId));
      const isAwaited = talk.state === "agreed" && isStanding(talk, store.now());
      if (isAwaited) await tellOfTalk(store, op, talk, partnerId, "called_off");
      return { commit: op, result: undefined };
    });
  }
}
