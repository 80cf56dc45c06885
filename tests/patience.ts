/**
 * How long tests wait for what must come. This never measures how fast a machine is: a passing test waits for events and
 * never until the time is over, and a slow or busy machine is given as much more time as it was measured to need.
 */
import process from "node:process";

/** How long the work below took on the machine for which the waits are written, ms. */
const referenceMs = 25;
const slownessMax = 20;

/** How many times slower than that machine this one is, at least 1; measured once in a run, and passed to its children. */
function slowness(): number {
  const { env } = process;
  env.TEST_SLOWNESS ??= String(Math.min(slownessMax, Math.max(1, workMs() / referenceMs)));
  return Number(env.TEST_SLOWNESS);
}

function workMs(): number {
  const startedAt = performance.now();
  let number = 1;
  for (let at = 0; at < 20_000_000; at++) number = Math.imul(number ^ at, 0x01000193);
  // The result is used, or the work could be optimised away.
  return performance.now() - startedAt + (number === 0 ? 1 : 0);
}

/** So many seconds on the machine for which the waits are written, as ms on this one. */
export const patience = (seconds: number): number => Math.round(seconds * 1000 * slowness());

/** Looks every few ms, and returns what `find` finds as soon as that is something; throws `what` if nothing comes. */
export async function until<T>(
  find: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  what = "what was waited for",
): Promise<T> {
  const deadline = performance.now() + patience(60);
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`${what} did not come about`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
