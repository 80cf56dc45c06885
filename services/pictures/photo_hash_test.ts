/** Measures how far apart copies and different photos are: the bound of kv/vetting/photo_likeness.ts lies between. */
import { expect } from "expect";
import sharp, { type Sharp } from "sharp";
import { photoHash } from "./photo_hash.ts";
import { jpeg, photograph } from "../testing/pictures.ts";

/** The same as in kv/vetting/photo_likeness.ts, which this room may not import. */
const alikeBitsMax = 10;
const count = 24;
const photographs = await Promise.all(Array.from({ length: count }, (_, at) => photograph(at + 1, 600, 800)));

const bitsBetween = (one: string | null, other: string | null): number =>
  (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll("0", "").length;

const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer());

/** Cuts this share of the width or height off each side of a picture of 600 × 800. */
const trimmed = (picture: Uint8Array, share: number) =>
  sharp(picture).extract({
    left: 600 * share,
    top: 800 * share,
    width: 600 - 1200 * share,
    height: 800 - 1600 * share,
  }).jpeg({ quality: 80 });

const copies: [string, number, (picture: Uint8Array) => Sharp][] = [
  ["encoded anew, badly", 1, (picture) => sharp(picture).jpeg({ quality: 40 })],
  ["a third as wide, as WebP", 1, (picture) => sharp(picture).resize({ width: 200 }).webp({ quality: 60 })],
  ["brighter and paler", 1, (picture) => sharp(picture).modulate({ brightness: 1.15, saturation: 0.8 }).jpeg()],
  ["in grey", 1, (picture) => sharp(picture).greyscale().jpeg()],
  ["trimmed by one in a hundred", 0.95, (picture) => trimmed(picture, 0.01)],
  ["trimmed by two in a hundred", 0.85, (picture) => trimmed(picture, 0.02)],
];

for (const [what, share, copy] of copies) {
  Deno.test(`a photograph that is ${what} looks alike, ${share * 100} of a hundred times at least`, async () => {
    const bits = await Promise.all(
      photographs.map(async (picture) =>
        bitsBetween(await photoHash(picture), await photoHash(await bytesOf(copy(picture))))
      ),
    );
    const alike = bits.filter((each) => each <= alikeBitsMax).length;
    expect(alike / count).toBeGreaterThanOrEqual(share);
  });
}

Deno.test("no two photographs look alike", async () => {
  const hashes = await Promise.all(photographs.map(photoHash));
  for (const [at, hash] of hashes.entries()) {
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    for (const other of hashes.slice(at + 1)) expect(bitsBetween(hash, other)).toBeGreaterThan(alikeBitsMax + 5);
  }
});

Deno.test("a picture of one colour, or of one edge, is too little to be told by", async () => {
  const grey = sharp({ create: { width: 400, height: 500, channels: 3, background: "#987" } });
  expect([await photoHash(await bytesOf(grey.jpeg())), await photoHash(await jpeg())]).toEqual([null, null]);
});
