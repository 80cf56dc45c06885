/** The audit of a folder: its store, as of one moment, and whether the files are there that the letters enclose. */
import { type Attachment, attachmentFile } from "../../kv/letters/attachments.ts";
import { openStore, type Store } from "../../kv/open.ts";
import { audit, type AuditOptions } from "../../kv/records/audit.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { storyFile, storyParts, type StoryPictureRecord } from "../../kv/writing/story_pictures.ts";
import { presentStore } from "./presence.ts";
import { copyStore, storeFile } from "./sqlite.ts";
import { ignoreMissing, workFolder } from "./work_folder.ts";

/** Every broken invariant as a sentence. Throws Fault where there is no store. */
export async function auditFolder(
  { dataDir, secret, s3 }: { dataDir: string; secret: string; s3: unknown },
  options: AuditOptions = {},
): Promise<string[]> {
  const present = await presentStore(dataDir);
  await using work = await workFolder(dataDir);
  const copy = `${work.path}/${storeFile}`;
  copyStore(present.file, copy);
  const store = await openStore({ location: copy, secret });
  try {
    const broken = await audit(store, options);
    // A bucket is asked for nothing here: its own console knows.
    if (!s3) broken.push(...await missingFiles(store, dataDir));
    await present.assertSame();
    return broken;
  } finally {
    await store.close();
  }
}

/**
 * Pictures are stored before a letter can enclose them or a story can have them, and outlive both: the files may be
 * looked for after the copy.
 */
async function missingFiles(store: Store, dataDir: string): Promise<string[]> {
  const missing: string[] = [];
  for await (const { value } of store.kv.list<StoryPictureRecord>({ prefix: prefixes.storyPictures() })) {
    for (const name of storyParts.map((part) => storyFile(value.token, part))) {
      if (await Deno.stat(`${dataDir}/uploads/${name}`).catch(ignoreMissing)) continue;
      missing.push(`story ${value.storyId} has ${name}, which is not among the uploads`);
    }
  }
  for await (const { value } of store.kv.list<Attachment>({ prefix: prefixes.attachments() })) {
    if (value.letterId === null) continue;
    for (const size of ["full", "thumb"] as const) {
      const name = attachmentFile(value.id, size);
      if (await Deno.stat(`${dataDir}/uploads/${name}`).catch(ignoreMissing)) continue;
      missing.push(`letter ${value.letterId} encloses ${name}, which is not among the uploads`);
    }
  }
  return missing;
}
