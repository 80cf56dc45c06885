/** Staff accounts, for the operator's own command: the list, and one wish at a time. */
import type { Hono, MiddlewareHandler } from "hono";
import * as z from "zod";
import {
  addStaff,
  removeStaff,
  resetFactor,
  type StaffGroup,
  staffGroups,
  staffList,
  staffNameLengthMax,
} from "../../kv/accounts/staff.ts";
import { readableLanguages } from "../../kv/accounts/languages.ts";
import { refusals } from "../../kv/store/refusals.ts";
import { staffPath } from "../../services/operator_paths.ts";
import type { AppEnv, Dependencies } from "../http/env.ts";
import { emailField, requiredLine } from "../http/fields.ts";

const wishes = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("add"),
    email: emailField,
    group: z.enum(Object.keys(staffGroups) as [StaffGroup, ...StaffGroup[]]),
    name: requiredLine(staffNameLengthMax),
    /** "uk,en" of the command, or a list of codes. */
    languages: z.preprocess(
      (told) => typeof told === "string" ? told.split(",").map((each) => each.trim()).filter(Boolean) : told,
      z.array(z.enum(readableLanguages)),
    ).optional(),
  }),
  z.object({ action: z.literal("reset-factor"), email: emailField }),
  z.object({ action: z.literal("remove"), email: emailField }),
]);
export type StaffWish = z.infer<typeof wishes>;

/** `operatorsOnly` keeps everybody else out. */
export function mountStaffOffice(
  app: Hono<AppEnv>,
  deps: Dependencies,
  operatorsOnly: MiddlewareHandler<AppEnv>,
): void {
  const { store, config } = deps;
  // The server knows its address; the environment of a command may not.
  const site = config.english.url ?? config.chinese.url;
  app.get(staffPath, operatorsOnly, async (c) => c.json({ staff: await staffList(store) }));
  app.post(staffPath, operatorsOnly, async (c) => {
    const wish = readStaffWish(await c.req.json().catch(() => null));
    if (!wish) return c.json({ code: "invalid" }, 422);
    const done = await carryOut(store, wish);
    return done.ok ? c.json({ ...done, site }) : c.json({ code: done.reason }, refusals[done.reason] as 404);
  });
}

/** The wish of the command, read by the same schema with and without a server; null if it is none. */
export function readStaffWish(told: unknown): StaffWish | null {
  const read = wishes.safeParse(told);
  return read.success ? read.data : null;
}

/** Does what is wished; refuses what the nouns refuse (kv/accounts/staff.ts). */
export function carryOut(store: Dependencies["store"], wish: StaffWish) {
  if (wish.action === "add") return addStaff(store, wish);
  return wish.action === "remove" ? removeStaff(store, wish.email) : resetFactor(store, wish.email);
}
