/** Calls about letters, dialogues and their counters. */
import * as z from "zod";
import { attachmentsOf } from "../../kv/attachments.ts";
import { boxPlaceOf, lettersAfter, lettersInBox, unreadCounts } from "../../kv/boxes.ts";
import { placeOfText, placeText } from "../../kv/cursors.ts";
import { deleteLetter, restoreLetter } from "../../kv/letter_deletion.ts";
import { queryLengthMax, searchBox, wordsOfQuery } from "../../kv/letter_search.ts";
import { openLetter } from "../../kv/letter_opening.ts";
import { sendLetter } from "../../kv/letter_sending.ts";
import {
  authorIdOf,
  type Box,
  type Letter,
  letterOf,
  type LetterText,
  recipientIdOf,
  textsFor,
} from "../../kv/letters.ts";
import type { Store } from "../../kv/open.ts";
import { type Refusal, refuse } from "../../kv/refusals.ts";
import { asOfNow, threadCursorOf, threadCursorText, threadsAfter } from "../../kv/thread_paging.ts";
import { threadsOf } from "../../kv/threads.ts";
import { man, type User, usersByIds } from "../../kv/users.ts";
import { attachmentShape, dropFresh, enclosureFields, gatherEnclosures, wireAttachment } from "../enclosures.ts";
import type { AppContext } from "../env.ts";
import { flag, idField, pagingFields } from "../fields.ts";
import { defineCall } from "./define_call.ts";
import { formerPersonOf, personOf, personShape } from "./shapes.ts";

const letterShape = z.object({
  id: z.number(),
  sender: personShape,
  recipient: personShape,
  date: z.string(),
  isRead: z.boolean(),
  isPaid: z.boolean(),
  isIntroduction: z.boolean(),
  body: z.string().nullable().describe("Null while locked"),
  translation: z.object({
    body: z.string(),
    language: z.string(),
    author: z.string(),
    date: z.string().nullable(),
    machine: z.enum(["revised", "checked"]).nullable().describe("What the author did with a machine's draft"),
  }).nullable(),
  attachments: z.array(attachmentShape).describe("Empty while locked"),
  state: z.enum(["waiting_for_translation", "returned", "erased"]).nullable()
    .describe("For its author: why it has not come; erased: its words went with the account of who wrote it"),
  readByHouse: z.array(z.object({ date: z.string(), reason: z.string() })).optional()
    .describe("When somebody of the house read it, and why; absent where nobody did"),
});
const letterAnswer = z.object({ letter: letterShape });
const idParam = z.object({ id: idField });
const relations = z.object({ relations: z.string().optional() }).loose();
const boxField = z.enum(["inbox", "introduction", "outbox", "deleted"], "wrong_value").default("inbox");
const next = z.string().nullable().describe("What `before` names for the page after this one; null at the end");
const before = (isOne: (text: string) => unknown) =>
  z.string().refine((text) => isOne(text) !== null, "wrong_value").optional()
    .describe("The place after which to go on, as `next` of the page before; `page` counts for nothing then");
/** A wish that may be left out. */
const wish = flag.unwrap().optional();

