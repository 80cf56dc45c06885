/**
 * Pictures for stories: JPG alone, decoded, turned upright and written anew like every other picture (images.ts), in the
 * shape and the two sizes of the journal's drawings.
 */
import sharp from "sharp";
import { areaMax, type Faulty, type Picture, takePicture } from "./images.ts";
import { allowedPhoto, webp } from "./photo_images.ts";

export interface PreparedStoryPicture {
  ok: true;
  full: Picture;
  medium: Picture;
}

const sizes = { full: { width: 1200, height: 750 }, medium: { width: 640, height: 400 } };

/** Checks a picture by its content and cuts both sizes out of its middle. */
export function prepareStoryPicture(bytes: Uint8Array): Promise<PreparedStoryPicture | Faulty> {
  return takePicture(bytes, allowedPhoto, () => prepare(bytes));
}

async function prepare(bytes: Uint8Array): Promise<PreparedStoryPicture> {
  const cut = (from: Uint8Array, size: { width: number; height: number }) =>
    webp(
      sharp(from, { limitInputPixels: areaMax, failOn: "error" }).autoOrient().resize({ ...size, fit: "cover" }),
      80,
    );
  const full = await cut(bytes, sizes.full);
  return { ok: true, full, medium: await cut(full.bytes, sizes.medium) };
}
