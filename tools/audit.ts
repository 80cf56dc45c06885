/** `deno task audit`: walks every ledger and index of DATA_DIR, prints broken invariants, exits 1 if there is any. */
import { audit } from "../kv/audit.ts";
import { openStore } from "../kv/open.ts";
import { readConfig } from "../services/config.ts";

const { config } = readConfig("demo", (name) => Deno.env.get(name));
const file = `${config.dataDir}/kv.sqlite3`;
if (!config.kvUrl && !await Deno.stat(file).then(() => true, () => false)) {
  console.error(`there is no store at ${file}`);
  Deno.exit(1);
}
const store = await openStore({ location: config.kvUrl ?? file, secret: config.secret });
const broken = await audit(store);
store.close();
for (const sentence of broken) console.log(sentence);
console.log(broken.length === 0 ? "every invariant holds" : `${broken.length} broken`);
Deno.exit(broken.length === 0 ? 0 : 1);
