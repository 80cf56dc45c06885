/** Calls about letters and their counters. */
import * as z from "zod";
import { readableLanguages } from "../../../kv/accounts/languages.ts";
import { man } from "../../../kv/accounts/users.ts";
import { askForTranslation } from "../../../kv/letters/translating/asked_translations.ts";
import { lettersAfter, lettersInBox, unreadCounts } from "../../../kv/letters/boxes/boxes.ts";
import { deleteLetter, restoreLetter } from "../../../kv/letters/deletion.ts";
import type { Box, Letter } from "../../../kv/letters/letter.ts";
import { endSentDraft, letterDraftTo } from "../../../kv/letters/letter_drafts.ts";
import { letterOf, textsFor } from "../../../kv/letters/letters.ts";
import { openLetter } from "../../../kv/letters/opening.ts";
import { queryLengthMax, searchBox, wordsOfQuery } from "../../../kv/letters/boxes/search.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import type { Store } from "../../../kv/open.ts";
import { placeOfText, placeText } from "../../../kv/store/listing/cursors.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { dropFresh, enclosureFields, gatherEnclosures } from "../../files/enclosures.ts";
import { flag, idField, pagingFields, relationsField } from "../../http/fields.ts";
import { defineCall } from "../describing/call.ts";
import { whereItCosts } from "../describing/call_refusals.ts";
import { beforeField, nextField } from "../describing/cursors.ts";
import { letterShape, wireLetter, wireLetters, wireTranslation } from "./wire_letters.ts";

const letterAnswer = z.object({ letter: letterShape });
const idParam = z.object({ id: idField });
const relations = z.object({ relations: relationsField }).loose();
const boxField = z.enum(["inbox", "introduction", "outbox", "deleted"], "wrong_value").default("inbox");
/** An optional flag. */
const wish = flag.unwrap().optional();

