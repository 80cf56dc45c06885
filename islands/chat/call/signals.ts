/** What the two browsers of a call tell each other through the server, which reads nothing of it but addresses. */

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
