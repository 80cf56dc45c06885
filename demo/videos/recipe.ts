/**
 * The recipe of the demo's clips: a brush uncovers a drawn lady, she looks up, closes her eyes and smiles, petals fall,
 * and the seal is set. Writes the whole, its beginning and its picture for each into a folder; needs ffmpeg.
 *
 *   deno run -A demo/videos/recipe.ts demo/videos/clips
 *
 * The same files every time with the same ffmpeg and sharp. They are kept beside this, so that nobody needs either.
 */
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { portrait } from "../portraits/draw.ts";
import { SEAL } from "../portraits/brand_marks.ts";
import { LADIES } from "../portraits/ladies.ts";
import { RED, TINT } from "../portraits/palette.ts";
import type { Face, Look } from "../portraits/people.ts";
import { scenesOf } from "../scenes/scenes.ts";
import { clipKeys, clipSize, framesPerSecond, seconds } from "./clips.ts";

const { width, height } = clipSize;
/** Bytes of the whole and of its beginning at most. */
const limits = { full: 150_000, preview: 40_000, poster: 15_000 };

const encoded = (svg: string) => Buffer.from(svg);
const framed = (inside: string) =>
  encoded(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="${width}" height="${height}">${inside}</svg>`,
  );

/** From 0 to 1 between two moments, gently. */
function share(at: number, from: number, to: number): number {
  const x = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return x * x * (3 - 2 * x);
}

/** Nine strokes from top to bottom, as a broad brush lays them; the white of it is what shows. */
function brushed(at: number): string {
  const length = 560;
  return Array.from({ length: 9 }, (_, row) => {
    const y = 20 + row * 70;
    const [from, to] = row % 2 === 0 ? [-20, 500] : [500, -20];
    const drawn = share(at, 0.25 + row * 0.18, 1 + row * 0.18);
    const path = `M${from} ${y}C160 ${y - 26} 330 ${y + 30} ${to} ${y + 6}`;
    return `<path d="${path}" fill="none" stroke="#fff" stroke-width="96" stroke-linecap="round" ` +
      `stroke-dasharray="${length}" stroke-dashoffset="${(length * (1 - drawn)).toFixed(1)}"${
        drawn === 0 ? ' opacity="0"' : ""
      }/>`;
  }).join("");
}

/** Four petals that drift down and to the side, each at its own time. */
function petals(at: number): string {
  return [0, 1, 2, 3].map((n) => {
    const age = (at - 2.6 - n * 0.7) / 3.4;
    if (age <= 0 || age >= 1) return "";
    const x = 70 + n * 105 + Math.sin(age * 5 + n) * 34;
    const y = -20 + age * 640;
    return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(age * 300 + n * 70).toFixed(1)})" ` +
      `d="M0 -11C9 -8 9 6 0 11C-9 6 -9 -8 0 -11Z" fill="${RED}" opacity="0.85"/>`;
  }).join("");
}

/** Comes down from twice its size and stays. */
function seal(at: number): string {
  const set = share(at, 6.4, 6.7);
  if (set === 0) return "";
  const side = 76 * (2 - set);
  return `<g opacity="${set.toFixed(2)}" color="#bb3a22" transform="translate(${410 - side / 2} ${530 - side / 2}) ` +
    `scale(${(side / 48).toFixed(3)}) rotate(-6 24 24)">${SEAL.replace(/<\/?svg[^>]*>/g, "")}</g>`;
}

type Pose = "down" | "up" | "closed" | "smiling";

/** How she looks at a moment. */
function poseAt(at: number): Pose {
  if (at < 2.4) return "down";
  if ((at > 3.3 && at < 3.5) || (at > 5.5 && at < 5.7)) return "closed";
  return at < 4.2 ? "up" : "smiling";
}

async function posesOf(face: Face, look: Look): Promise<Record<Pose, Buffer>> {
  const draw = (changes: Partial<Look>) =>
    sharp(encoded(portrait(face, { ...look, ...changes }))).resize(width, height).png().toBuffer();
  return {
    down: await draw({ eyes: 10, mouth: 2 }),
    up: await draw({ mouth: 2 }),
    closed: await draw({ eyes: 19, mouth: 1 }),
    smiling: await draw({ mouth: 1 }),
  };
}

async function* framesOf(face: Face, look: Look): AsyncGenerator<Uint8Array> {
  const poses = await posesOf(face, look);
  const paper = framed(`<rect width="480" height="600" fill="${TINT.paper.ground}"/>`);
  for (let frame = 0; frame < seconds.full * framesPerSecond; frame++) {
    const at = frame / framesPerSecond;
    let drawn = poses[poseAt(at)];
    if (at < 3) {
      const mask = framed(brushed(at));
      drawn = await sharp(drawn).ensureAlpha().composite([{ input: mask, blend: "dest-in" }]).png().toBuffer();
    }
    const over = framed(petals(at) + seal(at));
    yield new Uint8Array(
      await sharp(paper).composite([{ input: drawn }, { input: over }]).removeAlpha().raw().toBuffer(),
    );
  }
}

/** Encodes frames, worse and worse until the file fits. */
async function encode(file: string, frames: Uint8Array[], limitBytes: number): Promise<void> {
  for (let quality = 36; quality < 60; quality += 4) {
    // deno-fmt-ignore
    const args = [
      "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", String(framesPerSecond),
      "-i", "-", "-c:v", "libvpx-vp9", "-crf", String(quality), "-b:v", "0", "-pix_fmt", "yuv420p", "-g", "24",
      "-threads", "1", "-deadline", "good", "-cpu-used", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", "webm", file,
    ];
    const child = new Deno.Command("ffmpeg", { args, stdin: "piped" }).spawn();
    const writer = child.stdin.getWriter();
    for (const frame of frames) await writer.write(frame);
    await writer.close();
    if (!(await child.status).success) throw new Error("ffmpeg failed");
    if ((await Deno.stat(file)).size <= limitBytes) return;
  }
  throw new Error(`${file} does not fit into ${limitBytes} bytes`);
}

/** Before it plays: what is around her, since half a face under the brush says nothing. */
async function writePoster(file: string, scene: string): Promise<void> {
  const bytes = await sharp(encoded(scene)).resize(width, height).webp({ quality: 70, effort: 6 }).toBuffer();
  if (bytes.length > limits.poster) throw new Error(`${file} is too large`);
  await Deno.writeFile(file, bytes);
}

if (import.meta.main) {
  const out = Deno.args[0];
  if (!out) throw new Error("Say where to; the command stands at the top of recipe.ts");
  await Deno.mkdir(out, { recursive: true });
  for (const key of clipKeys) {
    const place = LADIES.findIndex(([each]) => each === key);
    const [, face, look] = LADIES[place]!;
    const frames = await Array.fromAsync(framesOf(face, look));
    await encode(`${out}/${key}.webm`, frames, limits.full);
    await encode(`${out}/${key}-preview.webm`, frames.slice(0, seconds.preview * framesPerSecond), limits.preview);
    await writePoster(`${out}/${key}.webp`, scenesOf(key, place)[0]!);
  }
}
