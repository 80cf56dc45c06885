/** Photos of other people that look like somebody's own, as they are shown to the admin who decides about that person. */
import { type User, userById } from "../../../../kv/accounts/users.ts";
import type { LadyPhoto } from "../../../../kv/ladies/record.ts";
import type { Store } from "../../../../kv/open.ts";
import { type AlikePhoto, alikePhotos } from "../../../../kv/vetting/photo_likeness.ts";
import { type GalleryPhoto, photosOf, shownPhoto } from "../../../../kv/vetting/photos.ts";

export interface AlikeShown {
  owner: User;
  photo: LadyPhoto;
  /** Whether it is the same picture, perhaps in another size. */
  isSame: boolean;
  isWaiting: boolean;
}

/** How many of a person's photos are compared: each takes seventy listings (`nearBands` of photo_likeness.ts). */
const comparedAtMost = 4;

export async function alikeOf(store: Store, ownerId: number, photos: readonly GalleryPhoto[]): Promise<AlikeShown[]> {
  const alike = await alikePhotos(store, ownerId, photos.slice(0, comparedAtMost));
  return (await Promise.all(alike.map((each) => shownOf(store, each)))).filter((each) => each !== null);
}

/** Null if the photo was removed meanwhile. */
async function shownOf(store: Store, { ownerId, photoId, bits }: AlikePhoto): Promise<AlikeShown | null> {
  const owner = await userById(store, ownerId);
  const photo = owner && (await photosOf(store, owner)).find(({ id }) => id === photoId);
  if (!photo) return null;
  return {
    owner,
    photo: shownPhoto(ownerId, photo),
    isSame: bits <= sameBitsMax,
    isWaiting: photo.state === "waiting",
  };
}

/** The most bits in which the hashes of one picture differ, if it was only encoded anew. */
const sameBitsMax = 2;
