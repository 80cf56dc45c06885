/** For tests: a lady's video with real files, of bytes that can be told apart. */
import type { LadyRecord } from "../../kv/ladies/record.ts";
import { addVideo, type Video, videoFile, type VideoPart } from "../../kv/ladies/videos.ts";
import type { TestSite } from "./site.ts";

export const wholeBytes = Uint8Array.from({ length: 200_000 }, (_, n) => n % 251);
const previewBytes = Uint8Array.from({ length: 900 }, (_, n) => n % 7);

export async function addTestVideo({ store, deps }: TestSite, ladyId: number): Promise<Video> {
  const token = store.randomToken();
  const keep = async (part: VideoPart, type: string, bytes: Uint8Array<ArrayBuffer>) => {
    await deps.storage.put(videoFile({ token }, part), bytes, type);
    return { type, bytes: bytes.length };
  };
  const captions = new TextEncoder().encode("WEBVTT\n\n00:00:02.000 --> 00:00:04.000\nGood morning.\n");
  return await addVideo(store, {
    ladyId,
    token,
    width: 480,
    height: 600,
    seconds: 8,
    title: { "en": "From the third floor", "zh-Hant": "從三樓寄出" },
    full: await keep("full", "video/webm", wholeBytes),
    preview: await keep("preview", "video/webm", previewBytes),
    poster: await keep("poster", "image/webp", previewBytes.slice(0, 100)),
    captions: { en: await keep("captions-en", "text/vtt; charset=utf-8", captions) },
  });
}

/** Olena, and a video of hers. */
export async function olenaWithVideo(site: TestSite, record: Partial<LadyRecord> = {}) {
  const olena = await site.addLady({ firstname: "Olena" }, { firstname: "Olena", ...record });
  return { olena, video: await addTestVideo(site, olena.id) };
}
