/** The audit of a folder: its store, as of one moment, and whether the files that its records name are there. */
import { type Video, videoFile, videoPart, videoParts } from "../../kv/ladies/videos.ts";
import { type Attachment, attachmentFile } from "../../kv/letters/attachments.ts";
import { openStore, type Store } from "../../kv/open.ts";
import { audit, type AuditOptions } from "../../kv/records/audit.ts";
import { Reader } from "../../kv/records/audit/reader.ts";
import { lastServedAt } from "../../kv/store/health/sentinel.ts";
import { damage } from "../../kv/store/health/unusable.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { type LiveCheck, liveVideoFile } from "../../kv/vetting/live_checks.ts";
import { type Gallery, photoFile, photoParts } from "../../kv/vetting/photos.ts";
import { storyFile, storyParts, type StoryPictureRecord } from "../../kv/writing/story_pictures.ts";
import { presentStore } from "./presence.ts";
import { copyStore, faultOfStore } from "./sqlite.ts";
import { ignoreMissing, workFolder } from "./work_folder.ts";

/** Every broken invariant as a sentence. Throws Fault if there is no store. */
export async function auditFolder(
  { dataDir, secret, s3 }: { dataDir: string; secret: string; s3: unknown },
  options: AuditOptions = {},
): Promise<string[]> {
  const present = await presentStore(dataDir);
  // A copy is made of what can be read: it would not show a damaged page that nothing reads.
  const fault = faultOfStore(present.file);
  if (fault !== null) return [damage("the store", fault)];
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
    // Files in a bucket are not looked for: its own console can tell.
    if (!s3) missing = await missingFiles(store, dataDir);
    return await audit(store, { ...options, servedUntil: await lastServedAt(store.kv) ?? undefined });
  });
  if (missing.length > 0) {
    // Files go before their records: an account that ended since this copy is gone, or leaving, in a later copy.
    const still = new Set(await inCopy("second", (store) => missingFiles(store, dataDir)));
    missing = missing.filter((sentence) => still.has(sentence));
  }
  await present.assertSame();
  return [...broken, ...missing];
}

/**
 * The files that records name but that are not there, as sentences. Files are stored before a record can name them, so they
 * may be looked for after the copy. Those of people who are leaving are just being removed.
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
  await reader.walk<Gallery>(prefixes.allPhotos(), ({ photos }, key) => {
    const uploads = photos.flatMap(({ picture }) => picture.kind === "upload" ? [picture] : []);
    return look(
      `user ${Number(key[1])} has`,
      uploads.flatMap((picture) => photoParts.map((part) => photoFile(picture, part))),
    );
  });
  await reader.walk<Video>(prefixes.allVideos(), (video) => {
    const parts = videoParts.filter((part) => videoPart(video, part) !== null);
    return look(`video ${video.id} has`, parts.map((part) => videoFile(video, part)));
  });
  await reader.walk<LiveCheck>(prefixes.allLiveChecks(), ({ ladyId, video }) => {
    if (video) return look(`the live check of lady ${ladyId} has`, [liveVideoFile(video)]);
  });
  return missing;
}
