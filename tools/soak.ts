/** `deno task soak`: the long storm over the chat. `--chats N` (2,000), `--seed N`; exit 1 where anything is wrong. */
import { runChaos } from "../tests/chat/chaos.ts";

const option = (name: string, otherwise: number): number => {
  const at = Deno.args.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(Deno.args[at + 1]);
};
const chats = option("chats", 2000);
const report = await runChaos({
  chats,
  pairs: option("pairs", 40),
  kills: Math.ceil(chats / 100),
  steps: Math.ceil(chats / 50),
  // A paid minute in three seconds.
  rate: option("rate", 20),
  seed: option("seed", 1),
});
const { faults, ...counts } = report;
console.log(JSON.stringify(counts, null, 2));
for (const fault of faults.slice(0, 50)) console.log(fault);
console.log(faults.length === 0 ? "every book agrees" : `${faults.length} faults`);
Deno.exit(faults.length === 0 ? 0 : 1);
