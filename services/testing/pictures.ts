/** For tests: real pictures, made when they are needed, and files that only look like pictures. */
import sharp, { type Sharp } from "sharp";

const bytesOf = async (image: Sharp): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await image.toBuffer());

/** Left half red, right half blue, so that turning and cutting can be seen. */
export function halves(width: number, height: number): Sharp {
  const right = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: "#0000ff" } };
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } })
    .composite([{ input: right, left: Math.floor(width / 2), top: 0 }]);
}

export const jpeg = (width = 400, height = 200) => bytesOf(halves(width, height).jpeg({ quality: 90 }));
export const png = (width = 400, height = 200) => bytesOf(halves(width, height).png());
export const gif = (width = 400, height = 200) => bytesOf(halves(width, height).gif());

/** As a telephone takes it: with place and device in its metadata, and on its side (to be turned right by a quarter). */
export const jpegFromTelephone = () =>
  bytesOf(
    halves(400, 200).jpeg().withExif({
      IFD0: { Make: "SecretPhone", Software: "secret-firmware" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "50/1 27/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "30/1 31/1 0/1" },
    }).withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><secret>home address</secret></x:xmpmeta>").withMetadata({
      orientation: 6,
    }),
  );

export const jpegInCmyk = () => bytesOf(halves(400, 200).toColourspace("cmyk").jpeg());

/** An animation of three pictures of 40 × 40. */
export async function movingGif(): Promise<Uint8Array<ArrayBuffer>> {
  const frames = await Promise.all(
    ["#ff0000", "#00ff00", "#0000ff"].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } }).png().toBuffer()
    ),
  );
  return await bytesOf(sharp(frames, { join: { animated: true } }).gif({ delay: 50, loop: 0 }));
}

/** A picture of exactly `bytes` bytes: a small JPG with zeros behind it. */
export async function pictureOfBytes(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await jpeg(64, 64);
  const padded = new Uint8Array(bytes);
  padded.set(picture);
  return padded;
}

/** A true picture with an archive behind it, which a careless program would unpack or run. */
export async function pictureWithArchive(): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new TextEncoder().encode("PK\x03\x04<script>alert('secret')</script>PK\x05\x06");
  return new Uint8Array([...await png(), ...archive]);
}

export const svg = () =>
  new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );

/** A PNG whose header promises this many pixels, with hardly any data behind it. */
export async function bomb(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await png(8, 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, crc32(bytes.subarray(12, 29)));
  return bytes;
}

/** A whole, valid PNG of one colour and very many pixels. */
export const trueBomb = (width: number, height: number) =>
  bytesOf(
    sharp({ create: { width, height, channels: 3, background: "#fff" }, limitInputPixels: false }).png(),
  );

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A photograph of nothing: soft spots of light and colour, as in a landscape or a face, different for each seed. */
export async function photograph(seed: number, width = 600, height = 750): Promise<Uint8Array<ArrayBuffer>> {
  let state = seed * 2_654_435_761 >>> 0;
  // Numbers that look random and are the same each time (mulberry32).
  const next = () => {
    state = state + 0x6d2b79f5 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
  const spots = Array.from({ length: 14 }, () => {
    const [x, y, radius] = [next() * width, next() * height, (0.08 + next() * 0.25) * width];
    const colour = [next(), next(), next()].map((part) => Math.round(part * 255)).join(",");
    return `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * (0.5 + next())}" fill="rgb(${colour})"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="#a89"/>${spots.join("")}</svg>`;
  return await bytesOf(sharp(new TextEncoder().encode(drawing)).blur(6).jpeg({ quality: 90 }));
}
