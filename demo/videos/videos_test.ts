/** The demo's clips have all their parts and captions in three languages, are small, and are added once. */
import { expect } from "expect";
import sharp from "sharp";
import { wordLocales } from "../../kv/ladies/record.ts";
import { videoFile, videosOf } from "../../kv/ladies/videos.ts";
import { createLady, testStore } from "../../kv/testing/store.ts";
import { fileStorage } from "../../services/storage/files.ts";
import { addDemoVideos } from "./add.ts";
import { captionsOf, clipKeys, clipSize, clipWords, seconds } from "./clips.ts";

const clips = new URL("./clips/", import.meta.url);
const bytesOf = async (name: string) => (await Deno.stat(new URL(name, clips))).size;

Deno.test("every clip has its whole, its beginning and its picture, within their weight", async () => {
  for (const key of clipKeys) {
    expect(await bytesOf(`${key}.webm`)).toBeLessThan(400_000);
    expect(await bytesOf(`${key}-preview.webm`)).toBeLessThan(60_000);
    const { width, height } = await sharp(await Deno.readFile(new URL(`${key}.webp`, clips))).metadata();
    expect({ width, height }).toEqual(clipSize);
  }
});

Deno.test("every clip lasts as long as it says", async () => {
  for (const key of clipKeys) {
    expect(durationSeconds(await Deno.readFile(new URL(`${key}.webm`, clips)))).toBe(seconds.full);
    expect(durationSeconds(await Deno.readFile(new URL(`${key}-preview.webm`, clips)))).toBe(seconds.preview);
  }
});

Deno.test("captions follow one another to the end, as many in each language", () => {
  for (const key of clipKeys) {
    const counts = wordLocales.map((locale) => clipWords[key][locale].lines.length);
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeGreaterThanOrEqual(8);
    const told = captionsOf(clipWords[key].en.lines);
    expect([told.includes("00:00:04.000 --> "), told.includes(" --> 00:01:00.000")]).toEqual([true, true]);
  }
  expect(captionsOf(["One", "Two"], { from: 2, until: 8 })).toBe(
    "WEBVTT\n\n00:00:02.000 --> 00:00:05.000\nOne\n\n00:00:05.000 --> 00:00:08.000\nTwo\n",
  );
});

Deno.test("the clips are added once, with all their files", async () => {
  using store = await testStore();
  const folder = await Deno.makeTempDir();
  const storage = await fileStorage(folder);
  const olena = await createLady(store, { email: "olena@demo.test" });
  for (let start = 0; start < 2; start++) await addDemoVideos(store, storage);
  const [video, ...others] = await videosOf(store, olena.id);
  expect(others).toEqual([]);
  for (
    const part of [
      "full",
      "preview",
      "poster",
      ...wordLocales.map((each) => `captions-${each}` as const),
    ] as const
  ) {
    const file = await storage.get(videoFile(video!, part));
    expect([part, file!.sizeBytes > 0]).toEqual([part, true]);
    await file!.body.cancel();
  }
  await Deno.remove(folder, { recursive: true });
});

/** The duration that a WebM file notes (element 4489, a float of milliseconds), in whole seconds. */
function durationSeconds(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at < 1000; at++) {
    if (view.getUint16(at) === 0x4489 && bytes[at + 2] === 0x88) return Math.round(view.getFloat64(at + 3) / 1000);
  }
  throw new Error("no duration");
}
