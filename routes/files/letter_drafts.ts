/** A begun letter as pages and calls show it to its author, with those of its pictures that are still there. */
import * as z from "zod";
import { looseAttachments } from "../../kv/letters/attachments.ts";
import type { LetterDraft } from "../../kv/letters/letter_drafts.ts";
import type { Store } from "../../kv/open.ts";
import { letterFilePath } from "./letter_files.ts";

const wordsShape = z.object({ body: z.string(), writtenAt: z.number().describe("Ms since the epoch") });

export const draftShape = wordsShape.extend({
  revision: z.number().describe("Grows with each saving; what goes on from this one says it as `base`"),
  sendKey: z.string().describe("Sent with it from whichever device, it is one letter"),
  pictures: z.array(z.object({ id: z.string(), name: z.string(), thumb: z.string() })),
  picturesGone: z.number().describe("How many more were kept with it, and are there no longer after their day"),
  others: z.array(wordsShape).describe("What other devices wrote meanwhile, the newest first"),
});

export type ShownDraft = z.infer<typeof draftShape>;

/** A begun letter as its author sees it. */
export async function shownDraft(store: Store, authorId: number, draft: LetterDraft): Promise<ShownDraft> {
  const { body, writtenAt, revision, sendKey, attachmentIds, others } = draft;
  const pictures = await loosePictures(store, authorId, attachmentIds);
  const picturesGone = attachmentIds.length - pictures.length;
  return { body, writtenAt, revision, sendKey, pictures, picturesGone, others };
}

/** Pictures that wait for a letter of this author, without those that are gone. */
export async function loosePictures(store: Store, authorId: number, ids: string[]): Promise<ShownDraft["pictures"]> {
  const found = ids.length > 0 ? await looseAttachments(store, authorId, ids) : [];
  return found.filter((each) => each !== null)
    .map(({ id, name }) => ({ id, name, thumb: letterFilePath(id, "thumb") }));
}
