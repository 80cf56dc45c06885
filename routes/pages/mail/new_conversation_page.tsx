/** The page to write a letter to somebody: the first one, or one more from outside the conversation. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { lady, man } from "../../../kv/accounts/users.ts";
import { awaitsFirst, dialogueBetween, hasBegun } from "../../../kv/letters/boxes/dialogues.ts";
import { introductionsLeft, takesIntroductionsOf } from "../../../kv/letters/introductions.ts";
import { letterDraftsOf } from "../../../kv/letters/letter_drafts.ts";
import { type Thread as ThreadRecord, threadsWith } from "../../../kv/letters/boxes/threads.ts";
import { isKnownTo } from "../../../kv/safety/known_people.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { answerPage, expectFrame, localHref } from "../../http/page.tsx";
import { type Body, idOf } from "../../http/read_input.ts";
import { answerRefusal, messageOf } from "../../http/refusal_answer.tsx";
import { boxPath, letterPath, type MailSide, newConversationPath } from "../../letters/sides.ts";
import { firstPage } from "./boxes/box_query.ts";
import { rowsOfBox } from "./boxes/box_rows.tsx";
import { DialogueView, Write } from "./dialogue_view.tsx";
import { MailView } from "./mail_view.tsx";
import { mayWrite } from "./may_write.ts";
import { isFromSheet, sheetPath } from "./open_sheets.ts";
import { addresseeOf, type Partner, recipientOf } from "./partners.ts";
import { type SendFailure, sendFromForm } from "./send_form.ts";
import { spendableOf } from "./spendable.ts";
import { readersTalks, talkLineOf } from "./talk/talk_lines.ts";
import { answerRefused, answerSent, rateNoteOf, writingOf } from "./writing.ts";

export const newConversationPage = (side: MailSide): PageDefinition => ({
  paths: [newConversationPath(side, 0).replace(/0$/, ":recipientId")],
  access: side.access,
  get: (c) => answerRecipient(c, side, (partner) => showSheet(c, side, partner)),
  post: (c, body) => send(c, side, body),
});

async function answerRecipient(
  c: MemberContext,
  side: MailSide,
  answer: (partner: Partner) => Promise<Response>,
): Promise<Response> {
  const id = idOf(c.req.param("recipientId"));
  const { blockedIds, user } = c.var.signedIn;
  if (id !== null && blockedIds.has(id) && await isKnownTo(c.var.deps.store, user, id)) {
    return await answerRefusal(c, refuse("blocked"));
  }
  expectSheet(c, side);
  const partner = id && await recipientOf(c, side, id);
  if (partner) return await answer(partner);
  // A lady who is not shown is told why she cannot write, and the same whether there is such a man or not.
  if (!await mayWrite(c)) return c.redirect(localHref(c.var.facts.prefix, boxPath(side, "inbox")), 303);
  return await answerRefusal(c, refuse("not_found"));
}

function expectSheet(c: MemberContext, side: MailSide): void {
  const { store } = c.var.deps;
  const { id: authorId } = c.var.signedIn.user;
  store.memory.expect(() =>
    Promise.all([rowsOfBox(c, side, "inbox"), spendableOf(c), letterDraftsOf(store, authorId), readersTalks(c, side)])
  );
}

/** Sends the letter. Whatever has separated the two since the sheet was shown, its words come back and are not lost. */
async function send(c: MemberContext, side: MailSide, body: Body): Promise<Response> {
  const id = idOf(c.req.param("recipientId"));
  if (id === null) return await answerRefusal(c, refuse("not_found"));
  expectSheet(c, side);
  const wasShown = isFromSheet(c, id);
  const partner = await addresseeOf(c, side, id, wasShown);
  const { origin } = c.var.facts;
  const sent = await sendFromForm(c.var.deps, c.var.signedIn.user.id, { id, wasShown }, body, origin);
  if (sent.ok) return answerSent(c, side, "outbox", partner, sent);
  return await answerRefused(c, side, partner, sent, (status) => showSheet(c, side, partner, status, sent));
}

async function showSheet(
  c: MemberContext,
  side: MailSide,
  partner: Partner,
  status: ContentfulStatusCode = 200,
  failed: SendFailure | null = null,
): Promise<Response> {
  const { t } = c.var.facts;
  const me = c.var.signedIn.user;
  const [manId, ladyId] = side.groupId === man ? [me.id, partner.id] : [partner.id, me.id];
  const { store } = c.var.deps;
  const path = newConversationPath(side, partner.id);
  expectFrame(c);
  const isLady = side.groupId === lady;
  const [dialogue, takesThem, left, [record = null], writing, list] = await Promise.all([
    dialogueBetween(store, manId, ladyId),
    isLady && takesIntroductionsOf(store, manId, ladyId),
    isLady && introductionsLeft(store, ladyId),
    threadsWith(store, me.id, [partner.id]),
    writingOf(c, side, partner, partner.isUnknown ? path : sheetPath(c, path, partner.id), failed),
    rowsOfBox(c, side, "inbox", firstPage, { partnerId: partner.id, letterId: null }),
  ]);
  const isMuted = isLady && awaitsFirst(dialogue) && !takesThem;
  const talk = await talkLineOf(c, side, partner, writing.isAllowed && !isMuted);
  const isIntroduction = isLady && !hasBegun(dialogue);
  const isOver = isIntroduction && left === 0;
  return await answerPage(c, {
    title: t("mail:compose.title", { name: partner.name }),
    description: t("mail:description"),
    robots: "noindex",
    sheets: ["letters"],
    status,
    view: (
      <MailView side={side} box={null} list={list} isReviewed={writing.isAllowed}>
        <DialogueView
          side={side}
          box="inbox"
          partner={partner}
          record={record}
          talk={talk}
          rateNote={writing.composer && rateNoteOf(writing)}
        >
          {record && <EarlierLetters side={side} partner={partner} record={record} />}
          {isOver && !isMuted && !failed && <Notice>{messageOf(c, { reason: "too_many_introductions" })}</Notice>}
          {isMuted && !failed && writing.isAllowed
            ? <Notice>{t("refusals:introductions_muted")}</Notice>
            : <Write {...writing} partner={partner} isIntroduction={isIntroduction && writing.isAllowed} />}
        </DialogueView>
      </MailView>
    ),
  });
}

function EarlierLetters({ side, partner, record }: { side: MailSide; partner: Partner; record: ThreadRecord }) {
  const { t, href } = usePage();
  return (
    <p>
      <a href={href(letterPath(side, "inbox", partner.id, record.lastLetterId))}>
        {t("mail:compose.earlier", { name: partner.name })}
      </a>
    </p>
  );
}
