/**
 * The pictures that stand beside a shared link, 1200 × 630: a drawing cut to that shape, or a portrait beside a sealed
 * letter. No words: the machine that serves may have no typeface for them.
 */
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { WorkQueue } from "../work_queue.ts";

const width = 1200;
const height = 630;

/** One at a time, so that pages keep the processors; behind thirty that wait, a further one is turned away. */
const queue = new WorkQueue(1, 30);

export type ShareWish = { kind: "drawing" | "portrait"; file: Uint8Array };

/** A JPEG; null where too many wait already. Throws for what is no picture. */
export function drawSharePicture(wish: ShareWish, sealSvg: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return queue.take(() => wish.kind === "drawing" ? cut(wish.file) : besideLetter(wish.file, sealSvg));
}

async function cut(file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(file).resize({ width, height, fit: "cover" });
  return new Uint8Array(await picture.jpeg({ quality: 84 }).toBuffer());
}

const portraitHeight = height;
const portraitWidth = 540;

async function besideLetter(file: Uint8Array, sealSvg: string): Promise<Uint8Array<ArrayBuffer>> {
  const portrait = await sharp(file).resize({ width: portraitWidth, height: portraitHeight, fit: "cover" }).png()
    .toBuffer();
  // The ground of the portrait goes on behind the letter.
  const [red, green, blue] = await sharp(portrait).extract({ left: 4, top: 4, width: 1, height: 1 })
    .removeAlpha().raw().toBuffer();
  const canvas = sharp({ create: { width, height, channels: 3, background: { r: red!, g: green!, b: blue! } } });
  return new Uint8Array(
    await canvas.composite([
      { input: portrait, left: 0, top: 0 },
      { input: Buffer.from(letter(sealSvg)), left: 0, top: 0 },
    ]).jpeg({ quality: 84 }).toBuffer(),
  );
}

/** A sheet with lines of writing, and the seal at its lower edge. */
function letter(sealSvg: string): string {
  const lines = [150, 202, 254, 306, 358].map((y, row) => {
    const length = [300, 330, 310, 336, 180][row]!;
    return `<path d="M708 ${y}c${length * 0.3} -6 ${length * 0.6} 6 ${length} -2" fill="none" stroke="#1f2433" ` +
      `stroke-opacity=".55" stroke-width="6" stroke-linecap="round"/>`;
  });
  const seal = sealSvg.replace("<svg ", '<svg x="976" y="398" width="112" height="112" ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect x="658" y="86" width="440" height="386" rx="4" fill="#1f2433" opacity=".18"/>` +
    `<rect x="652" y="80" width="440" height="386" rx="4" fill="#fdfaf3"/>${lines.join("")}${seal}</svg>`;
}
