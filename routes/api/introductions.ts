/** Calls with which a man ends the introductions of one lady, or of all of them. */
import * as z from "zod";
import { setAcceptsIntroductions, setIntroductionsMuted } from "../../kv/introductions.ts";
import { userById } from "../../kv/users.ts";
import { flag, idField } from "../fields.ts";
import { defineCall } from "./define_call.ts";
import { selfOf, selfShape } from "./shapes.ts";

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
      const result = await setIntroductionsMuted(c.var.house.store, user.id, params.id, true);
      return result.ok ? { ok: true, answer: { mute: { userId: params.id } } } : result;
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/:id/mute",
    summary: "Introductions from this lady are welcome again",
    access: "men",
    params: idParam,
    handle: (c, { params, user }) => setIntroductionsMuted(c.var.house.store, user.id, params.id, false),
  }),
  defineCall({
    method: "patch",
    path: "/users",
    summary: "Change one's own record: whether ladies may write first",
    access: "men",
    body: z.object({ acceptsIntroductions: flag.unwrap() }).loose(),
    answer: z.object({ user: selfShape }),
    async handle(c, { body, user }) {
      const { store } = c.var.house;
      const result = await setAcceptsIntroductions(store, user.id, body.acceptsIntroductions);
      return result.ok ? { ok: true, answer: { user: await selfOf(c, (await userById(store, user.id))!) } } : result;
    },
  }),
];
