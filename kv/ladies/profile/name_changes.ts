/**
 * How often a man may change his first name: it is shown at once, to every lady who is online, and must not be a way to write
 * to them.
 */
import { man, type User } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { addAttempt, limits } from "../../store/limits.ts";
import { type Refusal, refuse } from "../../store/refusals.ts";

/** Counts in the commit of an account that a man's first name becomes another in it. Refuses `too_many_requests`. */
export async function countNameChange(
  store: Store,
  op: Deno.AtomicOperation,
  before: User,
  next: User,
): Promise<Refusal | null> {
  if (before.groupId !== man || next.firstname === before.firstname) return null;
  const counted = await addAttempt(store, op, limits.names, String(before.id));
  if (counted.ok) return null;
  const { reason, retryAfterSeconds } = counted;
  return refuse(reason, { retryAfterSeconds, fields: { firstname: "name_changes" }, wording: "names" });
}
