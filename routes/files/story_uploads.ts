/** The way of a picture into a story and out of it: checked, announced, stored, and only then recorded; and its files. */
import type { Hono } from "hono";
import type { Result } from "../../kv/store/refusals.ts";
import type { Story } from "../../kv/writing/stories.ts";
import {
  addStoryPicture,
  expectStoryPicture,
  storyFile,
  storyFilesRoot,
  storyParts,
  storyPictureAt,
} from "../../kv/writing/story_pictures.ts";
import { photoBytesMax } from "../../services/pictures/photo_images.ts";
import { prepareStoryPicture } from "../../services/pictures/story_images.ts";
import type { AppEnv, Dependencies } from "../http/env.ts";
import { answerNotThere } from "../http/refusal_answer.tsx";
import { refusePhoto } from "./photo_uploads.ts";
import { putFiles } from "./put_files.ts";
import { answerStored } from "./stored_file.ts";

/**
 * Adds an uploaded file to a story. Refuses what is no picture, naming the field `file`; `storage_unavailable`; and what
 * `addStoryPicture` refuses.
 */
export async function keepStoryPicture(
  { store, storage }: Dependencies,
  storyId: number,
  file: File,
  actorId: number,
): Promise<Result<{ story: Story }>> {
  const prepared = file.size > photoBytesMax
    ? { ok: false as const, fault: "bytes" as const }
    : await prepareStoryPicture(new Uint8Array(await file.arrayBuffer()));
  if (!prepared.ok) {
    return await refusePhoto(store, prepared.fault, { field: "file", file, actorId, subject: `story:${storyId}` });
  }
  const token = store.randomToken();
  await expectStoryPicture(store, token);
  const put = await putFiles(
    storage,
    storyParts.map((part) => ({ name: storyFile(token, part), bytes: prepared[part].bytes, type: "image/webp" })),
  );
  if (!put.ok) return put;
  const bytes = { full: prepared.full.bytes.length, medium: prepared.medium.bytes.length };
  return await addStoryPicture(store, { token, storyId, bytes }, actorId);
}

/** What the job does: removes the files of a picture that no story has. Throws when it must be tried again. */
export async function clearStoryPicture({ store, storage }: Dependencies, token: string): Promise<void> {
  if (await storyPictureAt(store, token)) return;
  for (const part of storyParts) await storage.delete(storyFile(token, part));
}

/** The files are open to everybody who knows the address, like the journal itself. */
export function mountStoryFiles(app: Hono<AppEnv>): void {
  app.get(`${storyFilesRoot}:token/:part`, async (c) => {
    const picture = await storyPictureAt(c.var.deps.store, c.req.param("token"));
    const part = storyParts.find((each) => each === c.req.param("part"));
    const answer = picture && part && await answerStored(c, {
      name: storyFile(picture.token, part),
      type: "image/webp",
      bytes: picture.bytes[part],
      tag: `${picture.token}-${part}`,
      cacheControl: "public, max-age=86400",
      saveAs: `picture-${part}.webp`,
    });
    return answer || await answerNotThere(c);
  });
}
