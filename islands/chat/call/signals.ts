/** What the two browsers of a call tell each other through the server, which reads only addresses and `isFresh` in it. */

/**
 * An offer, an answer, an address, the request for another try, or that there is no path. `turn` counts the tries;
 * `isFresh` marks the offer of a browser that has come back without the connection that it had.
 */
export type Signal =
  & { turn?: number; isFresh?: boolean }
  & (
    | { type: "offer" | "answer"; sdp: string }
    | { type: "candidate"; candidate: RTCIceCandidateInit }
    | { type: "renegotiate"; renegotiate: true }
    | { type: "fault" }
  );

const printOf = (sdp: string | undefined): string | undefined => /^a=fingerprint:(.*)$/m.exec(sdp ?? "")?.[1]?.trim();

/**
 * Whether the signal is another try of a different connection than the one described by `joined`, as its certificate shows:
 * an earlier page of the other's, which had the call before, may still be looking for a path.
 */
export const isOfAnother = (signal: Signal, joined: string | undefined): boolean =>
  signal.type === "offer" && Boolean(signal.turn) && printOf(signal.sdp) !== printOf(joined);