export const mailCalls = [
  defineCall({
    method: "get",
    path: "/mail",
    summary: "The letters of a box, newest first; q finds those with all of its words",
    access: "correspondents",
    query: z.object({
      type: boxField,
      relations: relationsField,
      q: z.string().max(queryLengthMax, "too_long").optional()
        .describe("Words of readable letters, or of the other's name"),
      before: beforeField(placeOfText),
      ...pagingFields,
    }).loose(),
    answer: z.object({
      letters: z.array(letterShape),
      totalCount: z.number(),
      totalNewCount: z.number(),
      next: nextField,
    }),
    async handle(c, { query, user }) {
      const { store } = c.var.deps;
      const [found, unread] = await Promise.all([
        pageOfBox(store, user.id, query.type, query),
        unreadCounts(store, user.id),
      ]);
      const totalNewCount = query.type === "inbox" || query.type === "introduction" ? unread[query.type] : 0;
      const letters = await wireLetters(c, user, found.letters);
      const answer = {
        letters,
        totalCount: found.totalCount,
        totalNewCount,
        next: found.next && placeText(found.next),
      };
      return { ok: true, answer };
    },
  }),
  defineCall({
    method: "post",
    path: "/mail",
    summary: "Send a letter; a man pays what letters cost then",
    access: "correspondents",
    refuses: [
      "suspended",
      "blocked",
      "partner_suspended",
      "background_required",
      "not_found",
      "not_published",
      "introductions_muted",
      "too_many_introductions",
      "too_many_requests",
      "storage_unavailable",
      ...whereItCosts,
    ],
    body: z.object({
      recipientId: idField,
      body: z.string().max(20_000, "too_long"),
      translate: wish.describe("false delivers it as it is, also to who does not read its language"),
      language: z.enum(readableLanguages, "wrong_value").optional().describe("Recognised where it is left out"),
      ...enclosureFields,
    }).loose(),
    answer: letterAnswer,
    async handle(c, { body, user, idempotencyKey }) {
      const { store } = c.var.deps;
      // Each call is a letter of its own unless its key repeats an earlier one; only from forms are equal words one letter
      // (kv/letters/repeats.ts).
      const sendKey = idempotencyKey ? `call-${idempotencyKey}` : store.randomToken();
      const enclosed = await gatherEnclosures(c.var.deps, user.id, body);
      const { recipientId, translate, language } = body;
      const wanted = { recipientId, translate, language, body: body.body, attachmentIds: enclosed.ids };
      const [result, begun] = await Promise.all([
        enclosed.ok
          ? sendLetter(store, { ...wanted, authorId: user.id, sendKey, origin: c.var.facts.origin })
          : enclosed.refusal,
        letterDraftTo(store, user.id, recipientId),
      ]);
      const sheet = { sendKey, body: body.body, base: begun?.revision ?? 0 };
      if (result.ok && begun) await endSentDraft(store, user.id, recipientId, sheet);
      if (!result.ok || result.isRepeat) await dropFresh(c.var.deps, user.id, enclosed.fresh);
      return result.ok ? { ok: true, answer: { letter: await wireLetter(c, user, result.letter) } } : result;
    },
  }),
  defineCall({
    method: "get",
    path: "/mail/counter",
    summary: "How many letters wait unread",
    access: "correspondents",
    query: relations,
    answer: z.object({ counter: z.object({ inbox: z.number(), introduction: z.number(), total: z.number() }) }),
    async handle(c, { user }) {
      const { inbox, introduction } = await unreadCounts(c.var.deps.store, user.id);
      return { ok: true, answer: { counter: { inbox, introduction, total: inbox + introduction } } };
    },
  }),
  defineCall({
    method: "get",
    path: "/mail/:id",
    summary: "One letter of one's own; a locked one without its words",
    access: "correspondents",
    params: idParam,
    query: relations,
    answer: letterAnswer,
    async handle(c, { params, user }) {
      const letter = await letterOf(c.var.deps.store, user.id, params.id);
      if (!letter) return refuse("not_found");
      return { ok: true, answer: { letter: await wireLetter(c, user, letter) } };
    },
  }),
  defineCall({
    method: "patch",
    path: "/mail/:id",
    summary: "Read a letter; isPaid is the man's wish to pay for opening it; isDeleted puts it away or back",
    access: "correspondents",
    refuses: ["letter_locked", "partner_suspended", "background_required", "conflict", ...whereItCosts],
    params: idParam,
    query: relations,
    body: z.object({ isRead: flag, isPaid: flag, isDeleted: wish }).loose(),
    answer: letterAnswer,
    async handle(c, { params, body, user }) {
      const { store } = c.var.deps;
      const pays = body.isPaid && user.groupId === man;
      const { isDeleted } = body;
      if (!body.isRead && !pays && isDeleted === undefined) {
        return refuse("invalid", { fields: { isRead: "required" } });
      }
      // Opening first, because it may be refused.
      let result: Refusal | { ok: true; letter: Letter } | null = null;
      if (body.isRead || pays) result = await openLetter(store, user.id, params.id, pays);
      if (result?.ok !== false && isDeleted !== undefined) {
        result = await (isDeleted ? deleteLetter : restoreLetter)(store, user.id, params.id);
      }
      return result!.ok ? { ok: true, answer: { letter: await wireLetter(c, user, result!.letter) } } : result!;
    },
  }),
  defineCall({
    method: "post",
    path: "/mail/:id/translation",
    summary: "Ask a translator for a letter that has come; included, and asking again changes nothing",
    access: "correspondents",
    refuses: ["letter_locked", "translation_not_needed", "conflict"],
    params: idParam,
    answer: z.object({ translation: letterShape.shape.translation.unwrap().partial().required({ state: true }) }),
    async handle(c, { params, user }) {
      const { store } = c.var.deps;
      const asked = await askForTranslation(store, user.id, params.id, c.var.facts.origin);
      if (!asked.ok) return asked;
      const text = (await textsFor(store, user.id, [asked.letter])).get(asked.letter.id);
      const translation = wireTranslation(asked.letter, text?.translation ?? null)!;
      return {
        ok: true,
        answer: { translation: translation.state === "done" ? translation : { state: translation.state } },
      };
    },
  }),
  defineCall({
    method: "delete",
    path: "/mail/:id",
    summary: "Put a letter away, for oneself alone",
    access: "correspondents",
    params: idParam,
    async handle(c, { params, user }) {
      const result = await deleteLetter(c.var.deps.store, user.id, params.id);
      return result.ok ? { ok: true } : result;
    },
  }),
];

interface Asked {
  page: number;
  limit: number;
  before?: string;
  q?: string;
}

async function pageOfBox(store: Store, userId: number, box: Box, { page, limit, before, q = "" }: Asked) {
  const words = wordsOfQuery(q);
  const from = before === undefined ? null : placeOfText(before);
  if (words.length > 0) {
    // A page is found by its number only by reading those before it.
    const found = await searchBox(store, userId, box, words, { before: from, limit: from ? limit : page * limit });
    return from ? found : { ...found, letters: found.letters.slice((page - 1) * limit) };
  }
  const found = await lettersInBox(store, userId, box, from ? { page: 1, limit: 0 } : { page, limit });
  return from ? { ...found, ...await lettersAfter(store, userId, box, from, limit) } : found;
}
