/**
 * Cuts network addresses out of signals. Browsers name their own in candidates, and in a few lines around them; only
 * those of relays are kept. Everything else in a signal is passed on as it is.
 */

export type Signal = string | Record<string, unknown>;

/** A candidate by its grammar (RFC 8839): …, address, port, "typ", the type, and extensions. */
const candidate = /^\s*(?:a=)?candidate:\S{1,64} \d+ \S{1,16} \d+ \S{1,256} \d+ typ (\w+)/i;
const isCandidate = (text: string): boolean => candidate.test(text);
const isRelay = (text: string): boolean => candidate.exec(text)?.[1]?.toLowerCase() === "relay";

/**
 * Returns a signal without the addresses of its speaker: only candidates of relays stay, without the address that they
 * relay for. Null if nothing is left to say. With `isAll` the candidates of relays go as well: where no relay exists,
 * nobody needs them.
 */
export function withoutAddresses(signal: Signal, isAll = false): Signal | null {
  if (typeof signal === "string") {
    if (signal.includes("\n")) return withoutAddressLines(signal, isAll);
    if (!isCandidate(signal)) return signal;
    return isRelay(signal) && !isAll ? withoutRelated(signal) : null;
  }
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(signal)) {
    if (typeof value !== "string" && (typeof value !== "object" || value === null)) {
      kept[name] = value;
      continue;
    }
    const left = Array.isArray(value)
      ? value.flatMap((each) => typeof each === "object" || typeof each === "string" ? partOf(each, isAll) : [each])
      : withoutAddresses(value as Signal, isAll);
    // What is left of a candidate without its address is of no use, so the whole signal goes.
    if (left === null) return null;
    kept[name] = left;
  }
  return kept;
}

function partOf(each: unknown, isAll: boolean): unknown[] {
  if (each === null) return [null];
  const left = withoutAddresses(each as Signal, isAll);
  return left === null ? [] : [left];
}

function withoutAddressLines(sdp: string, isAll: boolean): string {
  return sdp.split("\n").flatMap((line) => {
    if (isCandidate(line)) return isRelay(line) && !isAll ? [withoutRelated(line)] : [];
    // Connection, origin and control lines repeat an address of the candidates.
    return /^(c=|o=|a=rtcp:)/.test(line) ? [line.replace(/IN IP[46] [^\s]+/, "IN IP4 0.0.0.0")] : [line];
  }).join("\n");
}

/** A relay's candidate names the speaker's own address that it relays for, as `raddr` and `rport`. */
const withoutRelated = (line: string): string => line.replace(/ raddr \S+ rport \d+/i, " raddr 0.0.0.0 rport 0");

/** The candidates inside an offer, each as a signal of its own, to be told later. */
export function candidatesIn(offer: Signal): Signal[] {
  const sdp = typeof offer === "string" ? offer : offer.sdp;
  if (typeof sdp !== "string") return [];
  const found: Signal[] = [];
  let sdpMLineIndex = -1;
  let sdpMid: string | null = null;
  // The line that names a part may stand below its candidates, so each part is read as a whole.
  for (const part of sdp.split(/^(?=m=)/m)) {
    if (!part.startsWith("m=")) continue;
    sdpMLineIndex++;
    sdpMid = /^a=mid:(\S+)/m.exec(part)?.[1] ?? null;
    for (const [, text] of part.matchAll(/^a=(candidate:.*?)\r?$/gm)) {
      found.push({ type: "candidate", candidate: { candidate: text, sdpMLineIndex, sdpMid } });
    }
  }
  return found;
}
