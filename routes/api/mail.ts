/** Calls about letters, dialogues and their counters. */
import * as z from "zod";
import { attachmentsOf } from "../../kv/attachments.ts";
import { lettersInBox, unreadCounts } from "../../kv/boxes.ts";
import { threadsOf } from "../../kv/threads.ts";
import { openLetter } from "../../kv/letter_opening.ts";
import { sendLetter } from "../../kv/letter_sending.ts";
import { authorIdOf, type Letter, letterOf, type LetterText, recipientIdOf, textsFor } from "../../kv/letters.ts";
import { refuse } from "../../kv/refusals.ts";
import { man, type User, usersByIds } from "../../kv/users.ts";
import { attachmentShape, dropFresh, enclosureFields, gatherEnclosures, wireAttachment } from "../enclosures.ts";
import type { AppContext } from "../env.ts";
import { flag, idField, pagingFields } from "../fields.ts";
import { defineCall } from "./define_call.ts";
import { personOf, personShape } from "./shapes.ts";

const letterShape = z.object({
  id: z.number(),
  sender: personShape,
  recipient: personShape,
  date: z.string(),
  isRead: z.boolean(),
  isPaid: z.boolean(),
  isIntroduction: z.boolean(),
  body: z.string().nullable().describe("Null while locked"),
  translation: z.object({ body: z.string(), language: z.string(), author: z.string() }).nullable(),
  attachments: z.array(attachmentShape).describe("Empty while locked"),
});
const letterAnswer = z.object({ letter: letterShape });
const idParam = z.object({ id: idField });
const relations = z.object({ relations: z.string().optional() }).loose();

export const mailCalls = [
  defineCall({
    method: "get",
    path: "/mail",
    summary: "The letters of a box, newest first",
    access: "members",
    query: z.object({
      type: z.enum(["inbox", "introduction", "outbox", "deleted"], "wrong_value").default("inbox"),
      relations: z.string().optional(),
      ...pagingFields,
    }).loose(),
    answer: z.object({ letters: z.array(letterShape), totalCount: z.number(), totalNewCount: z.number() }),
    async handle(c, { query, user }) {
      const { store } = c.var.house;
      const { letters, totalCount } = await lettersInBox(store, user.id, query.type, query);
      const unread = await unreadCounts(store, user.id);
      const totalNewCount = query.type === "inbox" || query.type === "introduction" ? unread[query.type] : 0;
      return { ok: true, answer: { letters: await wireLetters(c, user, letters), totalCount, totalNewCount } };
    },
  }),
  defineCall({
    method: "post",
    path: "/mail",
    summary: "Send a letter; a man's costs 10 credits",
    access: "members",
    body: z.object({ recipientId: idField, body: z.string().max(20_000, "too_long"), ...enclosureFields }).loose(),
    answer: letterAnswer,
    async handle(c, { body, user, idempotencyKey }) {
      const { store } = c.var.house;
      const sendKey = idempotencyKey ? `call-${idempotencyKey}` : store.randomToken();
      const enclosed = await gatherEnclosures(c.var.house, user.id, body);
      const wanted = { recipientId: body.recipientId, body: body.body, attachmentIds: enclosed.ids };
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
    access: "members",
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
    access: "members",
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
    summary: "Read a letter; isPaid is the man's wish to open it for 5 credits",
    access: "members",
    params: idParam,
    query: relations,
    body: z.object({ isRead: flag, isPaid: flag }).loose(),
    answer: letterAnswer,
    async handle(c, { params, body, user }) {
      const { store } = c.var.house;
      const pays = body.isPaid && user.groupId === man;
      if (!body.isRead && !pays) return refuse("invalid", { fields: { isRead: "required" } });
      const result = await openLetter(store, user.id, params.id, pays);
      return result.ok ? { ok: true, answer: { letter: await wireLetter(c, user, result.letter) } } : result;
    },
  }),
  defineCall({
    method: "get",
    path: "/dialogues",
    summary: "One's dialogues, latest first",
    access: "members",
    query: z.object({ relations: z.string().optional(), ...pagingFields }).loose(),
    answer: z.object({
      dialogues: z.array(z.object({
        id: z.string(),
        partner: personShape,
        lettersCount: z.number(),
        date: z.string(),
        lastLetter: letterShape,
      })),
      totalCount: z.number(),
    }),
    async handle(c, { query, user }) {
      const found = await threadsOf(c.var.house.store, user.id, query);
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
      return { ok: true, answer: { dialogues, totalCount: found.totalCount } };
    },
  }),
];

async function wireLetter(c: AppContext, reader: User, letter: Letter): Promise<z.infer<typeof letterShape>> {
  return (await wireLetters(c, reader, [letter]))[0]!;
}

/** Letters as this reader may see them: of a locked one there are no words at all. */
async function wireLetters(c: AppContext, reader: User, letters: Letter[]): Promise<z.infer<typeof letterShape>[]> {
  const { store } = c.var.house;
  const ids = [...new Set(letters.flatMap((letter) => [letter.manId, letter.ladyId]))];
  const users = (await usersByIds(store, ids)).filter((user) => user !== null);
  const people = new Map(await Promise.all(users.map(async (user) => [user.id, await personOf(c, user)] as const)));
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
    ...wordsOfLetter(texts.get(letter.id)),
    attachments: (enclosed.get(letter.id) ?? []).map(wireAttachment),
  }));
}

const wordsOfLetter = (text: LetterText | undefined) => ({
  body: text?.body ?? null,
  translation: text?.translation ?? null,
});
