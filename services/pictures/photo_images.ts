/**
 * Photos for galleries: JPG alone, decoded, turned upright and written anew like every other picture (images.ts), in the
 * sizes that pages ask for; and the square that is cut out of them.
 */
import sharp, { type Sharp } from "sharp";
import {
  type Allowed,
  areaMax,
  type Faulty,
  type Picture,
  pictureOf,
  queued,
  secondsAtMost,
  takePicture,
} from "./images.ts";
import { photoHash } from "./photo_hash.ts";

/** Most bytes of one photo: 5 MB (specification, section 9). */
export const photoBytesMax = 5 * 1024 * 1024;
export const allowedPhoto: Allowed = { bytesMax: photoBytesMax, formats: ["jpeg"] };

const largeSide = 2048;
/** Cards and profiles show pictures of four to five, cut by the page: these sizes cover that. */
const fullSize = { width: 640, height: 800 };
const mediumSize = { width: 320, height: 400 };
const quadSide = 480;
const avatarSide = 160;

/** In pixels of the large picture. */
export interface Square {
  left: number;
  top: number;
  side: number;
}

export interface CutPhoto {
  quad: Picture;
  avatar: Picture;
}

export interface PreparedPhoto extends CutPhoto {
  ok: true;
  type: "image/webp";
  /** At most 2048 pixels a side. */
  large: Picture;
  full: Picture;
  medium: Picture;
  square: Square;
  /** What it looks like (photo_hash.ts). */
  hash: string | null;
}

/** Checks a photo by its content and makes all sizes, the squares out of its middle. */
export function preparePhoto(bytes: Uint8Array): Promise<PreparedPhoto | Faulty> {
  return takePicture(bytes, allowedPhoto, () => prepare(bytes));
}

/** Cuts another square out of a large picture of ours. The square must lie within it. */
export async function cutPhoto(large: Uint8Array, square: Square): Promise<({ ok: true } & CutPhoto) | Faulty> {
  return await queued(async () => ({ ok: true as const, ...await cut(large, square) }));
}

async function prepare(bytes: Uint8Array): Promise<PreparedPhoto> {
  const upright = sharp(bytes, { limitInputPixels: areaMax, failOn: "error" }).autoOrient();
  const large = await webp(upright.resize({ ...within(largeSide), withoutEnlargement: true }), 82);
  const cover = (size: typeof fullSize) =>
    webp(sharp(large.bytes).resize({ ...size, fit: "outside", withoutEnlargement: true }), 78);
  const [full, medium] = [await cover(fullSize), await cover(mediumSize)];
  const square = middleOf(large);
  const hash = await photoHash(medium.bytes);
  return { ok: true, type: "image/webp", large, full, medium, square, hash, ...await cut(large.bytes, square) };
}

const within = (side: number) => ({ width: side, height: side, fit: "inside" as const });

/** The largest square in the middle; of a tall picture a little higher, where faces are. */
function middleOf({ width, height }: { width: number; height: number }): Square {
  const side = Math.min(width, height);
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 3), side };
}

async function cut(large: Uint8Array, { left, top, side }: Square): Promise<CutPhoto> {
  const squareOf = (to: number) =>
    webp(
      sharp(large).extract({ left, top, width: side, height: side }).resize({
        width: to,
        height: to,
        withoutEnlargement: true,
      }),
      80,
    );
  return { quad: await squareOf(quadSide), avatar: await squareOf(avatarSide) };
}

export const webp = async (image: Sharp, quality: number): Promise<Picture> =>
  pictureOf(await image.timeout({ seconds: secondsAtMost }).webp({ quality }).toBuffer({ resolveWithObject: true }));
