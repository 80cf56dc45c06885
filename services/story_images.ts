/**
 * Pictures for stories: JPG alone, decoded, turned upright and written anew like every other picture (images.ts), in the
 * shape and the two sizes of the journal's drawings.
 */
import sharp from "sharp";
import {
  areaMax,
  formatOf,
  type ImageFault,
  type Picture,
  pictureOf,
  secondsAtMost,
  sideMax,
  turns,
} from "./images.ts";
import { photoBytesMax } from "./photo_images.ts";

export interface PreparedStoryPicture {
  ok: true;
  full: Picture;
  medium: Picture;
}

const sizes = { full: { width: 1200, height: 750 }, medium: { width: 640, height: 400 } };

/** Checks a picture by its content and cuts both sizes out of its middle. */
export async function prepareStoryPicture(
  bytes: Uint8Array,
): Promise<PreparedStoryPicture | { ok: false; fault: ImageFault }> {
  if (bytes.byteLength > photoBytesMax) return { ok: false, fault: "bytes" };
  if (formatOf(bytes) !== "jpeg") return { ok: false, fault: "type" };
  const made = await turns.take(async () => {
    try {
      return await prepare(bytes);
    } catch {
      return "unreadable" as const;
    }
  });
  if (made === null) return { ok: false, fault: "busy" };
  return typeof made === "string" ? { ok: false, fault: made } : made;
}

async function prepare(bytes: Uint8Array): Promise<PreparedStoryPicture | "pixels" | "unreadable"> {
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (head.format !== "jpeg") return "unreadable";
  if (Math.max(head.width, head.height) > sideMax || head.width * head.height > areaMax) return "pixels";
  const cut = async (from: Uint8Array, size: { width: number; height: number }) =>
    pictureOf(
      await sharp(from, { limitInputPixels: areaMax, failOn: "error" }).timeout({ seconds: secondsAtMost }).autoOrient()
        .resize({ ...size, fit: "cover" }).webp({ quality: 80 }).toBuffer({ resolveWithObject: true }),
    );
  const full = await cut(bytes, sizes.full);
  return { ok: true, full, medium: await cut(full.bytes, sizes.medium) };
}
