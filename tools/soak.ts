/**
 * `deno task soak`: the long storms; `--only NAME` runs one, `--seed N` (1). `chat`: over the chat's engine, `--chats N`
 * (2,000). `site`: over the whole site, `--minutes N` (15). `many`: over four processes, if there is a denokv,
 * `--minutes N` as well. `calls`: over the calls, if schemathesis is installed, `--calls N` (10,000). `simulation`: over
 * several instances in one process, replayed by its seed, `--operations N` (1,000,000). Exit 1 if a book disagrees, or an
 * answer with its description.
 */
import { runChaos } from "../tests/chat/chaos.ts";
import { fuzzIfPossible } from "../tests/fuzz/fuzz.ts";
import { soakMany } from "../tests/many/soak.ts";
import { liveThrough } from "../tests/simulation/lives.ts";
import { longStorm } from "../tests/storm/plan.ts";
import { runStorm } from "../tests/storm/storm.ts";
import { optionsOfTask, tellAndExit } from "./store/command.ts";

const number = { type: "string" } as const;
const options = {
  chats: number,
  minutes: number,
  pairs: number,
  rate: number,
  seed: number,
  only: number,
  calls: number,
  operations: number,
};
const usage = `usage: deno task soak ${Object.keys(options).map((name) => `[--${name} …]`).join(" ")}`;
const values = await Promise.try(() => optionsOfTask(usage, options)).catch(tellAndExit("soak"));
const seed = Number(values.seed ?? 1);

async function chatStorm(): Promise<string[]> {
  const chats = Number(values.chats ?? 2000);
  const { faults, ...counts } = await runChaos({
    chats,
    pairs: Number(values.pairs ?? 40),
    kills: Math.ceil(chats / 100),
    steps: Math.ceil(chats / 50),
    // A paid minute in three seconds.
    rate: Number(values.rate ?? 20),
    seed,
  });
  console.log(JSON.stringify(counts, null, 2));
  return faults;
}

const minutes = Number(values.minutes ?? 15);

/** Returns a function that prints a sentence with the seconds since this call. */
function timed(): (sentence: string) => void {
  const begunAt = performance.now();
  return (sentence) => console.log(`${Math.round((performance.now() - begunAt) / 1000)} s: ${sentence}`);
}

async function siteStorm(): Promise<string[]> {
  const { faults, ...counts } = await runStorm(longStorm(minutes, seed, timed()));
  console.log(JSON.stringify(counts, null, 2));
  return faults;
}

async function manyStorm(): Promise<string[]> {
  const faults = await soakMany(minutes, seed, timed());
  if (faults === null) {
    console.log("There is no denokv (in the PATH, or DENOKV its path): no storm over several processes.");
  }
  return faults ?? [];
}

const callStorm = (): Promise<string[]> =>
  fuzzIfPossible({ calls: Number(values.calls ?? 10_000), seed, say: (sentence) => console.log(sentence) });

async function simulation(): Promise<string[]> {
  const operations = Number(values.operations ?? 1_000_000);
  const { faults, counts } = await liveThrough({ operations, seed, say: (sentence) => console.log(sentence) });
  console.log(JSON.stringify(counts, null, 2));
  return faults;
}

const storms: Record<string, () => Promise<string[]>> = {
  chat: chatStorm,
  site: siteStorm,
  many: manyStorm,
  calls: callStorm,
  simulation,
};
let count = 0;
for (const [name, storm] of Object.entries(storms)) {
  if (values.only !== undefined && values.only !== name) continue;
  console.log(`the storm over the ${name}, seed ${seed}`);
  const faults = await storm();
  for (const fault of faults.slice(0, 100)) console.log(fault);
  count += faults.length;
}
console.log(count === 0 ? "every book agrees" : `${count} faults`);
Deno.exit(count === 0 ? 0 : 1);
