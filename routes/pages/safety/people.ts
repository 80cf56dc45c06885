/** The person whom a page about safety concerns: somebody of the other side of whom its reader may know. */
import { man, type User } from "../../../kv/accounts/users.ts";
import { isKnownTo } from "../../../kv/safety/known_people.ts";
import type { MemberContext } from "../../http/env.ts";
import { idOf } from "../../http/read_input.ts";
import { ladySide, type MailSide, manSide } from "../../letters/sides.ts";
import { type Partner, partnersOf } from "../mail/partners.ts";

export const sideOf = (user: User): MailSide => user.groupId === man ? manSide : ladySide;

/**
 * The person that the address names; null for one of whom the reader may not know: nobody learns names by counting up.
 * `mayKnow` is the rule of that page.
 */
export async function personOfAddress(c: MemberContext, mayKnow = isKnownTo): Promise<Partner | null> {
  const { user } = c.var.signedIn;
  const id = idOf(c.req.param("id"));
  if (id === null || !await mayKnow(c.var.deps.store, user, id)) return null;
  return (await partnersOf(c, sideOf(user), [id])).get(id) ?? null;
}
