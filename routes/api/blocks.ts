/** Calls with which a man and a lady keep out of each other's way: no letters, no chat, and neither sees the other online. */
import * as z from "zod";
import { setBlocked } from "../../kv/blocks.ts";
import type { Result } from "../../kv/refusals.ts";
import type { User } from "../../kv/users.ts";
import type { AppContext } from "../env.ts";
import { idField } from "../fields.ts";
import { openChat } from "../live/chat_socket.ts";
import { defineCall } from "./define_call.ts";

const idParam = z.object({ id: idField });

export const blockCalls = [
  defineCall({
    method: "post",
    path: "/users/:id/block",
    summary: "Block somebody: an open chat ends, and what either tries with the other is refused",
    access: "members",
    params: idParam,
    answer: z.object({ block: z.object({ userId: z.number() }) }),
    async handle(c, { params, user }) {
      const result = await change(c, user, params.id, true);
      return result.ok ? { ok: true, answer: { block: { userId: params.id } } } : result;
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/:id/block",
    summary: "Take one's own block back; the other's stays",
    access: "members",
    params: idParam,
    handle: (c, { params, user }) => change(c, user, params.id, false),
  }),
];

/** Tells the chat as well where nothing changed: a server that was killed in between had no time to. */
async function change(c: AppContext, user: User, otherId: number, isBlocked: boolean): Promise<Result<object>> {
  const changed = await setBlocked(c.var.house.store, user.id, otherId, isBlocked);
  if (changed.ok) await (await openChat(c.var.house)).apartChanged(user.id, otherId, isBlocked);
  return changed;
}
