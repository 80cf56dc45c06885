/**
 * The recipe of the demo's clips: a card with a title in her own language, slow looks at what is around her, then a brush
 * uncovers her; she looks up, closes her eyes and smiles, petals fall, and the seal is set. Writes each clip, its beginning
 * and its poster, which is the card, into a folder; needs ffmpeg.
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
import { INK, RED, TINT } from "../portraits/palette.ts";
import type { Face, Look } from "../portraits/people.ts";
import { scenesOf } from "../scenes/scenes.ts";
import { type ClipKey, clipKeys, clipSize, framesPerSecond, seconds } from "./clips.ts";

const { width, height } = clipSize;
/** "1:00" */
const lasts = `${Math.floor(seconds.full / 60)}:${String(seconds.full % 60).padStart(2, "0")}`;
/** The most bytes of a clip, of its beginning and of its poster. */
const limits = { full: 400_000, preview: 60_000, poster: 15_000 };

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

/** Nine strokes from top to bottom, as a broad brush lays them; what is white is shown. */
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

/** Petals that drift down and to the side, each at its own time. */
function petals(at: number): string {
  return Array.from({ length: 12 }, (_, n) => {
    const age = (at - 4 - n * 1.1) / 4.4;
    if (age <= 0 || age >= 1) return "";
    const x = 60 + (n * 163) % 350 + Math.sin(age * 5 + n) * 34;
    const y = -20 + age * 640;
    return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(age * 300 + n * 70).toFixed(1)})" ` +
      `d="M0 -11C9 -8 9 6 0 11C-9 6 -9 -8 0 -11Z" fill="${RED}" opacity="0.85"/>`;
  }).join("");
}

/** The seal: comes down from twice its size and stays. */
function seal(at: number): string {
  const set = share(at, 17.4, 17.7);
  if (set === 0) return "";
  const side = 76 * (2 - set);
  return `<g opacity="${set.toFixed(2)}" color="#bb3a22" transform="translate(${410 - side / 2} ${530 - side / 2}) ` +
    `scale(${(side / 48).toFixed(3)}) rotate(-6 24 24)">${SEAL.replace(/<\/?svg[^>]*>/g, "")}</g>`;
}

type Pose = "down" | "up" | "closed" | "smiling";

const blinks = [4.6, 7.9, 10.2, 13.5, 16.4];

