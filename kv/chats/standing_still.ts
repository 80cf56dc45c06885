/**
 * How long the time of a chat may stand still for the sake of one who may use the chat all the same: while a man's
 * connection is down, what is written waits for him; while a call's path is said to be lost, picture and sound may go
 * past the server. All such times together last a minute and a fifth of the time that counted, at most.
 */
const stillMsMax = 60_000;
const stillShareMax = 1 / 5;

/** How long the time may still stand still, after it did for `stillMs` and counted for `servedMs`; ms. */
export const stillLeftMs = (stillMs: number, servedMs: number): number =>
  Math.max(0, stillMsMax + servedMs * stillShareMax - stillMs);
