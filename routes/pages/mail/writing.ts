/** What both pages with a composer need: whether and how the writer may write, and the answer to a sent form. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { LetterComposerProps } from "../../../islands/letter_composer/island.tsx";
import { refusals } from "../../../kv/store/refusals.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { letterPath, type MailBox, type MailSide } from "../../letters/sides.ts";
import { composerOf, failureOf } from "./composer.ts";
import { mayWrite } from "./may_write.ts";
import type { Partner } from "./partners.ts";
import { type Spendable, spendableOf } from "./spendable.ts";
import type { SendFailure, SendOutcome } from "./send_form.ts";

export interface Writing {
  /** False for a lady whose profile is not shown; see `mayWrite`. */
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
  // What was just written is shown again even if it cannot be sent: nothing is lost.
  const hasComposer = (isAllowed && partner.canReceive) || failed !== null;
  return {
    isAllowed,
    spendable,
    composer: hasComposer ? await composerOf(c, side, partner, spendable, path, failed) : null,
  };
}

/** The note on the rate of all prices of a page, which stands once below them; null if nothing has a price. */
export const rateNoteOf = ({ spendable }: Writing): string | null => spendable && spendable.inMoney.shortNote;

/** Whether the island has sent the form: it wants data and stays on its page. */
const isScript = (c: AppContext): boolean => (c.req.header("accept") ?? "").includes("application/json");

/** Answers a form whose letter was sent: leads to its place in the conversation, with a flash about what credits remain. */
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

/** Answers a form whose letter was refused: data for the island, otherwise the page with everything that was written. */
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