/** How she looks at a moment. */
function poseAt(at: number): Pose {
  if (at < 3.4) return "down";
  if (blinks.some((from) => at > from && at < from + 0.2)) return "closed";
  return at < 5.6 || (at > 11 && at < 12.8) ? "up" : "smiling";
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

/** A part of a clip: when it begins, and its pictures by the time since then. The brush lays each over the one before. */
interface Shot {
  from: number;
  draw: (at: number) => Promise<Buffer>;
}

const blank = () => sharp(framed(`<rect width="480" height="600" fill="${TINT.paper.ground}"/>`));

/** What she writes on her card, and where she is from: each line in one script, because a file of the face holds one. */
const cards: Record<ClipKey, { script: "cyrillic" | "latin"; title: string[]; signed: string[] }> = {
  olena: { script: "cyrillic", title: ["З третього поверху"], signed: ["Олена", "Львів"] },
  daria: { script: "cyrillic", title: ["Птица", "шестьсот четвёртая"], signed: ["Дарья", "Минск"] },
  ioana: { script: "latin", title: ["Patru minute, zice"], signed: ["Ioana", "Cluj-Napoca"] },
};

/** Lines of ink in the site's italic, in the middle of a clear picture. */
async function written(lines: { text: string; script: string; size: number; y: number }[]): Promise<Buffer> {
  const draw = lines.map(({ text, script, size, y }) => {
    const fontfile =
      new URL(`../../static/fonts/cormorant-garamond-${script}-wght-italic.woff2`, import.meta.url).pathname;
    return `drawtext=fontfile=${fontfile}:text='${text.replace(":", "\\:")}':fontsize=${size}:` +
      `fontcolor=${INK.replace("#", "0x")}:x=(w-text_w)/2:y=${y}`;
  });
  // deno-fmt-ignore
  const args = [
    "-loglevel", "error", "-f", "lavfi", "-i", `color=c=black@0:s=${width}x${height},format=rgba`, "-frames:v", "1",
    "-vf", draw.join(","), "-c:v", "png", "-f", "image2pipe", "-",
  ];
  const { success, stdout } = await new Deno.Command("ffmpeg", { args, stderr: "inherit" }).output();
  if (!success) throw new Error("ffmpeg failed");
  return Buffer.from(stdout);
}

/** The card: the clip's title, her name, her city and the clip's length; the pen writes it from left to right. */
async function cardOf(key: ClipKey): Promise<Shot["draw"]> {
  const { script, title, signed } = cards[key];
  const top = 256 - title.length * 30;
  const text = await written([
    ...title.map((line, n) => ({ text: line, script, size: 46, y: top + n * 56 })),
    ...signed.map((line, n) => ({ text: line, script, size: 34, y: 350 + n * 44 })),
    { text: lasts, script: "latin", size: 30, y: 466 },
  ]);
  const frame =
    `<rect x="26" y="26" width="428" height="548" fill="none" stroke="${INK}" stroke-width="2" opacity="0.5"/>` +
    `<path d="M205 325H275" stroke="${RED}" stroke-width="3" stroke-linecap="round"/>`;
  const card = await blank().composite([{ input: framed(frame) }]).png().toBuffer();
  return async (at) => {
    const shown = Math.max(1, Math.round(width * share(at, 0.4, 2.6)));
    const input = await sharp(text).extract({ left: 0, top: 0, width: shown, height }).toBuffer();
    return await sharp(card).composite([{ input, left: 0, top: 0 }]).png().toBuffer();
  };
}

/** How much larger a scene is than the picture, which moves through it by a pixel a frame: smoothly, and with few bytes. */
const room = { across: 176, down: 220 };

/** The scene as the `n`th in a clip; one that was seen before is looked at more closely. */
async function sceneOf(svg: string, n: number, isSeen: boolean): Promise<Shot["draw"]> {
  const wide = { width: width + room.across, height: height + room.down };
  const closer = isSeen ? 1.4 : 1;
  const size = { width: Math.round(wide.width * closer), height: Math.round(wide.height * closer) };
  const drawn = await sharp(encoded(svg)).resize(size.width, size.height).png().toBuffer();
  const [x, y] = [Math.round((size.width - wide.width) / 2), Math.round((size.height - wide.height) / 2)];
  return async (at) => {
    const gone = Math.round(at * framesPerSecond);
    const ways = [[gone, room.down / 2], [room.across / 2, room.down - gone], [room.across - gone, room.down / 2]];
    const [left, top] = ways[n % ways.length]!;
    return await sharp(drawn).extract({ left: x + left!, top: y + top!, width, height }).png().toBuffer();
  };
}

async function sheOf(face: Face, look: Look): Promise<Shot["draw"]> {
  const poses = await posesOf(face, look);
  return (at) =>
    blank().composite([{ input: poses[poseAt(at)] }, { input: framed(petals(at) + seal(at)) }]).png().toBuffer();
}

/** Each scene for as long as the others, between the card and herself. */
async function shotsOf(key: ClipKey): Promise<Shot[]> {
  const place = LADIES.findIndex(([each]) => each === key);
  const [, face, look] = LADIES[place]!;
  const svgs = scenesOf(key, place);
  const scenes = await Promise.all([0, 1, 2].map((n) => sceneOf(svgs[n % svgs.length]!, n, n >= svgs.length)));
  return [
    { from: 0, draw: await cardOf(key) },
    ...scenes.map((draw, n) => ({ from: 4 + n * 12, draw })),
    { from: 40, draw: await sheOf(face, look) },
  ];
}

async function* framesOf(shots: readonly Shot[]): AsyncGenerator<Uint8Array> {
  for (let frame = 0; frame < seconds.full * framesPerSecond; frame++) {
    const at = frame / framesPerSecond;
    const n = shots.findLastIndex(({ from }) => from <= at);
    const since = at - shots[n]!.from;
    let picture = await shots[n]!.draw(since);
    const before = shots[n - 1];
    if (before && since < 2.6) {
      const input = await sharp(picture).ensureAlpha().composite([{ input: framed(brushed(since)), blend: "dest-in" }])
        .png().toBuffer();
      picture = await sharp(await before.draw(at - before.from)).composite([{ input }]).png().toBuffer();
    }
    yield new Uint8Array(await sharp(picture).removeAlpha().raw().toBuffer());
  }
}

/** Encodes frames, worse and worse until the file fits. */
async function encode(file: string, frames: Uint8Array[], limitBytes: number): Promise<void> {
  for (let quality = 36; quality < 60; quality += 4) {
    // deno-fmt-ignore
    const args = [
      "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", String(framesPerSecond),
      "-i", "-", "-c:v", "libvpx-vp9", "-crf", String(quality), "-b:v", "0", "-pix_fmt", "yuv420p", "-g", "120",
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

/** The picture before the clip plays: her card, fully written. */
async function writePoster(file: string, card: Shot): Promise<void> {
  const bytes = await sharp(await card.draw(3)).webp({ quality: 70, effort: 6 }).toBuffer();
  if (bytes.length > limits.poster) throw new Error(`${file} is too large`);
  await Deno.writeFile(file, bytes);
}

if (import.meta.main) {
  const out = Deno.args[0];
  if (!out) throw new Error("Say where to; the command stands at the top of recipe.ts");
  await Deno.mkdir(out, { recursive: true });
  for (const key of clipKeys) {
    const shots = await shotsOf(key);
    const frames = await Array.fromAsync(framesOf(shots));
    await encode(`${out}/${key}.webm`, frames, limits.full);
    await encode(`${out}/${key}-preview.webm`, frames.slice(0, seconds.preview * framesPerSecond), limits.preview);
    await writePoster(`${out}/${key}.webp`, shots[0]!);
  }
}
