/**
 * A run: people want things of several instances over one store while everything goes wrong that a seed brings about;
 * then everything is mended, every wish gets its answer, and the books are held against each other.
 */
import { balanceOf } from "../../kv/credits/ledger.ts";
import { audit } from "../../kv/records/audit.ts";
import { seededRandom } from "../seeded_random.ts";
import { LettersAndMoney } from "./acts/letters_and_money.ts";
import { Wishes } from "./acts/wishes.ts";
import { inSimulatedTime } from "./time/globals.ts";
import { Trace } from "./time/trace.ts";
import { Disturbances } from "./world/disturbances.ts";
import { between } from "./world/pick.ts";
import { World } from "./world/world.ts";

/** More make the store of one life so large that looking through it takes longer than living. */
export const operationsOfLife = 2000;
const instancesCount = 3;
/** Between two wishes; ms. */
const pause = { least: 20, most: 500 };
/** How long the last answers may take once everything is mended, server time that passes and not real time. */
const mendedMs = 120_000;

export interface Life {
  /** The same for the same seed and number of operations. */
  hash: string;
  /** Everything that is wrong, as sentences. */
  faults: string[];
  counts: Record<string, number>;
  /** What happened, one line each, where it was asked for. */
  lines: string[] | null;
}

/** One life of a world, from the beginning to the books. */
export async function liveOnce(seed: number, operations = operationsOfLife, isTraced = false): Promise<Life> {
  const trace = new Trace(isTraced);
  const world = await World.create(seededRandom(seed), trace);
  return await inSimulatedTime(world.time, () => live(world, trace, operations));
}

async function live(world: World, trace: Trace, operations: number): Promise<Life> {
  const { time, outside } = world;
  const faults: string[] = [];
  const wishes = new Wishes(world, faults);
  const letters = new LettersAndMoney(world, wishes);
  const disturbances = new Disturbances(world);
  for (let at = 0; at < instancesCount; at++) world.open();
  world.keepExpiring();
  disturbances.begin();

  let done = 0;
  const actOn = () =>
    time.after(between(time.random, pause.least, pause.most), outside, "act", () => {
      letters.act(done);
      if (++done < operations) actOn();
    });
  actOn();
  await time.run(() => done === operations);
  disturbances.end();
  const mendedAt = time.nowMs;
  await time.run(() => wishes.open.size === 0 || time.nowMs > mendedAt + mendedMs);
  for (const name of wishes.open) faults.push(`${name} was never answered`);
  const quietAt = time.nowMs;
  await time.run(() => time.nowMs > quietAt + mendedMs / 4);

  faults.push(...await audit(world.truth), ...await letters.faults(), ...await faultsOfBalances(world, letters));
  const granted = [...wishes.fates.values()].filter(({ granted }) => granted > 0).length;
  const counts = { operations, granted, happenings: time.count, ...world.counts, ...disturbances.counts };
  return { hash: trace.hash, faults, counts, lines: trace.lines };
}

async function faultsOfBalances(world: World, letters: LettersAndMoney): Promise<string[]> {
  const faults: string[] = [];
  for (const [manId, credits] of await letters.expectedCredits()) {
    const balance = await balanceOf(world.truth, manId);
    if (balance !== credits) faults.push(`man ${manId} has ${balance} credits; what happened to him leaves ${credits}`);
  }
  return faults;
}
