/** Tells photos and videos, and names the files that belong to an export. */
import { man, type User } from "../../../accounts/users.ts";
import { ladyById } from "../../../ladies/ladies.ts";
import { type Video, videoFile, videosOf } from "../../../ladies/videos.ts";
import { attachmentFile } from "../../../letters/attachments.ts";
import type { Store } from "../../../open.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { photoFile, photosOf } from "../../../vetting/photos.ts";
import { tellDrafts, tellLetters } from "./letters.ts";
import { moment, other, type Section, type Told } from "./section.ts";

const photoName = (photoId: number): string => `pictures/photo-${photoId}.webp`;
const videoName = (videoId: number): string => `videos/video-${videoId}.webm`;

export const tellPhotos: Section = async function* (store, user) {
  for (const { id, state, caption, wishedCaption, picture, addedAt, addedBy } of await photosOf(store, user)) {
    yield {
      id,
      state,
      caption,
      wishedCaption,
      addedAt: moment(addedAt),
      ...(addedBy !== undefined && { addedBy: await other(store, addedBy) }),
      // The people of the demo came with the site's own drawings, which are no files of theirs.
      file: picture.kind === "upload" ? photoName(id) : null,
    };
  }
};

/** A lady's own videos; those that a man has paid for. */
export const tellVideos: Section = async function* (store, user) {
  for (const { id, title, seconds, addedAt } of await videosOf(store, user.id)) {
    yield { kind: "own", id, title, seconds, addedAt: moment(addedAt), file: videoName(id) };
  }
  if (user.groupId !== man) return;
  for await (const { key, value } of store.kv.list<number>({ prefix: prefixes.watchedVideosOf(user.id) })) {
    const video = (await store.kv.get<Video>(keys.video(Number(key[2])))).value;
    if (video) yield { kind: "paid", id: video.id, of: await other(store, video.ladyId), at: moment(value) };
  }
};

export interface ExportedFile {
  /** In the ZIP. */
  name: string;
  /** Where it is stored. */
  stored: string;
}

/** The files of somebody's own photos and videos, and of the pictures in letters, sent or begun, that she or he may read. */
export async function* exportedFiles(store: Store, user: User): AsyncGenerator<ExportedFile> {
  for (const { id, picture } of await photosOf(store, user)) {
    if (picture.kind === "upload") yield { name: photoName(id), stored: photoFile(picture, "large") };
  }
  if (await ladyById(store, user.id)) {
    for (const video of await videosOf(store, user.id)) {
      yield { name: videoName(video.id), stored: videoFile(video, "full") };
    }
  }
  for (const tell of [tellLetters, tellDrafts]) {
    for await (const letter of tell(store, user)) {
      for (const { file } of letter.pictures as Told[]) {
        const id = /letter-(.+)\.webp$/.exec(String(file))![1]!;
        yield { name: String(file), stored: attachmentFile(id, "full") };
      }
    }
  }
}
