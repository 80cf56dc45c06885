/** Puts the demo's clips where uploads lie, and notes whose they are. */
import { userByEmail } from "../../kv/accounts/users.ts";
import { wordLocales } from "../../kv/ladies/record.ts";
import { addVideo, type VideoFile, videoFile, type VideoPart, videosOf } from "../../kv/ladies/videos.ts";
import type { Store } from "../../kv/open.ts";
import type { Storage } from "../../services/storage/storage.ts";
import { captionsOf, type ClipKey, clipKeys, clipSize, clipWords, seconds } from "./clips.ts";

const clips = new URL("./clips/", import.meta.url);

/** Does nothing for a lady who has a video already. */
export async function addDemoVideos(store: Store, storage: Storage): Promise<void> {
  for (const key of clipKeys) {
    const user = await userByEmail(store, `${key}@demo.test`);
    if (user && (await videosOf(store, user.id)).length === 0) await addClip(store, storage, key, user.id);
  }
}

/** Files first: a crash in between leaves files of nobody, and never a video without its files. */
async function addClip(store: Store, storage: Storage, key: ClipKey, ladyId: number): Promise<void> {
  const token = store.randomToken();
  const keep = async (part: VideoPart, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<VideoFile> => {
    await storage.put(videoFile({ token }, part), bytes, type);
    return { type, bytes: bytes.length };
  };
  const read = (name: string) => Deno.readFile(new URL(name, clips));
  const words = clipWords[key];
  const captions: Partial<Record<typeof wordLocales[number], VideoFile>> = {};
  for (const locale of wordLocales) {
    const text = new TextEncoder().encode(captionsOf(words[locale].lines));
    captions[locale] = await keep(`captions-${locale}`, "text/vtt; charset=utf-8", text);
  }
  await addVideo(store, {
    ladyId,
    token,
    ...clipSize,
    seconds: seconds.full,
    title: { "en": words.en.title, "zh-Hant": words["zh-Hant"].title, "zh-Hans": words["zh-Hans"].title },
    full: await keep("full", "video/webm", await read(`${key}.webm`)),
    preview: await keep("preview", "video/webm", await read(`${key}-preview.webm`)),
    poster: await keep("poster", "image/webp", await read(`${key}.webp`)),
    captions,
  });
}
