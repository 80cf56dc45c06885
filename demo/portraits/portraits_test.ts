/** Holds the demo pictures to their promise: one for every person in every size, light, and no two ladies alike. */
import { expect } from "expect";
import sharp from "sharp";
import { LADIES } from "./ladies.ts";
import { MEN } from "./men.ts";
import { TRANSLATORS } from "./translators.ts";

const IMAGES = new URL("../../static/images/", import.meta.url);
const SIZES = [["", 640, 800, 15_000], ["-320", 320, 400, 8_000], ["-quad", 320, 320, 8_000], [
  "-avatar",
  96,
  96,
  3_000,
]] as const;

async function measure(file: string): Promise<{ size: number[]; bytes: number }> {
  const bytes = await Deno.readFile(new URL(file, IMAGES));
  const { width, height } = await sharp(bytes).metadata();
  return { size: [width, height], bytes: bytes.length };
}

Deno.test("every person, and nobody, has a picture in every size and within its limit", async () => {
  const paths = [...LADIES, ...MEN, ...TRANSLATORS].map(([key]) => `portraits/${key}`).concat("no-avatar");
  for (const path of paths) {
    for (const [suffix, width, height, limit] of SIZES) {
      const file = `${path}${suffix}.webp`;
      const { size, bytes } = await measure(file);
      expect({ file, size }).toEqual({ file, size: [width, height] });
      expect({ file, fits: bytes <= limit }).toEqual({ file, fits: true });
    }
  }
});

Deno.test("every lady has at least two further pictures", async () => {
  for (const [key] of LADIES) {
    for (const n of key === "olena" ? [2, 3, 4] : [2, 3]) {
      expect((await measure(`portraits/${key}-${n}.webp`)).size).toEqual([640, 800]);
    }
  }
});

Deno.test("no two ladies share hair, colour and direction, and no neighbours share a ground", () => {
  const faces = LADIES.map(([, face]) => `${face.hair} ${face.colour} ${face.mirrored ?? false}`);
  expect(new Set(faces).size).toBe(LADIES.length);
  const repeated = LADIES.filter(([, , look], i) => look.tint === LADIES[i + 1]?.[2].tint).map(([key]) => key);
  expect(repeated).toEqual([]);
});

Deno.test("the pictures together weigh less than 4 MB", async () => {
  let total = 0;
  for await (const entry of Deno.readDir(new URL("portraits/", IMAGES))) {
    total += (await Deno.stat(new URL(`portraits/${entry.name}`, IMAGES))).size;
  }
  expect(total).toBeGreaterThan(1_000_000);
  expect(total).toBeLessThan(4_000_000);
});
