/**
 * What a photo looks like, in 64 bits: pictures that differ in few bits look alike, however they were sized and
 * encoded. Each bit says whether one of the lowest frequencies of a grey copy of 32 × 32 is above their median (pHash:
 * Zauner, 2010).
 */
import sharp from "sharp";
import { secondsAtMost } from "./images.ts";

const side = 32;
/** In each direction, without the very lowest, which only tells how light the whole is. */
const frequencies = 8;
/** A picture with less is one colour and noise, and looks like any other such picture. */
const detailMin = 2;

/** 16 hexadecimal digits; null for a picture that has too little in it to be recognised. */
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

/** The lowest frequencies of the cosine transform of a square of `side`: by rows, then by columns. */
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
