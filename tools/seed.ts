/** `deno task seed --ladies N`: fills a demo's DATA_DIR, or an empty one, with N ladies, the same ones every time. */
import { generateLadies } from "../demo/generate.ts";
import { addGeneratedLadies } from "../demo/many.ts";
import { LADIES } from "../demo/portraits/ladies.ts";
import { openStore } from "../kv/open.ts";
import { holdDataDir, makeDataDir } from "../services/data_dir.ts";
import { configOfTask, optionsOfTask, tellAndExit } from "./store/command.ts";

const ladiesAtMost = 100_000;
const options = { ladies: { type: "string", default: "1000" } } as const;
const values = await Promise.try(() => optionsOfTask("usage: deno task seed [--ladies N]", options))
  .catch(tellAndExit("seed"));
const count = Number(values.ladies);
if (!Number.isInteger(count) || count < 1 || count > ladiesAtMost) {
  console.error(`--ladies must be a whole number from 1 to ${ladiesAtMost}`);
  Deno.exit(1);
}

const config = await Promise.try(configOfTask).catch(tellAndExit("seed"));
if (!config.kvUrl) await makeDataDir(config.dataDir).catch(tellAndExit("seed"));
// A server that runs would not learn of these ladies, and would lose writes to this process.
const hold = config.kvUrl ? null : await holdDataDir(config.dataDir).catch(tellAndExit("seed"));
const store = await openStore({
  location: config.kvUrl ?? `${config.dataDir}/kv.sqlite3`,
  secret: config.secret,
  isVisitor: true,
  // A demo's, too: nobody ever lived as these ladies do.
  claim: { servesAs: "demo" },
}).catch(tellAndExit("seed"));
const startedAt = performance.now();
const portraitKeys = LADIES.map(([key]) => key);
const added = await addGeneratedLadies(
  store,
  count,
  (firstId) => generateLadies({ count, firstId, nowMs: store.now(), seed: 1, portraitKeys }),
);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(added > 0 ? `${added} ladies added in ${seconds} s` : "these ladies are here already");
await store.close();
hold?.release();
