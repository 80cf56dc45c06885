/**
 * Takes and throws away what a peer still sends although it has its answer, so that it reads the answer before the
 * connection breaks off: a little at a time, from few peers at once, and not for long. Taken as fast as it comes, it
 * would fill the memory faster than that is cleared.
 */
import type { Readable } from "node:stream";

const peersAtOnce = 8;
/**
 * A peer is silent when `quietChecks` checks in a row find nothing new; after `checksMax` checks it is cut off. Checks
 * are counted instead of time: a busy machine reads nothing for a while, and must not take that for a silent peer.
 */
const checkEveryMs = 50;
const quietChecks = 5;
const checksMax = 60;

let peers = 0;

/** Calls `done` once, when the peer is silent or has ended, or was heard for long enough. */
export function takeLeftover(from: Readable, done: () => void): void {
  if (peers >= peersAtOnce || from.destroyed || from.readableEnded) return done();
  peers++;
  let [looks, quiet, isNew] = [0, 0, false];
  const onData = () => {
    isNew = true;
    from.pause();
  };
  const finish = () => {
    clearInterval(timer);
    from.off("data", onData).off("end", finish).off("close", finish);
    peers--;
    done();
  };
  const timer = setInterval(() => {
    quiet = isNew ? 0 : quiet + 1;
    isNew = false;
    if (quiet >= quietChecks || ++looks >= checksMax) return finish();
    from.resume();
  }, checkEveryMs);
  from.on("data", onData).on("end", finish).on("close", finish);
  from.resume();
}
