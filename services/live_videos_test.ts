import { expect } from "expect";
import { liveVideoKind } from "./live_videos.ts";

const bytesOf = (head: string, length = 64) => Uint8Array.from({ length }, (_, at) => head.charCodeAt(at) || 0);

Deno.test("a WebM and an MP4 are told by their bytes", async () => {
  const clip = await Deno.readFile(new URL("../demo/videos/clips/daria-preview.webm", import.meta.url));
  expect(liveVideoKind(clip)).toBe("video/webm");
  expect(liveVideoKind(bytesOf("\0\0\0\x1cftypiso5\0\0\0\x01isom"))).toBe("video/mp4");
  expect(liveVideoKind(bytesOf("\0\0\0\x14ftypqt  "))).toBe("video/mp4");
});

Deno.test("pictures, other containers, pages and crumbs are not videos", () => {
  for (
    const head of [
      "\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x82\x88matroska",
      "\0\0\0\x18ftypheic",
      "\0\0\0\x18ftypavif",
      "<html><script>webm</script>",
      "\xff\xd8\xff\xe0",
      "",
    ]
  ) expect(liveVideoKind(bytesOf(head))).toBeNull();
  expect(liveVideoKind(bytesOf("\0\0\0\x1cftypiso5", 20))).toBeNull();
});
