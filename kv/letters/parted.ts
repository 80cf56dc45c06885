/** Whether two people are parted: then no letter comes from one to the other, and neither is told of one. */
import { isSuspended, type User, usersByIds } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { contactStage } from "../safety/background/contact.ts";
import { blockKeys, isBlockedBetween } from "../safety/blocks.ts";
import { keys } from "../store/keys.ts";
import { type Refusal, refuse } from "../store/refusals.ts";
import type { KeptBack, Letter } from "./letter.ts";

/**
 * Why two people are parted: one has left, is suspended or has blocked the other, or she has refused contact with him;
 * null if nothing parts them.
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
  /** Null if there is no such account. */
  reader: User | null;
  /** The refusal for the author; null if there is none. Whether she has refused contact just now is not looked at. */
  refusal: Refusal | null;
  /** Makes the commit fail if the reader's account has changed since this was read, or the reader has blocked the author. */
  check: (op: Deno.AtomicOperation) => void;
}

/** The author's own account and block are read but not checked: a letter's commit has almost as many checks as it may. */
export async function readWay(store: Store, authorId: number, readerId: number): Promise<WayToReader> {
  const [author, reader, own, others] = await store.kv.getMany<[User, User, number, number]>([
    keys.user(authorId),
    keys.user(readerId),
    ...blockKeys(authorId, readerId),
  ]);
  const isBlocked = own.value !== null || others.value !== null;
  return {
    reader: reader.value,
    refusal: !author.value || !reader.value
      ? refuse("not_found")
      : refusalBetween(author.value, reader.value, isBlocked),
    check: (op) => void op.check(reader, others),
  };
}

/** The refusal that keeps somebody from writing to another, whatever the letter says; null for none. */
export function refusalBetween(
  author: User | null | undefined,
  reader: User | null | undefined,
  isBlocked: boolean,
): Refusal | null {
  if (author && isSuspended(author)) return refuse("suspended");
  if (isBlocked) return refuse("blocked");
  return reader && isSuspended(reader) ? refuse("partner_suspended") : null;
}
