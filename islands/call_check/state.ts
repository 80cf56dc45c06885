/** What a look at the ways of a call comes to, from the addresses that the browser found. Pure. */

export type Verdict = "relay" | "direct" | "refused" | "unreachable" | "none";

export interface Found {
  /** Types of the candidates that were found: "host", "srflx", "prflx", "relay". */
  types: ReadonlySet<string>;
  /** Codes of relays that could not be used: 401 and 403 refuse us, 701 was not reached. */
  codes: ReadonlySet<number>;
}

/** The best that can be said; what stands in the way of a relay comes before a direct way. */
export function verdictOf({ types, codes }: Found, hasRelay: boolean): Verdict {
  if (types.has("relay")) return "relay";
  const isDirect = ["host", "srflx", "prflx"].some((type) => types.has(type));
  if (!hasRelay) return isDirect ? "direct" : "none";
  if ([400, 401, 403, 437, 438, 441, 486].some((code) => codes.has(code))) return "refused";
  return isDirect ? "unreachable" : "none";
}

/** Which words stand under the verdict, and how good it is for somebody who hides her or his address. */
export function toneOf(verdict: Verdict, relayOnly: boolean): "good" | "attention" | "bad" {
  if (verdict === "relay") return "good";
  if (verdict === "none") return "bad";
  if (verdict === "direct") return "attention";
  return relayOnly ? "bad" : "attention";
}

/** How loud it is, 0 to 1, from samples around zero; what is heard in a quiet room stays near zero. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 20 * Math.log10(Math.sqrt(sum / Math.max(1, samples.length)) || 1e-6);
  return Math.min(1, Math.max(0, (decibels + 60) / 50));
}
