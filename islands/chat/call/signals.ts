/** What the two browsers of a call tell each other through the server, which reads addresses and `isFresh` of it. */

/**
 * What travels between the two: an offer, an answer, an address, the wish for another try, or that there is no way. `turn` counts the tries;
 * `isFresh` is of a browser that has come back without the connection it had.
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
 * Whether this is another try of a connection that is not the one with which one is joined, as its certificate shows: a
 * page of the other's that had the call before still looks for a path of its own.
 */
export const isOfAnother = (signal: Signal, joined: string | undefined): boolean =>
  signal.type === "offer" && Boolean(signal.turn) && printOf(signal.sdp) !== printOf(joined);
