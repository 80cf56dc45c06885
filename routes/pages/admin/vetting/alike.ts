/** Photos of other people that look like somebody's, as they are shown to the admin who decides on hers. */
import { type User, userById } from "../../../../kv/accounts/users.ts";
import type { LadyPhoto } from "../../../../kv/ladies/record.ts";
import type { Store } from "../../../../kv/open.ts";
import { type AlikePhoto, alikePhotos } from "../../../../kv/vetting/photo_likeness.ts";
import { type GalleryPhoto, photosOf, shownPhoto } from "../../../../kv/vetting/photos.ts";

export interface AlikeShown {
  owner: User;
  photo: LadyPhoto;
  /** The very same, but for its size. */
  isSame: boolean;
  isWaiting: boolean;
}

/** Of many photos only the first are compared: each takes seventy listings (`nearBands` of photo_likeness.ts). */
const comparedAtMost = 4;

export async function alikeOf(store: Store, ownerId: number, photos: readonly GalleryPhoto[]): Promise<AlikeShown[]> {
  const alike = await alikePhotos(store, ownerId, photos.slice(0, comparedAtMost));
  return (await Promise.all(alike.map((each) => shownOf(store, each)))).filter((each) => each !== null);
}

/** Null for what was removed in this very moment. */
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

/** How many bits a photo's hash may change by encoding it anew. */
const sameBitsMax = 2;
