/** Judges how a call could connect, by the ICE candidates that the browser found. Pure. */

export type Verdict = "relay" | "direct" | "refused" | "unreachable" | "none";

export interface Found {
  /** Types of the candidates that were found: "host", "srflx", "prflx", "relay". */
  types: ReadonlySet<string>;
  /** Error codes of relays that could not be used: 401 and 403 mean refused, 701 not reached. */
  codes: ReadonlySet<number>;
}

/** Returns the best verdict. If the site has relays and none can be used, it says why, even if a direct path exists. */
export function verdictOf({ types, codes }: Found, hasRelay: boolean): Verdict {
  if (types.has("relay")) return "relay";
  const isDirect = ["host", "srflx", "prflx"].some((type) => types.has(type));
  if (!hasRelay) return isDirect ? "direct" : "none";
  if ([400, 401, 403, 437, 438, 441, 486].some((code) => codes.has(code))) return "refused";
  return isDirect ? "unreachable" : "none";
}

/** How good the verdict is; `relayOnly` is for somebody who hides her or his address. */
export function toneOf(verdict: Verdict, relayOnly: boolean): "good" | "attention" | "bad" {
  if (verdict === "relay") return "good";
  if (verdict === "none") return "bad";
  if (verdict === "direct") return "attention";
  return relayOnly ? "bad" : "attention";
}

/** The loudness of samples around zero, 0 to 1; a quiet room stays near zero. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 20 * Math.log10(Math.sqrt(sum / Math.max(1, samples.length)) || 1e-6);
  return Math.min(1, Math.max(0, (decibels + 60) / 50));
}
