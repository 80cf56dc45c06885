/** The audit of a folder: its store, as of one moment, and whether the files are there that the letters enclose. */
import { type Attachment, attachmentFile } from "../../kv/letters/attachments.ts";
import { openStore, type Store } from "../../kv/open.ts";
import { audit, type AuditOptions } from "../../kv/records/audit.ts";
import { Reader } from "../../kv/records/audit/reader.ts";
import { lastServedAt } from "../../kv/store/health/sentinel.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { storyFile, storyParts, type StoryPictureRecord } from "../../kv/writing/story_pictures.ts";
import { presentStore } from "./presence.ts";
import { copyStore } from "./sqlite.ts";
import { ignoreMissing, workFolder } from "./work_folder.ts";

/** Every broken invariant as a sentence. Throws Fault where there is no store. */
export async function auditFolder(
  { dataDir, secret, s3 }: { dataDir: string; secret: string; s3: unknown },
  options: AuditOptions = {},
): Promise<string[]> {
  const present = await presentStore(dataDir);
  await using work = await workFolder(dataDir);
  const inCopy = async (name: string, look: (store: Store) => Promise<string[]>): Promise<string[]> => {
    const location = `${work.path}/${name}.sqlite3`;
    copyStore(present.file, location);
    const store = await openStore({ location, secret, isVisitor: true });
    try {
      return await look(store);
    } finally {
      await store.close();
    }
  };
  let missing: string[] = [];
  const broken = await inCopy("first", async (store) => {
    // A bucket is asked for nothing here: its own console knows.
    if (!s3) missing = await missingFiles(store, dataDir);
    return await audit(store, { ...options, servedUntil: await lastServedAt(store.kv) ?? undefined });
  });
  if (missing.length > 0) {
    // Files go before their records: whose account ended since the copy has left, or is leaving, in a later one.
    const still = new Set(await inCopy("second", (store) => missingFiles(store, dataDir)));
    missing = missing.filter((sentence) => still.has(sentence));
  }
  await present.assertSame();
  return [...broken, ...missing];
}

/**
 * Pictures are stored before a letter can enclose them or a story can have them: the files may be looked for after the
 * copy. Those of whoever is leaving go just now.
 */
async function missingFiles(store: Store, dataDir: string): Promise<string[]> {
  const missing: string[] = [];
  const look = async (owner: string, names: string[]) => {
    for (const name of names) {
      if (await Deno.stat(`${dataDir}/uploads/${name}`).catch(ignoreMissing)) continue;
      missing.push(`${owner} ${name}, which is not among the uploads`);
    }
  };
  const reader = new Reader(store);
  await reader.meetLeaving();
  await reader.walk<StoryPictureRecord>(
    prefixes.storyPictures(),
    ({ storyId, token }) => look(`story ${storyId} has`, storyParts.map((part) => storyFile(token, part))),
  );
  await reader.walk<Attachment>(prefixes.attachments(), ({ id, letterId }) => {
    if (letterId === null) return;
    return look(`letter ${letterId} encloses`, (["full", "thumb"] as const).map((size) => attachmentFile(id, size)));
  });
  return missing;
}
