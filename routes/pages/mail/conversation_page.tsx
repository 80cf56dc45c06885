/** A conversation: the letters between two people around one of them, opening sealed ones, answering. */
import { askForTranslation } from "../../../kv/letters/translating/asked_translations.ts";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { formatNumber } from "../../../i18n/format.ts";
import { man } from "../../../kv/accounts/users.ts";
import { mutedLadies } from "../../../kv/letters/introductions.ts";
import { deletedAtFor, homeBoxFor, isLocked, type Letter } from "../../../kv/letters/letter.ts";
import { letterDraftsOf } from "../../../kv/letters/letter_drafts.ts";
import { letterOf } from "../../../kv/letters/letters.ts";
import { openLetter } from "../../../kv/letters/opening.ts";
import { placesInThread, threadsWith } from "../../../kv/letters/boxes/threads.ts";
import { placeOfText } from "../../../kv/store/listing/cursors.ts";
import { type Refusal, refusals, refuse } from "../../../kv/store/refusals.ts";
import type { KeptViews } from "../../cache/kept_views.tsx";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { hasFlash, leaveFlash } from "../../http/flash.ts";
import { answerPage, expectFrame, localHref } from "../../http/page.tsx";
import { type Body, idOf } from "../../http/read_input.ts";
import { answerRefusal, messageOf } from "../../http/refusal_answer.tsx";
import { boxPath, conversationPath, letterPath, type MailBox, type MailSide } from "../../letters/sides.ts";
import { boxQueryOf } from "./boxes/box_query.ts";
import { rowsOfBox } from "./boxes/box_rows.tsx";
import { remainsOf, wayOutOf, wayToPay, whyNotPayable } from "./composer.ts";
import { DialogueView, Letters, Write } from "./dialogue_view.tsx";
import { MailView } from "./mail_view.tsx";
import { type Partner, partnerIdOf, partnersOf } from "./partners.ts";
import { canPay, type Spendable, spendableOf } from "./spendable.ts";
import { answerPutAway, DeletedNotice, justDeleted } from "./boxes/put_away.tsx";
import { type SendFailure, sendFromForm } from "./send_form.ts";
import { readersTalks, talkLineOf } from "./talk/talk_lines.ts";
import { letterAlone, threadAround } from "./thread.ts";
import type { Opening } from "./thread_letter.tsx";
import { answerRefused, answerSent, rateNoteOf, writingOf } from "./writing.ts";

export const conversationPage = (side: MailSide, box: MailBox): PageDefinition => ({
  paths: [`${boxPath(side, box)}/conversation/:recipientId/:letterId`],
  access: side.access,
  get: (c) => answerConversation(c, side, box, (asked) => elsewhere(c, asked) ?? showConversation(c, asked)),
  post: (c, body) => answerConversation(c, side, box, (asked) => act(c, asked, body)),
});

/** What the address asks for, known to exist and to be the reader's own. */
interface Asked {
  side: MailSide;
  box: MailBox;
  letter: Letter;
  partner: Partner;
}

async function answerConversation(
  c: MemberContext,
  side: MailSide,
  box: MailBox,
  answer: (asked: Asked) => Response | Promise<Response>,
): Promise<Response> {
  const wantedId = idOf(c.req.param("recipientId"));
  if (wantedId) expectConversation(c, side, box, wantedId);
  const letter = await ownLetter(c, side, idOf(c.req.param("letterId")), wantedId);
  if (!letter) return await answerRefusal(c, refuse("not_found"));
  const partnerId = partnerIdOf(side, letter);
  const partner = (await partnersOf(c, side, [partnerId])).get(partnerId)!;
  return await answer({ side, box, letter, partner });
}

