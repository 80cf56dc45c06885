/**
 * Writes the drawings of the journal in both sizes into a folder. All of them are ours, and show nobody who lives.
 *
 *   deno run -A demo/writings/recipe.ts static/images/writings
 */
import sharp from "sharp";
import { drawing, drawings } from "./drawings.ts";

if (import.meta.main) {
  const out = Deno.args[0];
  if (!out) throw new Error("Say where to, such as static/images/writings");
  await Deno.mkdir(out, { recursive: true });
  for (const key of Object.keys(drawings)) {
    const svg = new TextEncoder().encode(drawing(key));
    for (const [suffix, width, height] of [["", 1200, 750], ["-640", 640, 400]] as const) {
      await sharp(svg).resize(width, height).webp({ quality: 78, effort: 6 }).toFile(`${out}/${key}${suffix}.webp`);
    }
  }
}
