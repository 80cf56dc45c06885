/** Deletes and restores letters from a page, and mutes who wrote one: the forms' answers, and the notice with its undo. */
import { Button } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { Notice } from "../../../../components/states.tsx";
import { man } from "../../../../kv/accounts/users.ts";
import { deleteLetter, restoreLetter } from "../../../../kv/letters/deletion.ts";
import { setIntroductionsMuted } from "../../../../kv/letters/introductions.ts";
import { deletedAtFor, homeBoxFor, type Letter, partnerIdFor } from "../../../../kv/letters/letter.ts";
import { letterOf } from "../../../../kv/letters/letters.ts";
import { threadBetween } from "../../../../kv/letters/boxes/threads.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import type { MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { localHref } from "../../../http/page.tsx";
import { idOf } from "../../../http/read_input.ts";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { boxPath, conversationPath, letterPath, type MailBox, type MailSide } from "../../../letters/sides.ts";
import type { Partner } from "../partners.ts";

/** The page from which a form came. */
interface From {
  side: MailSide;
  box: MailBox;
  letter: Letter;
  partner: Partner;
}

/** Answers a form of this kind; null for any other form. Refuses `not_found` for letters that are not between the two. */
export async function answerPutAway(
  c: MemberContext,
  from: From,
  form: Record<string, unknown>,
): Promise<Response | null> {
  if (form.action === "mute" || form.action === "unmute") return await mute(c, from, form.action === "mute");
  if (form.action !== "delete" && form.action !== "restore") return null;
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const letterId = idOf(String(form.letterId));
  const letter = letterId && await letterOf(store, me.id, letterId);
  if (!letter || partnerIdFor(letter, me.id) !== from.partner.id) return await answerRefusal(c, refuse("not_found"));
  const moved = await (form.action === "delete" ? deleteLetter : restoreLetter)(store, me.id, letter.id);
  if (!moved.ok) return await answerRefusal(c, moved);
  return form.action === "delete" ? await afterDeleting(c, from, letter) : afterRestoring(c, from, letter);
}

async function mute(c: MemberContext, { side, box, letter, partner }: From, isMuted: boolean): Promise<Response> {
  const me = c.var.signedIn.user;
  if (side.groupId !== man) return await answerRefusal(c, refuse("wrong_role"));
  const result = await setIntroductionsMuted(c.var.deps.store, me.id, partner.id, isMuted);
  if (!result.ok) return await answerRefusal(c, result);
  leaveFlash(c, "success", isMuted ? "mail:flash.muted" : "mail:flash.unmuted", { name: partner.name });
  return c.redirect(localHref(c.var.facts.prefix, letterPath(side, box, partner.id, letter.id)), 303);
}

/** Leads to the page from which the form came, or to what is left of it; the address names the letter for the undo. */
async function afterDeleting(c: MemberContext, { side, box, letter, partner }: From, gone: Letter): Promise<Response> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const here = await letterOf(store, me.id, letter.id);
  const thread = (await threadBetween(store, me.id, partner.id)).value;
  const nextId = here && deletedAtFor(here, me.id) === null ? here.id : thread?.lastLetterId ?? null;
  const path = nextId === null || box === "deleted"
    ? boxPath(side, box)
    : conversationPath(side, box, partner.id, nextId);
  return c.redirect(`${localHref(c.var.facts.prefix, path)}?deleted=${gone.id}`, 303);
}

function afterRestoring(c: MemberContext, { side, partner }: From, letter: Letter): Response {
  leaveFlash(c, "success", "mail:flash.restored");
  const home = homeBoxFor(letter, c.var.signedIn.user.id);
  return c.redirect(localHref(c.var.facts.prefix, letterPath(side, home, partner.id, letter.id)), 303);
}

/** The letter that the address names as just deleted; null if it is not, or no longer, deleted. */
export async function justDeleted(c: MemberContext): Promise<Letter | null> {
  const me = c.var.signedIn.user;
  const letterId = idOf(c.req.query("deleted"));
  const letter = letterId && await letterOf(c.var.deps.store, me.id, letterId);
  return letter && deletedAtFor(letter, me.id) !== null ? letter : null;
}

/** Says that a letter was deleted, for its reader alone, with a button to restore it. */
export function DeletedNotice({ side, letter }: { side: MailSide; letter: Letter }) {
  const { t, href, viewer } = usePage();
  const partnerId = partnerIdFor(letter, viewer!.id);
  return (
    <Notice tone="good" role="status">
      <div class="row">
        <p>{t("mail:delete.done")}</p>
        <form method="post" action={href(conversationPath(side, "deleted", partnerId, letter.id))}>
          <input type="hidden" name="action" value="restore" />
          <input type="hidden" name="letterId" value={letter.id} />
          <Button type="submit" tone="quiet" small icon="restore">{t("mail:delete.undo")}</Button>
        </form>
      </div>
    </Notice>
  );
}
