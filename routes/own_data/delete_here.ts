/** Deletes the account of the person who asks, from a page or by a call: limits attempts, and clears the cookies. */
import { deleteAccount, type Deletion } from "../../kv/accounts/deletions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { limits, takeAttempt } from "../../kv/store/limits.ts";
import type { Result } from "../../kv/store/refusals.ts";
import type { AppContext } from "../http/env.ts";
import { clearSessionCookies } from "../middleware/session.ts";

/** Refuses what `deleteAccount` refuses, and `too_many_requests` after ten wrong passwords in a quarter of an hour. */
export async function deleteHere(
  c: AppContext,
  user: User,
  wish: { password: string; wantsRefund: boolean },
): Promise<Result<{ deletion: Deletion }>> {
  const { deps, signedIn } = c.var;
  const taken = await takeAttempt(deps.store, limits.ownData, String(user.id));
  if (!taken.ok) return taken;
  const tokenHash = signedIn?.session.tokenHash;
  const deleted = await deleteAccount(deps.store, user.id, { ...wish, tokenHash });
  if (!deleted.ok) return deleted;
  deps.wakeJobs?.();
  clearSessionCookies(c);
  return deleted;
}
