/** What both pages with a composer need: whether and how the writer may write, and the answer to a sent form. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { LetterComposerProps } from "../../../islands/letter_composer/island.tsx";
import { refusals } from "../../../kv/store/refusals.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { composerOf, failureOf } from "./composer.ts";
import { mayWrite } from "./may_write.ts";
import type { Partner } from "./partners.ts";
import { type Spendable, spendableOf } from "./spendable.ts";
import type { SendFailure, SendOutcome } from "./send_form.ts";
import { letterPath, type MailBox, type MailSide } from "./sides.ts";

export interface Writing {
  /** False for a lady whose profile is being reviewed. */
  isAllowed: boolean;
  composer: LetterComposerProps | null;
  spendable: Spendable | null;
}

export async function writingOf(
  c: MemberContext,
  side: MailSide,
  partner: Partner,
  path: string,
  failed: SendFailure | null,
): Promise<Writing> {
  const [isAllowed, spendable] = await Promise.all([mayWrite(c), spendableOf(c)]);
  // What was just written is shown again even where it could not be sent: nothing is lost.
  const hasComposer = (isAllowed && partner.canReceive) || failed !== null;
  return {
    isAllowed,
    spendable,
    composer: hasComposer ? await composerOf(c, side, partner, spendable, path, failed) : null,
  };
}

/** At which rate the money of a page is: said once below them all. Null where nothing costs anything. */
export const rateNoteOf = ({ spendable }: Writing): string | null => spendable && spendable.inMoney.shortNote;

/** Whether the island asks: it wants data and stays on its page. */
const isScript = (c: AppContext): boolean => (c.req.header("accept") ?? "").includes("application/json");

/** The letter is on its way: to its place in the conversation, with a word about what remains. */
export function answerSent(
  c: AppContext,
  side: MailSide,
  box: MailBox,
  partner: Partner,
  sent: SendOutcome & { ok: true },
): Response {
  const { t, prefix } = c.var.facts;
  const values = { name: partner.name };
  const isHeld = sent.letter.deliveredAt === null;
  if (sent.balanceCredits === null) {
    leaveFlash(c, "success", isHeld ? "translation:sent.held" : "mail:flash.sent", values);
  } else {
    const credits = t("common:credits", { count: sent.balanceCredits });
    leaveFlash(c, "success", isHeld ? "translation:sent.heldPaid" : "mail:flash.sentPaid", { ...values, credits });
  }
  const to = localHref(prefix, letterPath(side, box, partner.id, sent.letter.id));
  return isScript(c) ? c.json({ to }) : c.redirect(to, 303);
}

/** A refused letter: data for the island, else the page again with everything that was written. */
export async function answerRefused(
  c: AppContext,
  side: MailSide,
  partner: Partner,
  failed: SendFailure,
  showPage: (status: ContentfulStatusCode) => Promise<Response>,
): Promise<Response> {
  const { reason } = failed.refusal;
  const status: ContentfulStatusCode = refusals[reason];
  if (!isScript(c)) return await showPage(status);
  const failure = await failureOf(c, side, partner, failed);
  return c.json({ message: failure.message, code: reason, failure, sendKey: failed.sendKey }, status);
}
