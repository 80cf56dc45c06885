/** What a peer may hold, and for how long, before it is let go. */

export interface HttpLimits {
  /** From the first byte of a request, or the beginning of a connection, to the end of its headers. */
  headSeconds: number;
  /** How long a connection may stand between two requests. Longer than a proxy keeps one: 60 s of nginx. */
  idleSeconds: number;
  /** How long a body may take, and for how many bytes that came it gets another second. */
  bodySeconds: number;
  bodyBytesPerSecond: number;
  /** How long a peer may take nothing of an answer. */
  untakenSeconds: number;
  /** Connections at most, connections of the chat among them. */
  connectionsMax: number;
  /** After so long without a new connection, the server checks whether anybody can connect. */
  knockSeconds: number;
}

export const usualLimits: HttpLimits = {
  headSeconds: 15,
  idleSeconds: 75,
  bodySeconds: 20,
  bodyBytesPerSecond: 8 * 1024,
  untakenSeconds: 60,
  connectionsMax: Infinity,
  knockSeconds: 5,
};

/** All headers of a request together. */
export const headBytesMax = 16 * 1024;

/** A body that came too slowly: the error that its reader gets. */
export class SlowBody extends Error {
  override name = "SlowBody";
}
