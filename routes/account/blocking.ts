/** Blocking somebody and taking it back: what the store keeps, what the chat is told, and what then follows. */
import type { User } from "../../kv/accounts/users.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import type { Result } from "../../kv/store/refusals.ts";
import type { AppContext } from "../http/env.ts";
import { openChat } from "../live/chat_socket.ts";

/** Tells the chat as well where nothing changed: a server that was killed in between had no time to. */
export async function changeBlock(
  c: AppContext,
  user: User,
  otherId: number,
  isBlocked: boolean,
): Promise<Result<object>> {
  const changed = await setBlocked(c.var.deps.store, user.id, otherId, isBlocked);
  if (!changed.ok) return changed;
  await (await openChat(c.var.deps)).blockChanged(user.id, otherId, isBlocked);
  if (isBlocked) c.var.deps.wakeJobs?.();
  return changed;
}
