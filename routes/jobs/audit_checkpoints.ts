/**
 * Covers the audit log by checkpoints while the site serves: a record waits a second at most. Every hour the process logs
 * how far the chain reaches, so that its end is known outside the store.
 */
import { getLogger } from "@logtape/logtape";
import type { Store } from "../../kv/open.ts";
import { addAuditCheckpoint, checkpointHead, checkpointName } from "../../kv/records/audit_checkpoints.ts";
import { Trouble } from "../../kv/store/health/trouble.ts";

const log = getLogger(["vesna", "audit"]);

const checkpointEveryMs = 1000;
const tellEveryMs = 3600_000;

export interface AuditCheckpoints {
  /** Covers what still waits, and stops. */
  stop: () => Promise<void>;
}

/**
 * Resolves when the records that waited from before are covered, so that no new record is covered before them
 * (kv/records/audit/proof/audit_log.ts). Real time counts, because the store's clock may run faster.
 */
export async function startAuditCheckpoints(store: Store): Promise<AuditCheckpoints> {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldSeq = 0;
  let tellAt = 0;
  const trouble = new Trouble({ firstMs: checkpointEveryMs, longestMs: 15_000 });

  /** Never throws: a store that is locked for a moment must not end the checkpoints. */
  async function cover(): Promise<void> {
    try {
      await addAuditCheckpoint(store);
      if (isStopped || performance.now() >= tellAt) await tell();
      if (trouble.worked()) log.info("the audit log is covered again");
    } catch (error) {
      if (trouble.failed()) log.error("the audit log cannot be covered: {error}", { error: String(error) });
    }
  }

  async function tell(): Promise<void> {
    tellAt = performance.now() + tellEveryMs;
    const head = await checkpointHead(store);
    if (!head || head.seq === toldSeq) return;
    toldSeq = head.seq;
    log.info("the audit log is covered: {count} records, checkpoint {checkpoint}", {
      count: head.recordCount,
      checkpoint: checkpointName(head),
    });
  }

  let running = run();
  async function run(): Promise<void> {
    await cover();
    if (!isStopped) timer = setTimeout(() => running = run(), trouble.restMs || checkpointEveryMs);
  }

  await running;
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await cover();
    },
  };
}
