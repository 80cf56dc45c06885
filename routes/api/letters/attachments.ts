/** Calls about pictures that wait for a letter. */
import * as z from "zod";
import { refuse } from "../../../kv/store/refusals.ts";
import { attachmentShape, wireAttachment } from "../../files/enclosures.ts";
import { dropUpload, keepUpload } from "../../files/uploads.ts";
import { fileField } from "../../http/fields.ts";
import { defineCall } from "../describing/call.ts";
import { isOthers, writerQuery } from "./writer.ts";

export const attachmentCalls = [
  defineCall({
    method: "post",
    path: "/mail/attachments",
    summary: "Upload a picture for a letter; unclaimed ones are cleared away after a day",
    access: "correspondents",
    refuses: ["forbidden", "too_many_requests", "storage_unavailable"],
    query: writerQuery,
    body: z.object({ file: fileField("A GIF, JPG or PNG of at most 4096K") }).loose(),
    answer: z.object({ attachment: attachmentShape }),
    async handle(c, { query, body, user }) {
      if (isOthers(query, user)) return refuse("forbidden");
      if (!(body.file instanceof File)) return refuse("invalid", { fields: { file: "required" } });
      const kept = await keepUpload(c.var.deps, user.id, body.file, "file");
      return kept.ok ? { ok: true, answer: { attachment: wireAttachment(kept.attachment) } } : kept;
    },
  }),
  defineCall({
    method: "delete",
    path: "/mail/attachments/:id",
    summary: "Take back a picture that no letter has yet",
    access: "correspondents",
    params: z.object({ id: z.string().max(64) }),
    async handle(c, { params, user }) {
      return await dropUpload(c.var.deps, user.id, params.id) ? { ok: true } : refuse("not_found");
    },
  }),
];
