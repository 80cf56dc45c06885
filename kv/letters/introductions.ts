/**
 * Introductions: whom a lady may write to first, how often a day, and how a man ends them, for all ladies or for one. Once
 * he has written, or a letter of hers has come to him, none of this touches their dialogue any more.
 */
import { dateOf, dayMs, secondsLeftOfDay } from "../store/days.ts";
import { newestAccounts } from "../accounts/newest_accounts.ts";
import { isSuspended, lady, man, type User, userById } from "../accounts/users.ts";
import { admirersOf } from "../ladies/favourites.ts";
import { visitsOf } from "../ladies/visits.ts";
import type { Store } from "../open.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { isKnownTo } from "../safety/known_people.ts";
import { changeRecord, transact } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { type Act, noteDone, wasJustDone } from "../store/just_done.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { isBegunBetween } from "./boxes/dialogues.ts";

export const introductionsPerDay = 20;

export const acceptsIntroductions = (user: Pick<User, "acceptsIntroductions">): boolean =>
  user.acceptsIntroductions ?? true;

/** Whether and since when a man wants no introductions of a lady, for a commit to check beside his account. */
export const readMute = (store: Store, manId: number, ladyId: number): Promise<Deno.KvEntryMaybe<number>> =>
  store.kv.get<number>(keys.introductionMute(manId, ladyId));

/** Whether a man takes introductions of the lady of a mute. */
export const isWished = (user: User | null, { value }: Deno.KvEntryMaybe<number>): boolean =>
  value === null && (user === null || acceptsIntroductions(user));

/**
 * Claims the way to a man for a letter that may be the first of hers that comes to him; the commit that sends it fails if
 * he mutes her meanwhile. `his` is his account, which the commit must check. A letter that begins their dialogue is counted
 * as an introduction. Refuses `introductions_muted` if he wants none at all or none of hers, and `too_many_introductions`.
 */
export async function claimFirstLetter(
  store: Store,
  op: Deno.AtomicOperation,
  { ladyId, manId, his, isIntroduction }: { ladyId: number; manId: number; his: User | null; isIntroduction: boolean },
): Promise<Refusal | void> {
  const [mute, count] = await Promise.all([
    readMute(store, manId, ladyId),
    isIntroduction ? store.kv.get<number>(keys.introductionsOfDay(ladyId, dateOf(store.now()))) : null,
  ]);
  if (!isWished(his, mute)) return refuse("introductions_muted");
  op.check(mute);
  if (!count) return;
  if ((count.value ?? 0) >= introductionsPerDay) {
    return refuse("too_many_introductions", { retryAfterSeconds: secondsLeftOfDay(store.now()) });
  }
  op.check(count).set(count.key, (count.value ?? 0) + 1, { expireIn: 2 * dayMs });
}

/** Whether a lady's first letter would reach this man. */
export async function takesIntroductionsOf(store: Store, manId: number, ladyId: number): Promise<boolean> {
  const [user, mute] = await Promise.all([userById(store, manId), readMute(store, manId, ladyId)]);
  return isWished(user, mute);
}

/** How many introductions a lady may still write today, in UTC. */
export async function introductionsLeft(store: Store, ladyId: number): Promise<number> {
  const day = dateOf(store.now());
  const read = async () => [(await store.kv.get<number>(keys.introductionsOfDay(ladyId, day))).value];
  const [count] = await store.memory.recallParts(["introductions_of_day", ladyId], [day], read);
  return Math.max(0, introductionsPerDay - (count ?? 0));
}

/**
 * Switches a man's introductions on or off; those that wait for a translator go back to their authors. Refuses `not_found`
 * where there is nobody of that id.
 */
export function setAcceptsIntroductions(store: Store, manId: number, accepts: boolean): Promise<Result<object>> {
  return changeRecord<User>(store, keys.user(manId), (user, op) => {
    if (acceptsIntroductions(user) === accepts) return user;
    const next = { ...user, acceptsIntroductions: accepts };
    addIntroductionsEnd(store, op, user, next);
    return next;
  });
}

/** Adds to the commit that changes a man's account, if it ends introductions, that those that wait go back. */
export function addIntroductionsEnd(store: Store, op: Deno.AtomicOperation, before: User, next: User): void {
  const isEnd = acceptsIntroductions(before) && !acceptsIntroductions(next);
  if (isEnd) addJob(store, op, { kind: "keep_letters_back", userId: next.id, otherId: null });
}

/**
 * Ends the introductions of one lady, so that what of hers waits for a translator goes back to her, or allows them again.
 * Refuses `not_found` for somebody who is no lady, and for one of whom he may not know and whom he has not muted: the list
 * of muted ladies shows names.
 */
