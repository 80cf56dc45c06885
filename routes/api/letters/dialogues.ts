/** The call about dialogues: with whom one corresponds, and the last letter of each. */
import * as z from "zod";
import { man } from "../../../kv/accounts/users.ts";
import { asOfNow, threadCursorOf, threadCursorText, threadsAfter } from "../../../kv/letters/boxes/thread_paging.ts";
import { threadsOf } from "../../../kv/letters/boxes/threads.ts";
import type { Store } from "../../../kv/open.ts";
import { pagingFields, relationsField } from "../../http/fields.ts";
import { defineCall } from "../describing/call.ts";
import { beforeField, nextField } from "../describing/cursors.ts";
import { personShape } from "../describing/shapes.ts";
import { letterShape, wireLetters } from "./wire_letters.ts";

export const dialogueCalls = [
  defineCall({
    method: "get",
    path: "/dialogues",
    summary: "One's dialogues, latest first",
    access: "correspondents",
    query: z.object({ relations: relationsField, before: beforeField(threadCursorOf), ...pagingFields }).loose(),
    answer: z.object({
      dialogues: z.array(z.object({
        id: z.string(),
        partner: personShape,
        lettersCount: z.number(),
        date: z.string(),
        lastLetter: letterShape,
      })),
      totalCount: z.number(),
      next: nextField,
    }),
    async handle(c, { query, user }) {
      const found = await pageOfDialogues(c.var.deps.store, user.id, query);
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
}

async function pageOfDialogues(store: Store, userId: number, { page, limit, before }: Asked) {
  const cursor = before === undefined ? null : threadCursorOf(before);
  if (cursor) {
    const { totalCount } = await threadsOf(store, userId, { page: 1, limit: 0 });
    const { threads, next } = await threadsAfter(store, userId, cursor, limit);
    return { threads, totalCount, next: next && threadCursorText(next) };
  }
  const [asOf, { threads, totalCount }] = await Promise.all([
    asOfNow(store, userId),
    threadsOf(store, userId, { page, limit }),
  ]);
  const last = threads.at(-1)?.thread;
  const isLast = page * limit >= totalCount || !last;
  return {
    threads,
    totalCount,
    next: isLast ? null : threadCursorText({ asOf, before: { at: last.lastAt, id: last.partnerId } }),
  };
}
