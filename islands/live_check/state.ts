/** The recorder of a live check, no camera needed: its format, its clock, and the moments of its stills. */
/** The formats that the server takes, the easiest to decode first. */
const formats = ["video/webm;codecs=vp8", "video/webm", "video/mp4"] as const;

/** The format to record in, or null where this browser has none. */
export const formatFor = (isSupported: (format: string) => boolean): string | null =>
  formats.find((format) => isSupported(format)) ?? null;

/** Ten seconds of this stay far below what the server takes. */
export const bitsPerSecond = 2_000_000;

/** Seconds that are left of a recording, never below zero. */
export const secondsLeft = (startedMs: number, nowMs: number, secondsMax: number): number =>
  Math.max(0, Math.ceil(secondsMax - (nowMs - startedMs) / 1000));

/** When stills are kept, ms after the start: one early, so that a short recording has one, and then a few more. */
export const stillsAtMs = [800, 3200, 5600, 8000] as const;

export type Answer = { kind: "done" } | { kind: "refused"; message: string } | { kind: "lost" };

/** Reads the server's answer: its sentence if it refused, that of a field if there is one. Anything else counts as lost. */
export function readAnswer(status: number, text: string): Answer {
  if (status >= 200 && status < 300) return { kind: "done" };
  const { message, fields } = objectIn(text);
  const sentence = [...Object.values(fields ?? {}), message].find((each) => typeof each === "string");
  return sentence ? { kind: "refused", message: sentence } : { kind: "lost" };
}

function objectIn(text: string): { message?: unknown; fields?: object } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
