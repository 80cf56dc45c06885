/** Many lives, each with a world and a seed of its own, and everything that was wrong, with how to see it again. */
import { liveOnce, operationsOfLife } from "./simulation.ts";

export interface Lives {
  counts: Record<string, number>;
  /** Everything that is wrong; empty if all is well. */
  faults: string[];
}

/** Lives through so many operations; `say` is told of each life that failed as soon as it ends. */
export async function liveThrough(
  { operations, seed, say = () => {} }: { operations: number; seed: number; say?: (sentence: string) => void },
): Promise<Lives> {
  const all: Lives = { counts: {}, faults: [] };
  for (let left = operations, at = 0; left > 0; left -= operationsOfLife, at++) {
    const [seedOfLife, ofLife] = [seed + at, Math.min(left, operationsOfLife)];
    const { faults, counts } = await liveOnce(seedOfLife, ofLife);
    for (const [name, count] of Object.entries(counts)) all.counts[name] = (all.counts[name] ?? 0) + count;
    if (faults.length === 0) continue;
    const again = `deno task soak --only simulation --seed ${seedOfLife} --operations ${ofLife}`;
    say(`seed ${seedOfLife} failed with ${faults.length} faults; again: ${again}`);
    all.faults.push(...faults.map((fault) => `${fault} (again: ${again})`));
  }
  return all;
}
