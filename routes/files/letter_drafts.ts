/** A begun letter as pages and calls show it to its author, with those of its pictures that are still there. */
import * as z from "zod";
import { looseAttachments } from "../../kv/letters/attachments.ts";
import type { LetterDraft } from "../../kv/letters/letter_drafts.ts";
import type { Store } from "../../kv/open.ts";
import { letterFilePath } from "./letter_files.ts";

const wordsShape = z.object({ body: z.string(), writtenAt: z.number().describe("Ms since the epoch") });

export const draftShape = wordsShape.extend({
  revision: z.number().describe("Counts the savings; what goes on from this one says it as `base`"),
  sendKey: z.string().describe("Sent with it from whichever device, it is one letter"),
  pictures: z.array(z.object({ id: z.string(), name: z.string(), thumb: z.string() })),
  others: z.array(wordsShape).describe("What other devices wrote meanwhile, the newest first"),
});

export type ShownDraft = z.infer<typeof draftShape>;

export async function shownDraft(store: Store, authorId: number, draft: LetterDraft): Promise<ShownDraft> {
  const { body, writtenAt, revision, sendKey, attachmentIds, others } = draft;
  const found = attachmentIds.length > 0 ? await looseAttachments(store, authorId, attachmentIds) : [];
  const pictures = found.filter((each) => each !== null)
    .map(({ id, name }) => ({ id, name, thumb: letterFilePath(id, "thumb") }));
  return { body, writtenAt, revision, sendKey, pictures, others };
}
