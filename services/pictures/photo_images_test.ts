/** Photos are judged by their bytes, come out upright, without metadata, in each size; squares are cut where asked for. */
import { expect } from "expect";
import sharp from "sharp";
import { cutPhoto, photoBytesMax, preparePhoto } from "./photo_images.ts";
import * as pictures from "../testing/pictures.ts";

async function prepared(bytes: Uint8Array) {
  const photo = await preparePhoto(bytes);
  if (!photo.ok) throw new Error(photo.fault);
  return photo;
}

const sizeOf = ({ width, height }: { width: number; height: number }) => [width, height];

/** The colour of a pixel. */
async function colourAt(bytes: Uint8Array, left: number, top: number): Promise<string> {
  const [red = 0, , blue = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return red > 150 && blue < 100 ? "red" : blue > 150 && red < 100 ? "blue" : `${red} ${blue}`;
}

Deno.test("a photo comes in five sizes, none larger than what was sent", async () => {
  const wide = await prepared(await pictures.jpeg(3000, 1500));
  expect([wide.large, wide.full, wide.medium, wide.quad, wide.avatar].map(sizeOf))
    .toEqual([[2048, 1024], [1600, 800], [800, 400], [480, 480], [160, 160]]);
  expect(wide.square).toEqual({ left: 512, top: 0, side: 1024 });
  const tall = await prepared(await pictures.jpeg(600, 1200));
  expect(tall.square).toEqual({ left: 0, top: 200, side: 600 });
  const tiny = await prepared(await pictures.jpeg(40, 30));
  expect([tiny.large, tiny.full, tiny.quad, tiny.avatar].map(sizeOf)).toEqual([[40, 30], [40, 30], [30, 30], [30, 30]]);
});

Deno.test("it stands upright, and nothing says where, when and with what it was taken", async () => {
  const photo = await prepared(await pictures.jpegFromTelephone());
  expect(sizeOf(photo.large)).toEqual([200, 400]);
  for (const { bytes } of [photo.large, photo.full, photo.medium, photo.quad, photo.avatar]) {
    const head = await sharp(bytes).metadata();
    expect([head.format, head.exif, head.xmp, head.icc]).toEqual(["webp", undefined, undefined, undefined]);
    expect(new TextDecoder("latin1").decode(bytes)).not.toMatch(/secret|phone/i);
  }
});

Deno.test("only JPG is taken, by its bytes; bombs, halves and giants are told apart", async () => {
  const good = await pictures.jpeg();
  const cases: [Uint8Array, string][] = [
    [await pictures.png(), "type"],
    [await pictures.gif(), "type"],
    [pictures.svg(), "type"],
    [new Uint8Array(0), "type"],
    [good.slice(0, good.length / 2), "unreadable"],
    [new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), "unreadable"],
    [await pictures.pictureOfBytes(photoBytesMax + 1), "bytes"],
    [await pictures.jpeg(12_001, 4), "pixels"],
  ];
  for (const [bytes, fault] of cases) expect(await preparePhoto(bytes)).toEqual({ ok: false, fault });
  expect((await preparePhoto(await pictures.pictureOfBytes(photoBytesMax))).ok).toBe(true);
});

Deno.test("a square is cut where it was asked for", async () => {
  // Left half red, right half blue.
  const { large } = await prepared(await pictures.jpeg(800, 400));
  for (const [left, colour] of [[0, "red"], [400, "blue"]] as const) {
    const cut = await cutPhoto(large.bytes, { left, top: 0, side: 400 });
    if (!cut.ok) throw new Error(cut.fault);
    expect([sizeOf(cut.quad), sizeOf(cut.avatar)]).toEqual([[400, 400], [160, 160]]);
    for (const at of [20, 300]) expect(await colourAt(cut.quad.bytes, at, 100)).toBe(colour);
  }
  expect(await cutPhoto(large.bytes, { left: 600, top: 0, side: 400 })).toEqual({ ok: false, fault: "unreadable" });
});
