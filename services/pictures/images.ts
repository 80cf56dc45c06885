/**
 * Pictures that people upload: what is in the bytes counts, never a name. Each is decoded, turned upright and written
 * anew, so that nothing hidden in the file stays, nor when, where and with what the picture was taken. A moving GIF is
 * kept as its first picture: a letter encloses photographs, and nothing on a page moves by itself.
 */
import sharp, { type OutputInfo } from "sharp";
import { WorkQueue } from "../work_queue.ts";

/** Most bytes of one picture: 4096K (specification, section 9). */
export const pictureBytesMax = 4096 * 1024;
/** A bomb is small as a file and huge as a picture: sides and area are read from the head, before anything is decoded. */
const sideMax = 12_000;
export const areaMax = 40_000_000;

const fullSide = 2048;
const thumbSide = 320;
export const secondsAtMost = 20;
/** Two at once: pages always find a processor, and at most two large pictures lie in memory. */
const atOnce = 2;
const waitingAtMost = 60;

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

export interface PreparedImage {
  ok: true;
  type: "image/webp";
  /** At most 2048 pixels a side. */
  full: Picture;
  /** At most 320 pixels a side. */
  thumb: Picture;
}

/**
 * Why a picture was not taken: not a GIF, JPG or PNG; more than 4096K; too many pixels; broken or not to be read; or
 * too many others are waiting already.
 */
export type ImageFault = "type" | "bytes" | "pixels" | "unreadable" | "busy";

export interface Faulty {
  ok: false;
  fault: ImageFault;
}

// One processor a picture, and no memory kept between pictures of different people.
sharp.concurrency(1);
sharp.cache(false);

const queue = new WorkQueue(atOnce, waitingAtMost);

/** Checks a picture by its content and makes the two sizes that are kept. */
export function prepareImage(bytes: Uint8Array): Promise<PreparedImage | Faulty> {
  return takePicture(bytes, { bytesMax: pictureBytesMax, formats: ["jpeg", "png", "gif"] }, () => prepare(bytes));
}

export interface Allowed {
  bytesMax: number;
  formats: readonly Format[];
}

/**
 * Checks the bytes at once; when its turn comes, checks the head, and only then makes what is wanted of the picture.
 */
export async function takePicture<Made extends { ok: true }>(
  bytes: Uint8Array,
  { bytesMax, formats }: Allowed,
  make: () => Promise<Made>,
): Promise<Made | Faulty> {
  if (bytes.byteLength > bytesMax) return { ok: false, fault: "bytes" };
  const format = formatOf(bytes);
  if (format === null || !formats.includes(format)) return { ok: false, fault: "type" };
  return await queued(async () => await headFault(bytes, format) ?? await make());
}

/** Does the work when its turn comes. If it throws, the picture is at fault ("unreadable"), not we. */
export async function queued<Made extends { ok: true }>(work: () => Promise<Made | Faulty>): Promise<Made | Faulty> {
  const done = await queue.take(async () => {
    try {
      return await work();
    } catch {
      return { ok: false, fault: "unreadable" } as const;
    }
  });
  return done ?? { ok: false, fault: "busy" };
}

async function headFault(bytes: Uint8Array, format: Format): Promise<Faulty | null> {
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (head.format !== format) return { ok: false, fault: "unreadable" };
  const isLarge = Math.max(head.width, head.height) > sideMax || head.width * head.height > areaMax;
  return isLarge ? { ok: false, fault: "pixels" } : null;
}

async function prepare(bytes: Uint8Array): Promise<PreparedImage> {
  const full = await sharp(bytes, { limitInputPixels: areaMax, failOn: "error", pages: 1 })
    .timeout({ seconds: secondsAtMost })
    .autoOrient()
    .resize({ width: fullSide, height: fullSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const thumb = await sharp(full.data)
    .timeout({ seconds: secondsAtMost })
    .resize({ width: thumbSide, height: thumbSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 76 })
    .toBuffer({ resolveWithObject: true });
  return { ok: true, type: "image/webp", full: pictureOf(full), thumb: pictureOf(thumb) };
}

export const pictureOf = ({ data, info }: { data: Uint8Array; info: OutputInfo }): Picture => ({
  bytes: new Uint8Array(data),
  width: info.width,
  height: info.height,
});

type Format = "jpeg" | "png" | "gif";

const signatures: [Format, number[]][] = [
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
];

/** By the first bytes: no other decoder may ever see what a stranger sends. */
const formatOf = (bytes: Uint8Array): Format | null =>
  signatures.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0] ?? null;
