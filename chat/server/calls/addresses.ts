/**
 * Cuts network addresses out of signals. Browsers name their own in candidates, and in a few lines around them; only
 * those of relays are kept. Everything else in a signal is passed on as it is.
 */

import { signalLevelsMax } from "../../shared/limits.ts";

export type Signal = string | Record<string, unknown>;

/** A candidate by its grammar (RFC 8839): …, address, port, "typ", the type, and extensions. */
const candidate = /^\s*(?:a=)?candidate:\S{1,64} \d+ \S{1,16} \d+ \S{1,256} \d+ typ (\w+)/i;
const isCandidate = (text: string): boolean => candidate.test(text);
const isRelay = (text: string): boolean => candidate.exec(text)?.[1]?.toLowerCase() === "relay";

/** What lies deeper is not looked through, and not passed on; a text that is JSON counts as a level. */
const depthMax = signalLevelsMax;

/**
 * Returns a signal without the addresses of its speaker, also where it is JSON in a text: only candidates of relays stay,
 * without the address that they relay for. Null if nothing is left to say. With `isAll` the candidates of relays go as well:
 * where no relay exists, nobody needs them.
 */
export const withoutAddresses = (signal: Signal, isAll = false): Signal | null =>
  (partWithout(signal, isAll, depthMax) ?? null) as Signal | null;

/** A part of a signal without addresses, or undefined. */
function partWithout(part: unknown, isAll: boolean, depth: number): unknown {
  if (typeof part === "string") return textWithout(part, isAll, depth);
  if (typeof part !== "object" || part === null) return part;
  if (depth === 0) return undefined;
  const names = Object.keys(part);
  const left = Object.values(part).map((each) => partWithout(each, isAll, depth - 1));
  if (Array.isArray(part)) return left.filter((each) => each !== undefined);
  // What is left of a candidate without its address is of no use, so the whole signal goes.
  return left.includes(undefined) ? undefined : Object.fromEntries(left.map((each, at) => [names[at]!, each]));
}

function textWithout(text: string, isAll: boolean, depth: number): string | undefined {
  const json = jsonIn(text);
  if (json !== undefined) {
    return depth === 0 ? undefined : JSON.stringify(partWithout(json, isAll, depth - 1));
  }
  const left = linesWithout(text, isAll);
  return left.length === 0 ? undefined : left.join("");
}

/** What a text is as JSON; undefined if it is none. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An address that every device has, and that names none. */
const ofNobody = /^(?:127\.|0\.0\.0\.0$|::1?$)/;

/** The lines of a text, each with its end; a candidate alone is one. */
function linesWithout(text: string, isAll: boolean): string[] {
  return text.split(/(?<=\n|\r(?!\n))/).flatMap((line) => {
    if (isCandidate(line)) return isRelay(line) && !isAll ? [withoutRelated(line)] : [];
    // Connection, origin and control lines repeat an address of the candidates.
    if (!/^(c=|o=|a=rtcp:)/.test(line)) return [line];
    return [line.replace(/IN IP[46] (\S+)/, (same, address) => ofNobody.test(address) ? same : "IN IP4 0.0.0.0")];
  });
}

/** A relay's candidate names the speaker's own address that it relays for, as `raddr` and `rport`. */
const withoutRelated = (line: string): string => line.replace(/ raddr \S+ rport \d+/i, " raddr 0.0.0.0 rport 0");

/** The candidates inside an offer, each as a signal of its own in the offer's form, to be told later. */
export function candidatesIn(offer: Signal): Signal[] {
  const json = typeof offer === "string" ? jsonIn(offer) : undefined;
  const found = candidatesOf(sdpIn(offer, depthMax) ?? "");
  return json === undefined ? found : found.map((each) => JSON.stringify(each));
}

/** The first description of a session in a part of a signal. */
function sdpIn(part: unknown, depth: number): string | undefined {
  if (depth === 0) return undefined;
  if (typeof part === "string") return /^m=/m.test(part) ? part : sdpIn(jsonIn(part), depth - 1);
  if (typeof part !== "object" || part === null) return undefined;
  for (const each of Object.values(part)) {
    const found = sdpIn(each, depth - 1);
    if (found !== undefined) return found;
  }
}

function candidatesOf(sdp: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
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