/** Begins to read what a conversation with this partner needs, beside the letter that the address names. */
function expectConversation(c: MemberContext, side: MailSide, box: MailBox, partnerId: number): void {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const query = boxQueryOf(c);
  store.memory.expect(() =>
    Promise.all([
      partnersOf(c, side, [partnerId]),
      placesInThread(store, me.id, partnerId),
      threadsWith(store, me.id, [partnerId]),
      // Not in a search, which would be made twice.
      query.words.length === 0 && rowsOfBox(c, side, box, query),
      spendableOf(c),
      letterDraftsOf(store, me.id),
      isMutedHere(c, side, partnerId),
      readersTalks(c, side),
    ])
  );
}

/** A letter between the reader and this very partner; anything else does not exist here. */
async function ownLetter(
  c: MemberContext,
  side: MailSide,
  letterId: number | null,
  partnerId: number | null,
): Promise<Letter | null> {
  const letter = letterId && await letterOf(c.var.deps.store, c.var.signedIn.user.id, letterId);
  return letter && partnerIdOf(side, letter) === partnerId ? letter : null;
}

/** Redirects to the right box: a deleted letter is read only among the deleted ones, and any other never there. */
function elsewhere(c: MemberContext, { side, box, letter, partner }: Asked): Response | null {
  const me = c.var.signedIn.user;
  const isDeleted = deletedAtFor(letter, me.id) !== null;
  if (isDeleted === (box === "deleted")) return null;
  const right = isDeleted ? "deleted" : homeBoxFor(letter, me.id);
  return c.redirect(localHref(c.var.facts.prefix, letterPath(side, right, partner.id, letter.id)), 302);
}

async function act(c: MemberContext, asked: Asked, body: Body): Promise<Response> {
  const form = body;
  if (form.action === "open") return await open(c, asked, form);
  if (form.action === "translate") return await askTranslation(c, asked, form);
  const putAway = await answerPutAway(c, asked, form);
  if (putAway) return putAway;
  const { side, box, partner } = asked;
  const { origin } = c.var.facts;
  const reader = { id: partner.id, wasShown: true };
  const sent = await sendFromForm(c.var.deps, c.var.signedIn.user.id, reader, form, origin);
  if (sent.ok) return answerSent(c, side, box, partner, sent);
  return await answerRefused(c, side, partner, sent, (status) => showConversation(c, asked, { status, failed: sent }));
}

/** The flash after a letter was opened; it also tells the next page to show the seal breaking. */
const openedFlash = "mail:flash.opened";

async function open(c: MemberContext, asked: Asked, form: Record<string, unknown>): Promise<Response> {
  const { side, box, partner } = asked;
  const { store } = c.var.deps;
  const letter = await ownLetter(c, side, idOf(String(form.letterId)), partner.id);
  if (!letter) return await answerRefusal(c, refuse("not_found"));
  const wasLocked = isLocked(letter);
  const opened = await openLetter(store, c.var.signedIn.user.id, letter.id, true);
  if (!opened.ok) {
    return await showConversation(c, asked, { status: refusals[opened.reason], problem: opened });
  }
  const { t, prefix } = c.var.facts;
  if (wasLocked && opened.balanceCredits !== null) {
    const credits = t("common:credits", { count: opened.balanceCredits });
    leaveFlash(c, "success", openedFlash, { credits });
  }
  return c.redirect(localHref(prefix, letterPath(side, box, partner.id, letter.id)), 303);
}

async function askTranslation(c: MemberContext, asked: Asked, form: Record<string, unknown>): Promise<Response> {
  const { side, box, partner } = asked;
  const { deps: { store }, facts: { prefix, origin } } = c.var;
  const letter = await ownLetter(c, side, idOf(String(form.letterId)), partner.id);
  if (!letter) return await answerRefusal(c, refuse("not_found"));
  const wanted = await askForTranslation(store, c.var.signedIn.user.id, letter.id, origin);
  if (!wanted.ok) return await showConversation(c, asked, { status: refusals[wanted.reason], problem: wanted });
  leaveFlash(c, "success", "translation:ask.flash");
  return c.redirect(localHref(prefix, letterPath(side, box, partner.id, letter.id)), 303);
}

interface Outcome {
  status: ContentfulStatusCode;
  /** What could not be sent. */
  failed?: SendFailure;
  /** Why a letter could not be opened. */
  problem?: Refusal;
}

