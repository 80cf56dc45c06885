/**
 * `deno task audit`: walks every ledger and index of DATA_DIR, prints broken invariants, exits 1 if there is any.
 * It looks at a copy as of one moment: a server that runs meanwhile is neither disturbed nor mistaken for a fault.
 */
import { audit } from "../kv/audit.ts";
import { openStore } from "../kv/open.ts";
import { readConfig } from "../services/config.ts";
import { tellAndExit } from "./store/command.ts";
import { auditFolder } from "./store/audit_folder.ts";

const { config } = readConfig("demo", (name) => Deno.env.get(name));
const broken = await (config.kvUrl ? auditRemote(config.kvUrl) : auditFolder(config)).catch(tellAndExit("audit"));
for (const sentence of broken) console.log(sentence);
console.log(broken.length === 0 ? "every invariant holds" : `${broken.length} broken`);
Deno.exit(broken.length === 0 ? 0 : 1);

/** Of a store that cannot be copied: what is wrong twice was not only under way. */
async function auditRemote(location: string): Promise<string[]> {
  const store = await openStore({ location, secret: config.secret });
  try {
    const first = await audit(store);
    if (first.length === 0) return [];
    const second = new Set(await audit(store));
    return first.filter((sentence) => second.has(sentence));
  } finally {
    store.close();
  }
}
