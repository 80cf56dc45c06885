/**
 * Taking down a photo that is shown: an admin removes it for a reason, which its owner reads and may object to. The files
 * go at once, as those of a refused photo do; who wins an objection adds the photo again.
 */
import type { Store } from "../open.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { changeGallery, withoutPhotos } from "./photo_changes.ts";
import type { GalleryPhoto } from "./photos.ts";
import { readTakedown, type WantedTakedown } from "./takedowns.ts";

/** Names what a page showed of a photo: its picture, the square that is cut out, and the caption. */
export const photoMark = ({ picture, caption }: GalleryPhoto): string =>
  `${picture.kind === "upload" ? `${picture.token}-${picture.cut}` : picture.photo.path} ${caption}`;

/**
 * Takes down a photo that others see. Refuses what `readTakedown` refuses, `not_found` for a photo that is not shown (any
 * more), `conflict` if it is not the one that was `seen`, and `wrong_role` if the actor is no acting admin (any more).
 */
export async function takePhotoDown(
  store: Store,
  wanted: WantedTakedown & { photoId: number },
): Promise<Result<{ photo: GalleryPhoto }>> {
  const { userId, photoId, seen } = wanted;
  const read = await readTakedown(store, wanted);
  if (!read.ok) return read;
  const { reason, tell } = read;
  return await changeGallery(store, userId, async (photos, op) => {
    const photo = photos.find(({ id }) => id === photoId);
    if (photo?.state !== "approved") return refuse("not_found");
    if (photoMark(photo) !== seen) return refuse("conflict");
    const noAdmin = await tell(op, { kind: "shown_photo" }, { photoId });
    if (noAdmin) return noAdmin;
    return {
      photos: await withoutPhotos(store, op, userId, { photos, gone: [photo] }),
      photo,
      rejection: { isCaption: false, wasShown: true, addedAt: photo.addedAt, refusedAt: store.now(), reason },
    };
  });
}
