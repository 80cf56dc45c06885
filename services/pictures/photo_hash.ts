/**
 * What a photo looks like, in 64 bits: pictures of which few bits differ look alike, however they were sized and encoded.
 * The lowest frequencies of a grey copy of 32 × 32, each above or below their median (pHash: Zauner, 2010).
 */
import sharp from "sharp";
import { secondsAtMost } from "./images.ts";

const side = 32;
/** Of each direction, without the very lowest: it tells the light of the whole. */
const frequencies = 8;
/** Below it there is nothing but one colour and noise, which looks like any other such picture. */
const detailMin = 2;

/** 16 hexadecimal digits; null for a picture in which there is too little to be told by. */
export async function photoHash(picture: Uint8Array): Promise<string | null> {
  const grey = await sharp(picture)
    .timeout({ seconds: secondsAtMost })
    .flatten({ background: "#fff" })
    .greyscale()
    .blur(1.5)
    .resize({ width: side, height: side, fit: "fill" })
    .raw()
    .toBuffer();
  const strengths = lowFrequencies(grey);
  const sorted = strengths.toSorted((one, other) => one - other);
  if (sorted.at(-1)! - sorted[0]! < detailMin) return null;
  const median = (sorted[31]! + sorted[32]!) / 2;
  const bits = strengths.reduce((all, strength) => all << 1n | (strength > median ? 1n : 0n), 0n);
  return bits.toString(16).padStart(16, "0");
}

/** The cosine transform of a square of `side`, as far as it is looked at: by rows, then by columns. */
function lowFrequencies(grey: Uint8Array): number[] {
  const rows = Array.from({ length: side }, (_, y) => waves.map((wave) => sumOf(wave, (x) => grey[y * side + x]!)));
  return waves.flatMap((wave) => waves.map((_, at) => sumOf(wave, (y) => rows[y]![at]!)));
}

const sumOf = (wave: readonly number[], valueAt: (place: number) => number): number =>
  wave.reduce((sum, weight, place) => sum + weight * valueAt(place), 0) * 2 / side;

const waves: readonly (readonly number[])[] = Array.from(
  { length: frequencies },
  (_, at) => Array.from({ length: side }, (_, place) => Math.cos((2 * place + 1) * (at + 1) * Math.PI / (2 * side))),
);
