/** What a peer may hold, and for how long, before it is let go. */

export interface HttpLimits {
  /** From the first byte of a request, or the beginning of a connection, to the end of its headers. */
  headSeconds: number;
  /** How long a connection may stand between two requests. Longer than a proxy keeps one: 60 s of nginx. */
  idleSeconds: number;
  /** How long a body may take, and how much longer for each of so many bytes that came. */
  bodySeconds: number;
  bodyBytesPerSecond: number;
  /** How long nothing of an answer may be taken. */
  untakenSeconds: number;
  /** Connections at most, connections of the chat among them. */
  connectionsMax: number;
  /** When nobody has come for so long, it is looked whether anybody can. */
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

/** A body that came too slowly; whoever reads it is told by this. */
export class SlowBody extends Error {
  override name = "SlowBody";
}
