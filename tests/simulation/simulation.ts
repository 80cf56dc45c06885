/**
 * A run: people want things of several instances over one store, while everything goes wrong that the seed brings about.
 * Then everything is mended, every wish gets its answer, and the books are held against each other.
 */
import { wasCall } from "../../kv/chats/charges.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { audit } from "../../kv/records/audit.ts";
import { seededRandom } from "../seeded_random.ts";
import { LettersAndMoney } from "./acts/letters_and_money.ts";
import { Wishes } from "./acts/wishes.ts";
import { chatBooks } from "./chat/books.ts";
import { People } from "./chat/people.ts";
import { inSimulatedTime } from "./time/globals.ts";
import { Trace } from "./time/trace.ts";
import { Disturbances } from "./world/disturbances.ts";
import { between } from "./world/pick.ts";
import { World } from "./world/world.ts";

/** How many operations a life has; with more, checking the store of one life would take longer than living it. */
export const operationsOfLife = 2000;
const instancesCount = 3;
/** The share of the operations that are about letters and money; the others are about the chat. */
const shareOfLetters = 0.4;
/** How long between two operations; ms. */
const pause = { least: 20, most: 500 };
/** How long the last answers may take once everything is mended, and how long people are then left alone; ms. */
const answersMs = 120_000;
const settlesMs = 45_000;

export interface Life {
  /** A hash of all that happened: the same for the same seed and number of operations. */
  hash: string;
  /** Everything that is wrong, as sentences. */
  faults: string[];
  counts: Record<string, number>;
  /** What happened, one line each; null unless asked for. */
  lines: string[] | null;
}

/** Lives one life of a world, from its beginning to the check of the books. */
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
  const people = new People(world);
  const disturbances = new Disturbances(world);
  for (let at = 0; at < instancesCount; at++) world.open();
  world.keepExpiring();
  disturbances.begin();

  let done = 0;
  const actOn = () =>
    time.after(between(time.random, pause.least, pause.most), outside, "act", () => {
      if (time.random() < shareOfLetters) letters.act(done);
      else people.act(done);
      if (++done < operations) actOn();
    });
  actOn();
  await time.run(() => done === operations);
  disturbances.end();
  const isIn = (ms: number) => {
    const untilMs = time.nowMs + ms;
    return () => time.nowMs > untilMs;
  };
  // By then, instances that were taken for dead have begun anew, and everybody is back.
  await time.run(isIn(settlesMs));
  people.stop();
  const isLate = isIn(answersMs);
  await time.run(() => isLate() || wishes.open.size === 0);
  for (const name of wishes.open) faults.push(`${name} was never answered`);
  await time.run(isIn(settlesMs));
  people.readAll();
  await time.run(isIn(settlesMs));

  const chat = await chatBooks(world, people);
  faults.push(...await audit(world.truth), ...await letters.faults(), ...chat.faults);
  const expected = await letters.expectedCredits();
  for (const { manId, costCredits, refundedCredits } of chat.chats) {
    expected.set(manId, expected.get(manId)! - costCredits + refundedCredits);
  }
  faults.push(...await faultsOfBalances(world, expected));
  const counts = {
    operations,
    granted: [...wishes.fates.values()].filter(({ granted }) => granted > 0).length,
    messages: chat.messages,
    chats: chat.chats.filter(({ minutes }) => minutes > 0).length,
    calls: chat.chats.filter(wasCall).length,
    minutes: chat.chats.reduce((sum, { minutes }) => sum + minutes, 0),
    happenings: time.count,
    ...world.counts,
    ...disturbances.counts,
  };
  return { hash: trace.hash, faults, counts, lines: trace.lines };
}

async function faultsOfBalances(world: World, expected: Map<number, number>): Promise<string[]> {
  const faults: string[] = [];
  for (const [manId, credits] of expected) {
    const balance = await balanceOf(world.truth, manId);
    if (balance !== credits) faults.push(`man ${manId} has ${balance} credits; what happened to him leaves ${credits}`);
  }
  return faults;
}