async function showConversation(c: MemberContext, asked: Asked, outcome: Outcome = { status: 200 }): Promise<Response> {
  const { side, box, letter, partner } = asked;
  const { t, prefix } = c.var.facts;
  const path = conversationPath(side, box, partner.id, letter.id);
  const here = localHref(prefix, path);
  expectFrame(c);
  const isDeleted = box === "deleted";
  const [thread, writing, undo, isMuted] = await Promise.all([
    isDeleted ? letterAlone(c, letter) : threadAround(c, letter, placeOfText(c.req.query("letters") ?? "")),
    writingOf(c, side, partner, path, outcome.failed ?? null),
    justDeleted(c),
    isMutedHere(c, side, partner.id),
  ]);
  const talk = await talkLineOf(c, side, partner, writing.isAllowed);
  // The list is read after the thread: what was just read is no longer unread.
  const list = await rowsOfBox(c, side, box, boxQueryOf(c), { partnerId: partner.id, letterId: letter.id });
  const newestId = thread.isNewest ? null : thread.record?.lastLetterId ?? null;
  const { problem } = outcome;
  const hasBeenOpened = hasFlash(c, openedFlash);
  const mayBeWritten = thread.isNewest || outcome.failed !== undefined;
  const hasPrice = (mayBeWritten && writing.composer !== null) || thread.letters.some(({ text }) => text === null);
  return await answerPage(c, {
    title: t("mail:with.title", { name: partner.name }),
    description: t("mail:description"),
    robots: "noindex",
    sheets: ["letters"],
    waitsForMainPart: hasBeenOpened,
    status: outcome.status,
    view: (
      <MailView side={side} box={box} list={list} isReviewed={writing.isAllowed}>
        <DialogueView
          side={side}
          box={box}
          partner={partner}
          record={thread.record}
          talk={talk}
          rateNote={hasPrice ? rateNoteOf(writing) : null}
        >
          {undo && <DeletedNotice side={side} letter={undo} />}
          <Letters
            kept={keptFor(c)}
            thread={thread}
            partner={partner}
            opening={writing.spendable && openingOf(c, writing.spendable, here)}
            tools={{ action: here, isDeleted, isMuted }}
            openedId={hasBeenOpened ? letter.id : null}
            here={here}
            newestHref={newestId === null ? null : localHref(prefix, letterPath(side, box, partner.id, newestId))}
            problem={problem ? { message: messageOf(c, problem), wayOut: wayOutOf(c, problem, partner.id) } : null}
          />
          {mayBeWritten && <Write {...writing} partner={partner} isIntroduction={false} />}
        </DialogueView>
      </MailView>
    ),
  });
}

/** Null on a shared store: each page reads records of its own there, so a kept letter would never be shown again. */
const keptFor = ({ var: { deps } }: AppContext): KeptViews | null =>
  deps.store.memory.isTrusted ? deps.running.keptViews : null;

/** Whether this man has muted her; null for a lady. */
async function isMutedHere(c: MemberContext, side: MailSide, partnerId: number): Promise<boolean | null> {
  if (side.groupId !== man) return null;
  return (await mutedLadies(c.var.deps.store, c.var.signedIn.user.id)).has(partnerId);
}

/** How each letter can be opened, at the price that was settled when it was written. */
function openingOf(c: AppContext, spendable: Spendable, action: string): Opening {
  const { t, locale } = c.var.facts;
  return ({ openingPriceCredits: credits }) => {
    const price = spendable.inMoney.price(credits);
    if (canPay(spendable, credits)) {
      const fine = t("mail:sealed.fine", { remains: remainsOf(c, spendable, credits) });
      return { action, price, fine, wayOut: null };
    }
    const balance = formatNumber(locale, spendable.balanceCredits);
    const short = t("mail:sealed.short", { price: t("common:credits", { count: credits }), balance });
    const fine = whyNotPayable(c, spendable, credits, short);
    return { action, price, fine, wayOut: wayToPay(c, spendable, credits) };
  };
}
