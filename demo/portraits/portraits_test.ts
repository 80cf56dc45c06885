/** The demo has a picture of every person in every size; the files are small, and no two ladies look alike. */
import { expect } from "expect";
import sharp from "sharp";
import { SCENES } from "../scenes/ladies.ts";
import { scenesOf } from "../scenes/scenes.ts";
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

Deno.test("every lady has two further pictures at least, in the size of her portrait", async () => {
  expect(Object.keys(SCENES).toSorted()).toEqual(LADIES.map(([key]) => key).toSorted());
  for (const [key, scenes] of Object.entries(SCENES)) {
    expect(scenes.length).toBeGreaterThan(1);
    for (const n of scenes.keys()) {
      const { size, bytes } = await measure(`portraits/${key}-${n + 2}.webp`);
      expect({ key, size, fits: bytes <= 15_000 }).toEqual({ key, size: [640, 800], fits: true });
    }
  }
});

Deno.test("no two ladies have the same picture of a thing", () => {
  const drawn = LADIES.flatMap(([key], i) => scenesOf(key, i).map((svg, n) => ({ of: `${key}-${n + 2}`, svg })));
  const of = Map.groupBy(drawn, ({ svg }) => svg);
  expect([...of.values()].filter((same) => same.length > 1).map((same) => same.map((each) => each.of))).toEqual([]);
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
