/** Lets go of what lies on the desk: a draft, after its author has confirmed it, or the reminder of an empty profile. */
import { man } from "../../../../kv/accounts/users.ts";
import { endReminder } from "../../../../kv/ladies/first_questions.ts";
import { discardLetterDraft } from "../../../../kv/letters/letter_drafts.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import type { MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { localHref } from "../../../http/page.tsx";
import { type Body, idOf } from "../../../http/read_input.ts";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { boxPath, type MailSide } from "../../../letters/sides.ts";

export async function letGo(c: MemberContext, side: MailSide, body: Body): Promise<Response> {
  const { deps: { store }, facts: { prefix }, signedIn: { user } } = c.var;
  if (body.action === "letGo" && side.groupId === man) {
    const ended = await endReminder(store, user.id);
    if (!ended.ok) return await answerRefusal(c, ended);
    return c.redirect(localHref(prefix, boxPath(side, "inbox")), 303);
  }
  const partnerId = idOf(String(body.partnerId));
  if (body.action !== "discard" || partnerId === null) return await answerRefusal(c, refuse("malformed"));
  await discardLetterDraft(store, user.id, partnerId);
  leaveFlash(c, "success", "desk:drafts.gone");
  return c.redirect(`${localHref(prefix, boxPath(side, "inbox"))}#desk-drafts`, 303);
}