export const mailCalls = [
  defineCall({
    method: "get",
    path: "/mail",
    summary: "The letters of a box, newest first; q finds those with all of its words",
    access: "correspondents",
    query: z.object({
      type: boxField,
      relations: z.string().optional(),
      q: z.string().max(queryLengthMax, "too_long").optional()
        .describe("Words of readable letters, or of the other's name"),
      before: before(placeOfText),
      ...pagingFields,
    }).loose(),
    answer: z.object({ letters: z.array(letterShape), totalCount: z.number(), totalNewCount: z.number(), next }),
    async handle(c, { query, user }) {
      const { store } = c.var.house;
      const found = await pageOfBox(store, user.id, query.type, query);
      const unread = await unreadCounts(store, user.id);
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
    summary: "Send a letter; a man's costs 10 credits",
    access: "correspondents",
    body: z.object({
      recipientId: idField,
      body: z.string().max(20_000, "too_long"),
      translate: flag.describe("A lady's wish to have it translated into his language first"),
      ...enclosureFields,
    }).loose(),
    answer: letterAnswer,
    async handle(c, { body, user, idempotencyKey }) {
      const { store } = c.var.house;
      const sendKey = idempotencyKey ? `call-${idempotencyKey}` : store.randomToken();
      const enclosed = await gatherEnclosures(c.var.house, user.id, body);
      const { recipientId, translate } = body;
      const wanted = { recipientId, translate, body: body.body, attachmentIds: enclosed.ids };
      const result = enclosed.ok
        ? await sendLetter(store, { ...wanted, authorId: user.id, sendKey, origin: c.var.facts.origin })
        : enclosed.refusal;
      if (!result.ok || result.isRepeat) await dropFresh(c.var.house, user.id, enclosed.fresh);
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
      const { inbox, introduction } = await unreadCounts(c.var.house.store, user.id);
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
      const letter = await letterOf(c.var.house.store, user.id, params.id);
      if (!letter) return refuse("not_found");
      return { ok: true, answer: { letter: await wireLetter(c, user, letter) } };
    },
  }),
  defineCall({
    method: "patch",
    path: "/mail/:id",
    summary: "Read a letter; isPaid is the man's wish to open it for 5 credits; isDeleted puts it away or back",
    access: "correspondents",
    params: idParam,
    query: relations,
    body: z.object({ isRead: flag, isPaid: flag, isDeleted: wish }).loose(),
    answer: letterAnswer,
    async handle(c, { params, body, user }) {
      const { store } = c.var.house;
      const pays = body.isPaid && user.groupId === man;
      const { isDeleted } = body;
      if (!body.isRead && !pays && isDeleted === undefined) {
        return refuse("invalid", { fields: { isRead: "required" } });
      }
      // What may be refused comes first.
      let result: Refusal | { ok: true; letter: Letter } | null = null;
      if (body.isRead || pays) result = await openLetter(store, user.id, params.id, pays);
      if (result?.ok !== false && isDeleted !== undefined) {
        result = await (isDeleted ? deleteLetter : restoreLetter)(store, user.id, params.id);
      }
      return result!.ok ? { ok: true, answer: { letter: await wireLetter(c, user, result!.letter) } } : result!;
    },
  }),
  defineCall({
    method: "delete",
    path: "/mail/:id",
    summary: "Put a letter away, for oneself alone",
    access: "correspondents",
    params: idParam,
    async handle(c, { params, user }) {
      const result = await deleteLetter(c.var.house.store, user.id, params.id);
      return result.ok ? { ok: true } : result;
    },
  }),
  defineCall({
    method: "get",
    path: "/dialogues",
    summary: "One's dialogues, latest first",
    access: "correspondents",
    query: z.object({ relations: z.string().optional(), before: before(threadCursorOf), ...pagingFields }).loose(),
    answer: z.object({
      dialogues: z.array(z.object({
        id: z.string(),
        partner: personShape,
        lettersCount: z.number(),
        date: z.string(),
        lastLetter: letterShape,
      })),
      totalCount: z.number(),
      next,
    }),
    async handle(c, { query, user }) {
      const found = await pageOfDialogues(c.var.house.store, user.id, query);
      const letters = await wireLetters(c, user, found.threads.map((each) => each.lastLetter));
      const dialogues = found.threads.flatMap(({ thread }, position) => {
        const lastLetter = letters[position];
        if (!lastLetter) return [];
        const partner = lastLetter.sender.id === thread.partnerId ? lastLetter.sender : lastLetter.recipient;
        return [{
          id: user.groupId === man ? `${user.id}-${thread.partnerId}` : `${thread.partnerId}-${user.id}`,
          partner,
          lettersCount: thread.letterCount,
          date: new Date(thread.lastAt).toISOString(),
          lastLetter,
        }];
      });
      return { ok: true, answer: { dialogues, totalCount: found.totalCount, next: found.next } };
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
    // A page by its number is found by going through those before it.
    const found = await searchBox(store, userId, box, words, { before: from, limit: from ? limit : page * limit });
    return from ? found : { ...found, letters: found.letters.slice((page - 1) * limit) };
  }
  const { letters, totalCount } = await lettersInBox(
    store,
    userId,
    box,
    from ? { page: 1, limit: 0 } : { page, limit },
  );
  if (from) return { ...await lettersAfter(store, userId, box, from, limit), totalCount };
  const isLast = page * limit >= totalCount || letters.length === 0;
  return { letters, totalCount, next: isLast ? null : boxPlaceOf(letters.at(-1)!, userId) };
}

async function pageOfDialogues(store: Store, userId: number, { page, limit, before }: Asked) {
  const cursor = before === undefined ? null : threadCursorOf(before);
  if (cursor) {
    const { totalCount } = await threadsOf(store, userId, { page: 1, limit: 0 });
    const { threads, next } = await threadsAfter(store, userId, cursor, limit);
    return { threads, totalCount, next: next && threadCursorText(next) };
  }
  const asOf = await asOfNow(store, userId);
  const { threads, totalCount } = await threadsOf(store, userId, { page, limit });
  const last = threads.at(-1)?.thread;
  const isLast = page * limit >= totalCount || !last;
  return {
    threads,
    totalCount,
    next: isLast ? null : threadCursorText({ asOf, before: { at: last.lastAt, id: last.partnerId } }),
  };
}

async function wireLetter(c: AppContext, reader: User, letter: Letter): Promise<z.infer<typeof letterShape>> {
  return (await wireLetters(c, reader, [letter]))[0]!;
}

/** Letters as this reader may see them: of a locked one there are no words at all. */
async function wireLetters(c: AppContext, reader: User, letters: Letter[]): Promise<z.infer<typeof letterShape>[]> {
  const { store } = c.var.house;
  const ids = [...new Set(letters.flatMap((letter) => [letter.manId, letter.ladyId]))];
  const users = await usersByIds(store, ids);
  const people = new Map(
    await Promise.all(ids.map(async (id, at) => {
      const user = users[at];
      return [id, user ? await personOf(c, user) : formerPersonOf(c, id)] as const;
    })),
  );
  const texts = await textsFor(store, reader.id, letters);
  const enclosed = await attachmentsOf(store, texts);
  return letters.map((letter) => ({
    id: letter.id,
    sender: people.get(authorIdOf(letter))!,
    recipient: people.get(recipientIdOf(letter))!,
    date: new Date(letter.sentAt).toISOString(),
    isRead: letter.readAt !== null,
    isPaid: letter.paidAt !== null,
    isIntroduction: letter.isIntroduction,
    ...(letter.looks && {
      readByHouse: letter.looks.map(({ at, reason }) => ({ date: new Date(at).toISOString(), reason })),
    }),
    ...wordsOfLetter(texts.get(letter.id)),
    attachments: (enclosed.get(letter.id) ?? []).map(wireAttachment),
    state: letter.erasedAt !== undefined
      ? "erased" as const
      : authorIdOf(letter) === reader.id
      ? stateOf(letter)
      : null,
  }));
}

/** Why a letter has not come to its recipient, which is its author's to know. */
const stateOf = ({ translationState }: Letter) =>
  translationState === "waiting" ? "waiting_for_translation" : translationState === "returned" ? "returned" : null;

const wordsOfLetter = (text: LetterText | undefined) => ({
  body: text?.body ?? null,
  translation: text?.translation
    ? {
      body: text.translation.body,
      language: text.translation.language,
      author: text.translation.author,
      date: text.translation.at === undefined ? null : new Date(text.translation.at).toISOString(),
      machine: text.translation.machine ?? null,
    }
    : null,
});
