/** Blocks somebody, or takes a block back: in the store, then in the chat, then by the jobs that follow. */
import type { User } from "../../kv/accounts/users.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import type { Result } from "../../kv/store/refusals.ts";
import type { AppContext } from "../http/env.ts";
import { openChat } from "../live/chat_socket.ts";

/** Tells the chat even if nothing changed: a server that was killed in between could not tell it. */
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
