/** Pictures are judged by their bytes: real ones come out small, without metadata; all else is refused with its fault. */
import { expect } from "expect";
import sharp from "sharp";
import { type ImageFault, type Picture, pictureBytesMax, type PreparedImage, prepareImage } from "./images.ts";
import {
  bomb,
  gif,
  jpeg,
  jpegFromTelephone,
  jpegInCmyk,
  movingGif,
  pictureOfBytes,
  pictureWithArchive,
  png,
  svg,
  trueBomb,
} from "../testing/pictures.ts";

async function taken(bytes: Uint8Array): Promise<PreparedImage> {
  const prepared = await prepareImage(bytes);
  if (!prepared.ok) throw new Error(prepared.fault);
  return prepared;
}

async function faultOf(bytes: Uint8Array): Promise<ImageFault | null> {
  const prepared = await prepareImage(bytes);
  return prepared.ok ? null : prepared.fault;
}

/** Red, green and blue at a place, from 0 to 1 across and down. */
async function colourAt({ bytes }: Picture, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}
const isRed = ([r, g, b]: number[]) => r! > 180 && g! < 90 && b! < 90;
const isBlue = ([r, g, b]: number[]) => r! < 90 && g! < 120 && b! > 130;
const holds = (bytes: Uint8Array, text: string) => new TextDecoder("latin1").decode(bytes).includes(text);

Deno.test("JPG, PNG and GIF become two webp pictures of their own proportions", async () => {
  for (const make of [jpeg, png, gif]) {
    const { type, full, thumb } = await taken(await make(3000, 1500));
    expect(type).toBe("image/webp");
    expect([full.width, full.height, thumb.width, thumb.height]).toEqual([2048, 1024, 320, 160]);
    for (const picture of [full, thumb]) {
      const head = await sharp(picture.bytes).metadata();
      expect([head.format, head.width, head.height]).toEqual(["webp", picture.width, picture.height]);
      expect(isRed(await colourAt(picture, 0.2, 0.5)) && isBlue(await colourAt(picture, 0.8, 0.5))).toBe(true);
    }
  }
});

Deno.test("a small picture is never made larger, not even one of a single pixel", async () => {
  const { full, thumb } = await taken(await png(1, 1));
  expect([full.width, full.height, thumb.width, thumb.height]).toEqual([1, 1, 1, 1]);
  const flat = await taken(await jpeg(4000, 2));
  expect([flat.full.width, flat.full.height, flat.thumb.width, flat.thumb.height]).toEqual([2048, 1, 320, 1]);
});

Deno.test("where, when and with what it was taken is gone, and the picture stands upright", async () => {
  const bytes = await jpegFromTelephone();
  const before = await sharp(bytes).metadata();
  // The test would prove nothing if there were nothing to lose.
  expect([before.orientation, before.exif !== undefined, before.xmp !== undefined]).toEqual([6, true, true]);
  expect(holds(bytes, "SecretPhone") && holds(bytes, "home address")).toBe(true);
  const { full, thumb } = await taken(bytes);
  for (const picture of [full, thumb]) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(picture.bytes).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    for (const secret of ["SecretPhone", "secret-firmware", "home address", "EXIF", "GPS"]) {
      expect(holds(picture.bytes, secret)).toBe(false);
    }
    expect(picture.height).toBe(picture.width * 2);
    expect(isRed(await colourAt(picture, 0.5, 0.2)) && isBlue(await colourAt(picture, 0.5, 0.8))).toBe(true);
  }
});

Deno.test("colours of print come out as colours of a screen", async () => {
  const { full } = await taken(await jpegInCmyk());
  const { space, channels } = await sharp(full.bytes).metadata();
  expect([space, channels]).toEqual(["srgb", 3]);
  expect(isBlue(await colourAt(full, 0.8, 0.5))).toBe(true);
});

Deno.test("a moving GIF is kept as its first picture", async () => {
  const bytes = await movingGif();
  expect((await sharp(bytes).metadata()).pages).toBe(3);
  const { full } = await taken(bytes);
  expect([full.width, full.height, (await sharp(full.bytes).metadata()).pages ?? 1]).toEqual([40, 40, 1]);
  expect(isRed(await colourAt(full, 0.5, 0.5))).toBe(true);
});

