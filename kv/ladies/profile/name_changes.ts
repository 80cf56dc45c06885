/**
 * How often a man may change his first name: it is shown at once, to every lady who is online, and must not be a way to write
 * to them.
 */
import { man, userById } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { forgiveAttempt, limits, takeAttempt } from "../../store/limits.ts";
import type { Refusal } from "../../store/refusals.ts";

/** Does what may change a first name; counted if it is a man's and becomes another. Refuses `too_many_requests`. */
export async function countingNames<Changed extends { ok: boolean }>(
  store: Store,
  userId: number,
  firstname: string | undefined,
  change: () => Promise<Changed>,
): Promise<Changed | Refusal> {
  const user = firstname === undefined ? null : await userById(store, userId);
  if (user?.groupId !== man || user.firstname === firstname) return await change();
  const taken = await takeAttempt(store, limits.names, String(userId));
  if (!taken.ok) return taken;
  const changed = await change();
  if (!changed.ok) await forgiveAttempt(store, limits.names, String(userId));
  return changed;
}
