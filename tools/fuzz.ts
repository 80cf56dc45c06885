/**
 * `deno task fuzz`: tries every call from outside against its description. `--calls N` (10,000), `--as man`, `--seed N` (1).
 * Exit 1 on a fault.
 */
import { fuzzIfPossible } from "../tests/fuzz/fuzz.ts";
import { optionsOfTask, tellAndExit } from "./store/command.ts";

const text = { type: "string" } as const;
const usage = "usage: deno task fuzz [--calls N] [--as ROLE] [--seed N]";
const values = await Promise.try(() => optionsOfTask(usage, { calls: text, as: text, seed: text }))
  .catch(tellAndExit("fuzz"));
const faults = await fuzzIfPossible({
  calls: Number(values.calls ?? 10_000),
  seed: Number(values.seed ?? 1),
  as: values.as,
  say: (sentence) => console.log(sentence),
});
for (const fault of faults.slice(0, 100)) console.log(fault);
if (faults.length > 0) console.log(`${faults.length} faults`);
Deno.exit(faults.length === 0 ? 0 : 1);