Deno.test("an archive that hides behind a picture does not come through", async () => {
  const bytes = await pictureWithArchive();
  expect(holds(bytes, "PK\x03\x04")).toBe(true);
  const { full, thumb } = await taken(bytes);
  for (const picture of [full, thumb]) expect(holds(picture.bytes, "PK\x03\x04")).toBe(false);
});

Deno.test("what is no GIF, JPG or PNG is refused by its content, whatever it is called", async () => {
  const webp = new Uint8Array(await sharp(await png()).webp().toBuffer());
  const tiff = new Uint8Array(await sharp(await png()).tiff().toBuffer());
  const text = new TextEncoder().encode("%PDF-1.7 or any other words");
  for (const bytes of [svg(), webp, tiff, text, new Uint8Array(), new Uint8Array(100)]) {
    expect(await faultOf(bytes)).toBe("type");
  }
});

Deno.test("a head without its body, and a body of rubbish, cannot be read", async () => {
  const whole = await jpeg(800, 600);
  expect(await faultOf(whole.subarray(0, whole.length / 2))).toBe("unreadable");
  expect(await faultOf(whole.subarray(0, 20))).toBe("unreadable");
  const wholePng = await png(800, 600);
  expect(await faultOf(wholePng.subarray(0, wholePng.length / 2))).toBe("unreadable");
  const wholeGif = await gif(800, 600);
  expect(await faultOf(wholeGif.subarray(0, wholeGif.length / 2))).toBe("unreadable");
  const rubbish = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(500).fill(7)]);
  expect(await faultOf(rubbish)).toBe("unreadable");
});

Deno.test("4096K are taken, one byte more is refused before anybody looks at it", async () => {
  expect(pictureBytesMax).toBe(4_194_304);
  expect(await faultOf(await pictureOfBytes(pictureBytesMax))).toBeNull();
  expect(await faultOf(await pictureOfBytes(pictureBytesMax + 1))).toBe("bytes");
  expect(await faultOf(await pictureOfBytes(4097 * 1024))).toBe("bytes");
});

/** By how many bytes the peak memory of a process rises when it prepares this picture. */
async function memoryFor(bytes: Uint8Array): Promise<number> {
  const file = await Deno.makeTempFile();
  await Deno.writeFile(file, bytes);
  const images = new URL("./images.ts", import.meta.url).href;
  const code = `
    import { prepareImage } from ${JSON.stringify(images)};
    const most = () => 1024 * Number(/VmHWM:\\s+(\\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))[1]);
    const bytes = Deno.readFileSync(${JSON.stringify(file)});
    await prepareImage(bytes.slice(0, 20));
    const before = most();
    await prepareImage(bytes);
    console.log(String(most() - before));
  `;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const { stdout, success } = await new Deno.Command(Deno.execPath(), { args: ["eval", "--config", config, code] })
    .output();
  await Deno.remove(file);
  expect(success).toBe(true);
  return Number(new TextDecoder().decode(stdout));
}

Deno.test("a bomb of many pixels is refused by its head, in no memory", async () => {
  for (const [width, height] of [[20_000, 20_000], [12_001, 10], [10, 12_001], [8000, 5001], [2 ** 31 - 1, 1]]) {
    expect(await faultOf(await bomb(width!, height!))).not.toBeNull();
  }
  expect(await faultOf(await bomb(20_000, 20_000))).toBe("pixels");
  expect(await faultOf(await bomb(8000, 5001))).toBe("pixels");
  expect(await memoryFor(await bomb(20_000, 20_000))).toBeLessThan(50_000_000);
});

Deno.test("a whole picture of 20,000 pixels in width is refused although its file is small", async () => {
  const bytes = await trueBomb(20_000, 2_000);
  expect(bytes.length).toBeLessThan(pictureBytesMax);
  expect(await faultOf(bytes)).toBe("pixels");
  // Decoded it would be 120 MB.
  expect(await memoryFor(bytes)).toBeLessThan(50_000_000);
});

Deno.test("twenty large pictures at once leave the others their turn", async () => {
  const bytes = await jpeg(4000, 3000);
  let [since, most] = [0, 0];
  const beat = setInterval(() => since = 0, 5);
  const results = await Promise.all(Array.from({ length: 20 }, async () => {
    const result = await prepareImage(bytes);
    most = Math.max(most, ++since);
    return result;
  }));
  clearInterval(beat);
  expect(results.every(({ ok }) => ok)).toBe(true);
  // Counted, not timed: between two turns of other work no more pictures end than are prepared at once.
  expect(most).toBeLessThanOrEqual(4);
});
