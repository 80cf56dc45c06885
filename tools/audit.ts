/**
 * `deno task audit`: walks every ledger and index of DATA_DIR, prints broken invariants, exits 1 if there is any. It
 * looks at a copy as of one moment, so that a running server is not disturbed, and its work not taken for a fault.
 * `--known CHECKPOINT`: the audit log must hold this checkpoint, which was noted elsewhere. `--ours`: every signature
 * of an entry or a line must be made with SECRET or one of FORMER_SECRETS.
 */
import { openStore } from "../kv/open.ts";
import { audit, type AuditOptions } from "../kv/records/audit.ts";
import { checkpointOfName } from "../kv/records/audit_checkpoints.ts";
import { lastServedAt } from "../kv/store/health/sentinel.ts";
import { signWith } from "../kv/store/proof.ts";
import type { Config } from "../services/config.ts";
import { auditFolder } from "./store/audit_folder.ts";
import { configOfTask, optionsOfTask, tellAndExit } from "./store/command.ts";
import { Fault } from "./store/fault.ts";

const usage = "usage: deno task audit [--known CHECKPOINT] [--ours]";

const config = await Promise.try(configOfTask).catch(tellAndExit("audit"));
const broken = await auditAsAsked(config).catch(tellAndExit("audit"));
for (const sentence of broken) console.log(sentence);
console.log(broken.length === 0 ? "every invariant holds" : `${broken.length} broken`);
Deno.exit(broken.length === 0 ? 0 : 1);

async function auditAsAsked(config: Config): Promise<string[]> {
  const options = optionsOf(config);
  return await (config.kvUrl ? auditRemote(config.kvUrl, options) : auditFolder(config, options));
}

function optionsOf(config: Config): AuditOptions {
  const values = optionsOfTask(usage, { known: { type: "string" }, ours: { type: "boolean" } });
  const known = values.known === undefined ? null : checkpointOfName(values.known);
  if (values.known !== undefined && !known) throw new Fault("--known takes a checkpoint as the log names it: 12:hash");
  if (values.ours && !config.isSecretGiven) throw new Fault("--ours needs the SECRET of the site");
  return {
    known,
    clockRate: config.clockRate,
    signs: [config.secret, ...config.formerSecrets].map(signWith),
    mustBeOurs: values.ours ? "all" : config.isSecretGiven ? "end" : "none",
  };
}

/** Audits a store that cannot be copied: only what is wrong twice counts, because once it may have been under way. */
async function auditRemote(location: string, options: AuditOptions): Promise<string[]> {
  const store = await openStore({ location, secret: config.secret, isVisitor: true });
  try {
    const audited = async () =>
      await audit(store, { ...options, servedUntil: await lastServedAt(store.kv) ?? undefined });
    const first = await audited();
    if (first.length === 0) return [];
    const second = new Set(await audited());
    return first.filter((sentence) => second.has(sentence));
  } finally {
    await store.close();
  }
}
