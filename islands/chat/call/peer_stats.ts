/** What a connection reports: the state of its path, its counters, and how media travels. */
import type { Way } from "./call_state.ts";
import type { Counted } from "./call_quality.ts";

export type PathState = "connected" | "lost" | "failed";

/** The state of the path; null while it is not known. */
export function pathOf({ iceConnectionState, connectionState }: RTCPeerConnection): PathState | null {
  if (iceConnectionState === "failed" || connectionState === "failed") return "failed";
  if (iceConnectionState === "disconnected") return "lost";
  const isFound = iceConnectionState === "connected" || iceConnectionState === "completed";
  if (isFound && connectionState === "connected") return "connected";
  return null;
}

/** Reads the counters, and whether the candidate pair in use is direct or goes through a relay. */
export function readStats(stats: RTCStatsReport): { counted: Counted; way: Way | null } {
  const counted: Counted = {
    atMs: performance.now(),
    framesDecoded: 0,
    packetsReceived: 0,
    packetsLost: 0,
    lostThere: null,
    roundTripSeconds: null,
  };
  let way: Way | null = null;
  // deno-lint-ignore no-explicit-any
  stats.forEach((each: any) => {
    if (each.type === "inbound-rtp") {
      counted.framesDecoded += each.framesDecoded ?? 0;
      counted.packetsReceived += each.packetsReceived ?? 0;
      counted.packetsLost += each.packetsLost ?? 0;
    }
    if (each.type === "remote-inbound-rtp" && each.fractionLost !== undefined) {
      counted.lostThere = Math.max(counted.lostThere ?? 0, each.fractionLost);
    }
    const isChosen = each.type === "candidate-pair" && each.nominated && each.state === "succeeded";
    if (!isChosen) return;
    counted.roundTripSeconds = each.currentRoundTripTime ?? null;
    const ends = [stats.get(each.localCandidateId), stats.get(each.remoteCandidateId)];
    way = ends.some((end) => end?.candidateType === "relay") ? "relay" : "direct";
  });
  return { counted, way };
}
