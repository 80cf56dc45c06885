/** Calls with which a man ends the introductions of one lady, or of all of them. */
import * as z from "zod";
import { setAcceptsIntroductions, setIntroductionsMuted } from "../../kv/introductions.ts";
import { readableLanguages, type Reading, setReading } from "../../kv/lady_reading.ts";
import type { Store } from "../../kv/open.ts";
import { refuse, type Result } from "../../kv/refusals.ts";
import { lady, man, type User, userById } from "../../kv/users.ts";
import { flag, idField } from "../fields.ts";
import { defineCall } from "./define_call.ts";
import { selfOf, selfShape } from "./shapes.ts";

/** A wish that may be left out. */
const wish = flag.unwrap().optional();
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
    summary: "Change one's own record: a man, whether ladies may write first; a lady, how she reads letters",
    access: "members",
    body: z.object({
      acceptsIntroductions: wish,
      wantsTranslation: wish.describe("Whether letters in other languages are put into Russian for her"),
      readsLanguages: z.array(z.enum(readableLanguages, "wrong_value")).optional(),
    }).loose(),
    answer: z.object({ user: selfShape }),
    async handle(c, { body, user }) {
      const { store } = c.var.house;
      const result = await changeOwn(store, user, body);
      return result.ok ? { ok: true, answer: { user: await selfOf(c, (await userById(store, user.id))!) } } : result;
    },
  }),
];

/** Each of the two has wishes of her or his own; a call without any of them is a mistake. */
async function changeOwn(
  store: Store,
  user: User,
  { acceptsIntroductions, wantsTranslation, readsLanguages }: Partial<Reading> & { acceptsIntroductions?: boolean },
): Promise<Result<object>> {
  const reads = wantsTranslation !== undefined || readsLanguages !== undefined;
  if (user.groupId === lady && reads) return await setReading(store, user.id, { wantsTranslation, readsLanguages });
  if (user.groupId === man && acceptsIntroductions !== undefined) {
    return await setAcceptsIntroductions(store, user.id, acceptsIntroductions);
  }
  if (reads || acceptsIntroductions !== undefined) return refuse("wrong_role");
  const field = user.groupId === lady ? "wantsTranslation" : "acceptsIntroductions";
  return refuse("invalid", { fields: { [field]: "required" } });
}
