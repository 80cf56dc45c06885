/**
 * `deno task fuzz`: tries every call from outside against its description. `--calls N` (10,000), `--as man`, `--seed N` (1).
 * Exit 1 on a fault.
 */
import { parseArgs } from "node:util";
import { fuzzIfPossible } from "../tests/fuzz/fuzz.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { calls: text, as: text, seed: text } });
const faults = await fuzzIfPossible({
  calls: Number(values.calls ?? 10_000),
  seed: Number(values.seed ?? 1),
  as: values.as,
  say: (sentence) => console.log(sentence),
});
for (const fault of faults.slice(0, 100)) console.log(fault);
if (faults.length > 0) console.log(`${faults.length} faults`);
Deno.exit(faults.length === 0 ? 0 : 1);
