/**
 * The recipe of the demo pictures: writes every portrait, the picture of nobody and the icons into a folder.
 *
 *   deno run -A demo/portraits/recipe.ts static/images
 *
 * The heads are a remix of "Lorelei" by Lisa Wischofsky (https://www.instagram.com/lischi_art/), CC0 1.0,
 * https://creativecommons.org/publicdomain/zero/1.0/, as packed by DiceBear. Clothes, long hair, plaits, grounds and
 * colours are ours. No picture shows anybody who lives.
 *
 * Only the recipes need DiceBear; its versions stand in deno.json.
 *
 * To add a lady: a row in ladies.ts, and one of what is around her in ../scenes/ladies.ts. Hair only from the variants
 * used there (the others read as men); mouths 1, 2, 3, 5, 6; brows 2, or 1 and 10 under a fringe; eyes 2, 4, 10, 11, 12,
 * 14, 20, 21, 23 (the others squint). Never the same hair in one colour and direction twice, no two neighbours on one
 * ground. Then look at her beside the others.
 */
import sharp, { type Sharp } from "sharp";
import { portrait } from "./draw.ts";
import { NO_AVATAR, SEAL, SEAL_ON_PAPER, SEAL_TO_CUT } from "./brand_marks.ts";
import { scenesOf } from "../scenes/scenes.ts";
import { LADIES } from "./ladies.ts";
import { MEN } from "./men.ts";
import { TRANSLATORS } from "./translators.ts";

interface Crop {
  left: number;
  top: number;
  side: number;
}
/** Squares of the 640 × 800 picture: bust and face. */
const BUST: Crop = { left: 0, top: 70, side: 640 };
const FACE: Crop = { left: 52, top: 108, side: 556 };
/** A medallion stands in the middle. */
const MEDALLION: Crop = { left: 40, top: 113, side: 560 };

const raster = (svg: string) => sharp(new TextEncoder().encode(svg));

/** WebP at the best quality that stays within the limit, in bytes. */
async function write(file: string, picture: Sharp, limit: number): Promise<void> {
  const pixels = await picture.png().toBuffer();
  for (let quality = 76; quality > 20; quality -= 8) {
    const bytes = await sharp(pixels).webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= limit) return await Deno.writeFile(file, bytes);
  }
  throw new Error(`${file} does not fit into ${limit} bytes`);
}

function square(svg: string, { left, top, side }: Crop, size: number): Sharp {
  return raster(svg).extract({ left, top, width: side, height: side }).resize(size, size);
}

const writeFull = (path: string, svg: string) => write(`${path}.webp`, raster(svg), 15_000);

/** The picture a person is known by, in every size that the pages ask for. */
async function writeMain(path: string, svg: string, bust: Crop, face: Crop): Promise<void> {
  await writeFull(path, svg);
  await write(`${path}-320.webp`, raster(svg).resize(320, 400), 8_000);
  await write(`${path}-quad.webp`, square(svg, bust, 320), 8_000);
  await write(`${path}-avatar.webp`, square(svg, face, 96), 3_000);
}

async function writePeople(folder: string): Promise<void> {
  for (const [i, [key, face, look]] of [...LADIES, ...MEN, ...TRANSLATORS].entries()) {
    const crop = face.mirrored ? { ...FACE, left: 640 - FACE.side - FACE.left } : FACE;
    await writeMain(`${folder}/${key}`, portrait(face, look), BUST, crop);
    if (i >= LADIES.length) continue;
    for (const [n, scene] of scenesOf(key, i).entries()) await writeFull(`${folder}/${key}-${n + 2}`, scene);
  }
}

async function writeIcons(folder: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/favicon.svg`, SEAL + "\n");
  const png = async (name: string, svg: string, size: number) => {
    const picture = sharp(new TextEncoder().encode(svg), { density: 1200 }).resize(size, size);
    await Deno.writeFile(`${folder}/${name}`, await picture.png({ compressionLevel: 9, palette: true }).toBuffer());
  };
  await png("apple-touch-icon.png", SEAL_ON_PAPER, 180);
  await png("icon-192.png", SEAL, 192);
  await png("icon-512.png", SEAL, 512);
  await png("icon-maskable-512.png", SEAL_TO_CUT, 512);
}

if (import.meta.main) {
  const out = Deno.args[0];
  if (!out) throw new Error("Say where to, such as static/images; the command stands at the top of recipe.ts");
  await Deno.mkdir(`${out}/portraits`, { recursive: true });
  await writePeople(`${out}/portraits`);
  await writeMain(`${out}/no-avatar`, NO_AVATAR, BUST, MEDALLION);
  await writeIcons(out);
}
