/** Lets a begun letter go, as its author said twice on the desk. */
import { discardLetterDraft } from "../../../../kv/letters/letter_drafts.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import type { MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { boxPath, idOf, type MailSide } from "../sides.ts";

export async function discardDraft(c: MemberContext, side: MailSide, body: Body): Promise<Response> {
  const partnerId = idOf(String(body.partnerId));
  if (body.action !== "discard" || partnerId === null) return await answerRefusal(c, refuse("malformed"));
  await discardLetterDraft(c.var.deps.store, c.var.signedIn.user.id, partnerId);
  leaveFlash(c, "success", "desk:drafts.gone");
  return c.redirect(localHref(c.var.facts.prefix, boxPath(side, "inbox")), 303);
}
