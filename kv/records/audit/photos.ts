/** The audit of galleries: photos that wait are in the approval queue, approved ones are shown, and no others. */
import type { User } from "../../accounts/users.ts";
import type { LadyRecord } from "../../ladies/record.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Approval } from "../../vetting/approvals.ts";
import { mainPhotoOf, shownPhotos } from "../../vetting/photo_changes.ts";
import { hashOfPhoto, likenessKeys } from "../../vetting/photo_likeness.ts";
import { captionLengthMax, type Gallery, isCropPossible, isWaiting, photosAtMost } from "../../vetting/photos.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditPhotos(reader: Reader, report: Report): Promise<void> {
  const nextId = await reader.valueAt<number>(keys.counter("photo")) ?? 0;
  await reader.walk<Gallery>(prefixes.allPhotos(), async ({ photos }, key) => {
    const ownerId = Number(key[1]);
    const fault: Report = (sentence) => report(`the gallery of user ${ownerId} ${sentence}`);
    const user = await reader.valueAt<User>(keys.user(ownerId));
    if (!user) return fault("belongs to nobody");
    if (photos.length > photosAtMost) fault("holds too many photos");
    if (new Set(photos.map(({ id }) => id)).size !== photos.length) fault("holds a photo twice");

    for (const photo of photos) {
      const { id, caption, picture } = photo;
      if (picture.kind === "upload" && id >= nextId) fault(`holds photo ${id}, whose id will be given again`);
      if (picture.kind === "upload" && !isCropPossible(picture.crop, picture)) fault(`cuts photo ${id} outside of it`);
      if (caption.length > captionLengthMax) fault(`says too much of photo ${id}`);
      for (const indexKey of likenessKeys(ownerId, photo)) {
        if (await reader.valueAt<string>(indexKey) !== hashOfPhoto(photo)) {
          fault(`is not found by what photo ${id} looks like`);
        }
      }
      const isAsked = await reader.isThere(keys.approvalIdOf("photo", id));
      if (isWaiting(photo) && !isAsked) fault(`waits for photo ${id}, which nobody is asked about`);
      if (!isWaiting(photo) && isAsked) fault(`asks about photo ${id}, which does not wait`);
    }

    const shown = shownPhotos(ownerId, photos);
    if (!isSame(user.photo, mainPhotoOf(shown))) fault("has another main photo than its owner's account");
    const profile = await reader.valueAt<LadyRecord>(keys.lady(ownerId));
    if (profile && !isSame(profile.photos, shown)) fault("is not what its lady's profile shows");
  });
  await reader.walk<string>(prefixes.allPhotoHashes(), async (hash, key) => {
    const [ownerId, photoId] = [Number(key[3]), Number(key[4])];
    const gallery = await reader.valueAt<Gallery>(keys.photos(ownerId));
    const photo = gallery?.photos.find(({ id }) => id === photoId);
    const isOne = photo && hashOfPhoto(photo) === hash && likenessKeys(ownerId, photo).some((own) => isSame(own, key));
    if (!isOne) report(`photo ${photoId} of user ${ownerId} is found by looks that it does not have`);
  });
  await reader.walk<Approval>(prefixes.approvals(), async ({ id, kind, subjectId, userId }) => {
    if (kind !== "photo") return;
    const gallery = await reader.valueAt<Gallery>(keys.photos(userId));
    const isThere = gallery?.photos.some((photo) => photo.id === subjectId);
    if (!isThere) report(`approval ${id} is about photo ${subjectId}, which is not in the gallery of user ${userId}`);
  });
}

const isSame = (some: unknown, other: unknown): boolean => JSON.stringify(some) === JSON.stringify(other);
