/** Videos of live checks: told by their own first bytes, never by what somebody calls them, and bounded in size. */

export const liveVideoBytesMax = 8 * 1024 * 1024;

export type LiveVideoKind = "video/webm" | "video/mp4";

/** A file that begins with less than this holds no picture. */
const bytesMin = 32;

/** What a video is by its first bytes, or null for anything else. */
export function liveVideoKind(bytes: Uint8Array): LiveVideoKind | null {
  if (bytes.length < bytesMin) return null;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 64));
  // Matroska and WebM begin alike (EBML); the name of the kind follows.
  if (head.startsWith("\x1a\x45\xdf\xa3")) return head.includes("webm") ? "video/webm" : null;
  // Pictures (heic, avif) have the same box with other brands.
  if (head.slice(4, 8) !== "ftyp") return null;
  return /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|mmp4|dash|3gp[4-6]|qt {2})/.test(head.slice(8, 12))
    ? "video/mp4"
    : null;
}
