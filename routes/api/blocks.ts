/** Calls with which a man and a lady keep out of each other's way: no letters, no chat, and neither sees the other. */
import * as z from "zod";
import type { User } from "../../kv/accounts/users.ts";
import { isKnownTo, mayUnblock } from "../../kv/safety/known_people.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { changeBlock } from "../account/blocking.ts";
import type { AppContext } from "../http/env.ts";
import { idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

const idParam = z.object({ id: idField });

export const blockCalls = [
  defineCall({
    method: "post",
    path: "/users/:id/block",
    summary: "Block somebody: an open chat ends, and what either tries with the other is refused",
    access: "correspondents",
    refuses: ["too_many_blocks"],
    params: idParam,
    answer: z.object({ block: z.object({ userId: z.number() }) }),
    async handle(c, { params, user }) {
      const result = await changeBlockOfKnown(c, user, params.id, true);
      return result.ok ? { ok: true, answer: { block: { userId: params.id } } } : result;
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/:id/block",
    summary: "Take one's own block back; the other's stays",
    access: "correspondents",
    params: idParam,
    handle: (c, { params, user }) => changeBlockOfKnown(c, user, params.id, false),
  }),
];

/**
 * The list of blocked people shows names, and whom one has blocked is known: nobody is put on it by a guessed id, or learns
 * by taking a block back that somebody is there.
 */
async function changeBlockOfKnown(c: AppContext, user: User, otherId: number, isBlocked: boolean) {
  const mayChange = isBlocked ? isKnownTo : mayUnblock;
  return await mayChange(c.var.deps.store, user, otherId)
    ? await changeBlock(c, user, otherId, isBlocked)
    : refuse("not_found");
}
