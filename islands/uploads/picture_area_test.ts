import { expect } from "expect";
import sharp from "sharp";
import { fileToSend } from "./file_to_send.ts";
import { areaOf, mayBeOpened } from "./picture_area.ts";

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#888" } });

/** A JPEG with the metadata of a camera, whose header is changed to claim this size. */
async function photo(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const exif = { IFD0: { Make: "x".repeat(20_000) } };
  const bytes = new Uint8Array(await blank(16, 8).withExif(exif).jpeg().toBuffer());
  const at = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0);
  new DataView(bytes.buffer).setUint16(at + 5, height);
  new DataView(bytes.buffer).setUint16(at + 7, width);
  return bytes;
}

Deno.test("how many pixels a picture has is read from its head, behind all that a camera wrote before it", async () => {
  expect(areaOf(await photo(12_000, 9000))).toBe(108_000_000);
  expect(areaOf(new Uint8Array(await blank(30, 20).png().toBuffer()))).toBe(600);
  expect(areaOf(new Uint8Array(await blank(30, 20).jpeg({ progressive: true }).toBuffer()))).toBe(600);
  expect(areaOf((await photo(12_000, 9000)).subarray(0, 1000))).toBe(null);
  for (const other of ["", "GIF89a", "\0\0\0\x18ftypheic"]) expect(areaOf(new TextEncoder().encode(other))).toBe(null);
});

Deno.test("a hundred megapixels are opened by a strong device alone, twelve by a weak one too, and what is not understood by all", async () => {
  const [hundred, twelve] = [await photo(12_000, 9000), await photo(4000, 3000)];
  expect([1, 4, 8].map((memory) => mayBeOpened(hundred, memory))).toEqual([false, false, true]);
  expect([0.5, 1].map((memory) => mayBeOpened(twelve, memory))).toEqual([true, true]);
  expect(mayBeOpened(new TextEncoder().encode("\0\0\0\x18ftypheic"), 0.5)).toBe(true);
});

Deno.test("a weak phone does not open a photo of a hundred megapixels: the file stays as it is, and is told of by its size", async () => {
  let opened = 0;
  const { createImageBitmap } = globalThis;
  globalThis.createImageBitmap = () => Promise.reject(opened++);
  Object.defineProperty(navigator, "deviceMemory", { value: 2, configurable: true });
  try {
    const limits = { types: ["image/jpeg"], bytesMax: 4096 * 1024, countMax: 3 };
    const rest = new Uint8Array(limits.bytesMax);
    for (const [width, height, expected] of [[12_000, 9000, 0], [4000, 3000, 1]] as const) {
      const file = new File([await photo(width, height), rest], "IMG_1.jpg", { type: "image/jpeg" });
      expect(await fileToSend(file, limits)).toBe(file);
      expect(opened).toBe(expected);
    }
  } finally {
    globalThis.createImageBitmap = createImageBitmap;
    Reflect.deleteProperty(navigator, "deviceMemory");
  }
});
