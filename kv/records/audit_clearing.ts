/**
 * Clears the audit log of what is older than books are kept: whole checkpoints with all their records, from the beginning
 * of the chain.
 */
import type { Store } from "../open.ts";
import type { AuditRecord } from "../store/audit_log.ts";
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import {
  type AuditCheckpoint,
  type CheckpointHead,
  checkpointHead,
  placesOf,
  vouchedHead,
} from "./audit_checkpoints.ts";
import { bookYears } from "./own_data/row.ts";

const yearMs = 365.25 * dayMs;

/**
 * Clears old checkpoints away and returns how many records went with them. The chain then begins at its floor, which the
 * site vouches for as it does for its end. The newest checkpoint always stays.
 */
export async function clearOldCheckpoints(store: Store): Promise<number> {
  const before = store.now() - bookYears * yearMs;
  const head = await checkpointHead(store);
  let cleared = 0;
  while (head) {
    const count = await store.mutexes.run("audit-checkpoints", () => clearOne(store, head, before));
    if (count === null) break;
    cleared += count;
  }
  return cleared;
}

/** Clears the oldest checkpoint and returns how many records went; null if it is not old enough, or is the newest. */
function clearOne(store: Store, head: CheckpointHead, before: number): Promise<number | null> {
  return transact<number | null>(async () => {
    const floor = await store.kv.get<CheckpointHead>(keys.auditCheckpointFloor());
    const seq = (floor.value?.seq ?? 0) + 1;
    const checkpoint = await store.kv.get<AuditCheckpoint>(keys.auditCheckpoint(seq));
    if (!checkpoint.value || seq >= head.seq || checkpoint.value.at > before) return { done: null };
    const records = await Promise.all(
      checkpoint.value.lines.map(([at, recordId]) => store.kv.get<AuditRecord>(keys.auditRecord(at, recordId))),
    );
    const op = store.kv.atomic().check(floor).check(checkpoint).delete(checkpoint.key);
    for (const { key, value } of records) {
      op.delete(key);
      for (const [field, word] of value ? placesOf(value) : []) {
        op.delete(keys.auditRecordBy(field, word, Number(key[1]), String(key[2])));
      }
    }
    const { hash, at } = checkpoint.value;
    const recordCount = (floor.value?.recordCount ?? 0) + records.length;
    op.set(keys.auditCheckpointFloor(), vouchedHead(store, { seq, hash, at, recordCount, startedAt: head.startedAt }));
    return { commit: op, result: records.length };
  });
}