export async function setIntroductionsMuted(
  store: Store,
  manId: number,
  ladyId: number,
  isMuted: boolean,
): Promise<Result<object>> {
  const [his, hers, isKnown] = await Promise.all([
    userById(store, manId),
    userById(store, ladyId),
    isKnownTo(store, { id: manId, groupId: man }, ladyId),
  ]);
  if (his?.groupId !== man || hers?.groupId !== lady) return refuse("not_found");
  const unmuted: Act = ["unmuted", manId, ladyId];
  return await transact<Result<object>>(async () => {
    const mute = await store.kv.get<number>(keys.introductionMute(manId, ladyId));
    if (mute.value === null && !isKnown) {
      // The second press of what undid the mute by which alone he knew her.
      const isRepeat = !isMuted && await wasJustDone(store, unmuted);
      return { done: isRepeat ? { ok: true } : refuse("not_found") };
    }
    if ((mute.value !== null) === isMuted) return { done: { ok: true } };
    const op = store.kv.atomic().check(mute);
    if (isMuted) {
      op.set(mute.key, store.now());
      addJob(store, op, { kind: "keep_letters_back", userId: manId, otherId: ladyId });
    } else {
      op.delete(mute.key);
      noteDone(store, op, { act: unmuted, told: { userId: manId } });
    }
    return { commit: op, result: { ok: true } };
  });
}

/** The ladies whose introductions a man has ended one by one, by id. */
export const mutedLadies = (store: Store, manId: number): Promise<ReadonlySet<number>> =>
  store.memory.recall(["introduction_mute", manId], async () => {
    const found = new Set<number>();
    for await (const { key } of store.kv.list({ prefix: prefixes.introductionMutes(manId) })) found.add(Number(key[2]));
    return found;
  });

/** A man to whom a lady may write first, and why he is named. */
export interface Suggestion {
  user: User;
  reason: "visited" | "favoured" | "joined";
  /** When what the reason says happened, ms since the epoch. */
  at: number;
}

type Found = Omit<Suggestion, "user"> & { manId: number };

/** Where suggestions come from, each newest first. */
const sources: ((store: Store, ladyId: number) => AsyncGenerator<Found>)[] = [visitors, admirers];

async function* visitors(store: Store, ladyId: number): AsyncGenerator<Found> {
  for await (const { manId, at } of visitsOf(store, ladyId)) yield { manId, at, reason: "visited" };
}

async function* admirers(store: Store, ladyId: number): AsyncGenerator<Found> {
  for await (const { manId, at } of admirersOf(store, ladyId)) yield { manId, at, reason: "favoured" };
}

/** Whom a lady may write to first (design, section 4): the `limit` latest, each man once, for his latest reason. */
export async function whoToWriteTo(store: Store, ladyId: number, limit: number): Promise<Suggestion[]> {
  const found = await Promise.all(sources.map((source) => reachableOf(store, source(store, ladyId), ladyId, limit)));
  const suggestions = new Map<number, Suggestion>();
  for (const suggestion of found.flat()) {
    const known = suggestions.get(suggestion.user.id);
    if (!known || known.at <= suggestion.at) suggestions.set(suggestion.user.id, suggestion);
  }
  return [...suggestions.values()].sort((one, other) => other.at - one.at).slice(0, limit);
}

/** Whoever joined within so many days is new. */
export const newcomerDays = 90;

/** For a lady of whom nobody knows yet: men who joined lately and whom her letter would reach, the newest first. */
export const newcomersFor = (store: Store, ladyId: number, limit: number): Promise<Suggestion[]> =>
  reachableOf(store, newcomers(store), ladyId, limit);

async function* newcomers(store: Store): AsyncGenerator<Found> {
  const since = store.now() - newcomerDays * dayMs;
  for (const { id, groupId, confirmedAt } of await newestAccounts(store)) {
    if (groupId === man && confirmedAt >= since) yield { manId: id, at: confirmedAt, reason: "joined" };
  }
}

/** The first men of a source whom her letter would reach. */
async function reachableOf(
  store: Store,
  source: AsyncIterable<Found>,
  ladyId: number,
  limit: number,
): Promise<Suggestion[]> {
  const found: Suggestion[] = [];
  for await (const some of inGroups(source, limit)) {
    const users = await Promise.all(some.map(({ manId }) => reachable(store, manId, ladyId)));
    found.push(...some.flatMap(({ reason, at }, position) => {
      const user = users[position];
      return user ? [{ user, reason, at }] : [];
    }));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Groups of `size`, and at the end a group of those that are left. */
async function* inGroups<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const each of all) {
    if (group.push(each) < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** The man, if her letter would be an introduction and would reach him. */
async function reachable(store: Store, manId: number, ladyId: number): Promise<User | null> {
  const [user, isBegun] = await Promise.all([openTo(store, manId, ladyId), isBegunBetween(store, manId, ladyId)]);
  return isBegun ? null : user;
}

/** The man, if a lady may hear of his visits and of his favour: he takes introductions of hers, and nothing parts them. */
export async function openTo(store: Store, manId: number, ladyId: number): Promise<User | null> {
  const [isBlocked, user, muted] = await Promise.all([
    isBlockedBetween(store, ladyId, manId),
    userById(store, manId),
    mutedLadies(store, manId),
  ]);
  const isOpen = user?.groupId === man && !isSuspended(user) && acceptsIntroductions(user) && !muted.has(ladyId);
  return isOpen && !isBlocked ? user : null;
}
