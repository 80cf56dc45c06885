/** How long storms last, and what happens in them when. */
import { seededRandom } from "../seeded_random.ts";
import type { StormOptions } from "./world.ts";

/** Moments from `from` until `length` is over, each `nextAfter()` after the last. */
function moments(length: number, from: number, nextAfter: () => number): number[] {
  const found: number[] = [];
  for (let at = from; at < length; at += nextAfter()) found.push(at);
  return found;
}

/** A storm of so many minutes, with a kill every 30 to 60 s; for `deno task soak`. */
export function longStorm(minutes: number, seed: number, say: StormOptions["say"]): StormOptions {
  const seconds = minutes * 60;
  const random = seededRandom(seed);
  return {
    seed,
    men: 250,
    ladies: 100,
    pairs: 30,
    length: { seconds },
    kills: moments(seconds, 40, () => 30 + 30 * random()),
    backups: moments(seconds, 75, () => 130 + 40 * random()),
    signUps: moments(seconds, 5, () => 25 * random()),
    deletions: Math.ceil(minutes * 5),
    frauds: Math.ceil(minutes / 2),
    clockRate: 10,
    restMs: 12_000,
    say,
  };
}

/** A storm of about a minute, with two kills; for the tests. */
export function smallStorm(seed: number, say: StormOptions["say"]): StormOptions {
  return {
    seed,
    men: 10,
    ladies: 6,
    pairs: 3,
    length: { acts: 700 },
    kills: [200, 460],
    backups: [140, 450],
    signUps: [20, 198, 200, 458, 550],
    deletions: 3,
    frauds: 1,
    clockRate: 10,
    restMs: 400,
    say,
  };
}
