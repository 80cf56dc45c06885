/** Calls about a letter that somebody has begun: to read what is saved, and to save what a device has written since. */
import * as z from "zod";
import { letterLengthMax } from "../../../kv/credits/prices/prices.ts";
import { attachmentsPerLetter } from "../../../kv/letters/attachments.ts";
import { draftsKeptMs, letterDraftTo, saveLetterDraft } from "../../../kv/letters/letter_drafts.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { draftShape, shownDraft } from "../../files/letter_drafts.ts";
import { flag, idField, revisionField, sendKeyField, wholeNumberFrom } from "../../http/fields.ts";
import { defineCall } from "../describing/call.ts";
import { isOthers, writerQuery as query } from "./writer.ts";

const params = z.object({ recipientId: idField });
const answer = z.object({ draft: draftShape.nullable().describe("Null where nothing is begun") });

const writtenFields = z.object({
  body: z.string().describe(`At most ${letterLengthMax} UTF-16 units; blank takes the draft away`),
  sendKey: sendKeyField,
  attachments: z.array(z.string().max(64)).max(attachmentsPerLetter, "too_many_pictures").default([])
    .describe("Ids of pictures that were uploaded for it"),
  base: revisionField.describe("The revision that it goes on from; 0 for none"),
  ageMs: wholeNumberFrom(0, draftsKeptMs).default(0).describe("How long ago it was written"),
  forgetsOthers: flag.describe("Lets go what other devices wrote"),
});

export const draftCalls = [
  defineCall({
    method: "get",
    path: "/mail/drafts/:recipientId",
    summary: "The letter that one has begun to somebody",
    access: "correspondents",
    refuses: ["forbidden"],
    params,
    query,
    answer,
    async handle(c, { params, query, user }) {
      if (isOthers(query, user)) return refuse("forbidden");
      const { store } = c.var.deps;
      const draft = await letterDraftTo(store, user.id, params.recipientId);
      return { ok: true, answer: { draft: draft && await shownDraft(store, user.id, draft) } };
    },
  }),
  defineCall({
    method: "patch",
    path: "/mail/drafts/:recipientId",
    summary: "Keep a begun letter for 90 days; where another device has saved since, the newer words win and both stay",
    access: "correspondents",
    refuses: ["forbidden", "blocked", "too_many_drafts"],
    params,
    query,
    body: writtenFields,
    answer,
    async handle(c, { params, query, body: { attachments, ...written }, user }) {
      if (isOthers(query, user)) return refuse("forbidden");
      const { store } = c.var.deps;
      const saved = await saveLetterDraft(store, user.id, params.recipientId, {
        ...written,
        attachmentIds: attachments,
      });
      if (!saved.ok) return saved;
      return { ok: true, answer: { draft: saved.draft && await shownDraft(store, user.id, saved.draft) } };
    },
  }),
];
