/** Whether two people have nothing to do with each other any more: no letter comes, and none is told of. */
import { isSuspended, type User, usersByIds } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { contactStage } from "../safety/background/contact.ts";
import { blockKeys, isBlockedBetween } from "../safety/blocks.ts";
import { keys } from "../store/keys.ts";
import { type Refusal, refuse } from "../store/refusals.ts";
import type { KeptBack, Letter } from "./letter.ts";

/**
 * Why: one has left, is suspended or has blocked the other, or she has refused contact with him; null where nothing parts
 * the two.
 */
export async function whyParted(
  store: Store,
  { manId, ladyId }: Pick<Letter, "manId" | "ladyId">,
): Promise<KeptBack | null> {
  const people = await usersByIds(store, [manId, ladyId]);
  if (people.includes(null)) return "deleted";
  if (people.some((user) => user && isSuspended(user))) return "suspended";
  if (await isBlockedBetween(store, manId, ladyId)) return "blocked";
  return await contactStage(store, manId, ladyId) === "refused" ? "refused" : null;
}

/** What stands between an author and a reader, as one attempt of a commit read it. */
export interface WayToReader {
  /** In words for the author; null where nothing does. That she refused contact in this very moment is not looked for. */
  refusal: Refusal | null;
  /** Lets the commit hold only while its reader is there as before and has not blocked its author. */
  check: (op: Deno.AtomicOperation) => void;
}

/** A letter's commit is near the most checks: what its author does in the same moment is the author's own, and only read. */
export async function readWay(store: Store, authorId: number, readerId: number): Promise<WayToReader> {
  const [author, reader, own, others] = await store.kv.getMany<[User, User, number, number]>([
    keys.user(authorId),
    keys.user(readerId),
    ...blockKeys(authorId, readerId),
  ]);
  const isBlocked = own.value !== null || others.value !== null;
  return {
    refusal: !author.value || !reader.value
      ? refuse("not_found")
      : refusalBetween(author.value, reader.value, isBlocked),
    check: (op) => void op.check(reader, others),
  };
}

/** What keeps somebody from writing to another, whatever the words. */
export function refusalBetween(
  author: User | null | undefined,
  reader: User | null | undefined,
  isBlocked: boolean,
): Refusal | null {
  if (author && isSuspended(author)) return refuse("suspended");
  if (isBlocked) return refuse("blocked");
  return reader && isSuspended(reader) ? refuse("partner_suspended") : null;
}
