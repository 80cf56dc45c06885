/** Calls with which a man mutes the introductions of one lady; all ladies' he mutes in his own record (men.ts). */
import * as z from "zod";
import { setIntroductionsMuted } from "../../../kv/letters/introductions.ts";
import { idField } from "../../http/fields.ts";
import { defineCall } from "../describing/call.ts";

const idParam = z.object({ id: idField });

export const introductionCalls = [
  defineCall({
    method: "post",
    path: "/users/:id/mute",
    summary: "No more introductions from this lady",
    access: "men",
    params: idParam,
    answer: z.object({ mute: z.object({ userId: z.number() }) }),
    async handle(c, { params, user }) {
      const result = await setIntroductionsMuted(c.var.deps.store, user.id, params.id, true);
      return result.ok ? { ok: true, answer: { mute: { userId: params.id } } } : result;
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/:id/mute",
    summary: "Introductions from this lady are welcome again",
    access: "men",
    params: idParam,
    handle: (c, { params, user }) => setIntroductionsMuted(c.var.deps.store, user.id, params.id, false),
  }),
];
