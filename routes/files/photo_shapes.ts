/** A photo of a gallery on the wire. */
import * as z from "zod";
import { type GalleryPhoto, isWaiting, shownPhoto } from "../../kv/vetting/photos.ts";

const photoFields = {
  id: z.number(),
  path: z.string(),
  pathOfQuad: z.string(),
  sizes: z.record(z.string(), z.string()).describe("full, medium, quad, avatar, and large where there is a larger one"),
  caption: z.string(),
  isMain: z.boolean(),
};

export const galleryPhotoShape = z.object({
  ...photoFields,
  isWaiting: z.boolean().optional().describe("To its owner: the picture or a new caption of it waits for approval"),
  isShown: z.boolean().optional().describe("To its owner: whether others see the picture"),
  wishedCaption: z.string().nullable().optional().describe("To its owner: the caption that waits"),
  crop: z.object({ left: z.number(), top: z.number(), side: z.number(), width: z.number(), height: z.number() })
    .nullable().optional().describe(
      "To its owner: the square, in pixels of the large picture of that width and height",
    ),
});
export type WirePhoto = z.infer<typeof galleryPhotoShape>;

/** A gallery as others see it: what is approved. */
export function othersPhotos(ownerId: number, photos: GalleryPhoto[]): WirePhoto[] {
  return photos.filter(({ state }) => state === "approved").map((photo, at) => wire(ownerId, photo, at === 0));
}

/** A gallery as its owner sees it: everything, in order, with what waits. */
export function ownPhotos(ownerId: number, photos: GalleryPhoto[]): WirePhoto[] {
  const main = photos.find(({ state }) => state === "approved");
  return photos.map((photo) => {
    const { picture, state, wishedCaption } = photo;
    return {
      ...wire(ownerId, photo, photo === main),
      isWaiting: isWaiting(photo),
      isShown: state === "approved",
      wishedCaption,
      crop: picture.kind === "upload" ? { ...picture.crop, width: picture.width, height: picture.height } : null,
    };
  });
}

function wire(ownerId: number, photo: GalleryPhoto, isMain: boolean): WirePhoto {
  const { id, path, pathOfQuad, sizes, caption = "" } = shownPhoto(ownerId, photo);
  return { id, path, pathOfQuad, sizes: { ...sizes }, caption, isMain };
}
