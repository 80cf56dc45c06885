/** Photos of other people that look like somebody's, as those who decide are shown them. */
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

/** Of many photos the first are looked for: each is asked for in seventy places. */
const lookedForAtMost = 4;

export async function alikeOf(store: Store, ownerId: number, photos: readonly GalleryPhoto[]): Promise<AlikeShown[]> {
  const alike = await alikePhotos(store, ownerId, photos.slice(0, lookedForAtMost));
  return (await Promise.all(alike.map((each) => shownOf(store, each)))).filter((each) => each !== null);
}

/** Null for what was removed in this very moment. */
async function shownOf(store: Store, { ownerId, photoId, bits }: AlikePhoto): Promise<AlikeShown | null> {
  const owner = await userById(store, ownerId);
  const photo = owner && (await photosOf(store, owner)).find(({ id }) => id === photoId);
  if (!photo) return null;
  return { owner, photo: shownPhoto(ownerId, photo), isSame: bits <= sameBits, isWaiting: photo.state === "waiting" };
}

/** What encoding anew alone may change. */
const sameBits = 2;
