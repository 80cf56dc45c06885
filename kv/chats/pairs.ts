/** A man and a lady who may talk: who of two people is which, and whether both may chat at all. */
import { isSuspended, lady, man, type User, userById } from "../accounts/users.ts";
import { publishedLadyById } from "../ladies/ladies.ts";
import type { Store } from "../open.ts";
import { refuse, type Result } from "../store/refusals.ts";

export interface Pair {
  manId: number;
  ladyId: number;
}

export type Side = "man" | "lady";

export const sideOf = (pair: Pair, userId: number): Side => pair.manId === userId ? "man" : "lady";
export const idOfSide = (pair: Pair, side: Side): number => side === "man" ? pair.manId : pair.ladyId;
export const otherSide = (side: Side): Side => side === "man" ? "lady" : "man";
export const partnerIn = (pair: Pair, userId: number): number => pair.manId === userId ? pair.ladyId : pair.manId;
/** The pair of one person, who is the man or not, and another, whatever has become of that one. */
export const pairOfSides = (isMan: boolean, ownId: number, otherId: number): Pair =>
  isMan ? { manId: ownId, ladyId: otherId } : { manId: otherId, ladyId: ownId };
/** The same for a member whose account is at hand. */
export const pairWith = ({ id, groupId }: Pick<User, "id" | "groupId">, otherId: number): Pair =>
  pairOfSides(groupId === man, id, otherId);
export const isOfPair = (pair: Pair, userId: number): boolean => pair.manId === userId || pair.ladyId === userId;

/** Whether somebody may chat: a man, or a lady whose profile is published (design, section 4); nobody suspended. */
export async function mayChat(store: Store, user: User): Promise<boolean> {
  if (isSuspended(user)) return false;
  if (user.groupId === man) return true;
  return user.groupId === lady && await publishedLadyById(store, user.id) !== null;
}

/**
 * The pair of two people. Refuses `not_found` if either may not chat, or both are men, whose numbers are to each other like
 * nobody's (known_people.ts); and `forbidden` if both are ladies, or the same person.
 */
export async function pairOf(store: Store, userId: number, otherId: number): Promise<Result<{ pair: Pair }>> {
  const [user, other] = await Promise.all([userById(store, userId), userById(store, otherId)]);
  if (!user || !other || !await mayChat(store, user) || !await mayChat(store, other)) return refuse("not_found");
  if (user.groupId === other.groupId) {
    return refuse(other.groupId === lady || userId === otherId ? "forbidden" : "not_found");
  }
  return { ok: true, pair: pairWith(user, otherId) };
}
