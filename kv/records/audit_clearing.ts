/** Clearing the audit log of what is older than books are kept: whole seals from its beginning, with all their lines. */
import type { Store } from "../open.ts";
import type { AuditLine } from "../store/audit_log.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { type AuditSeal, placesOf, type SealHead, sealHead, vouchedHead } from "./audit_seals.ts";
import { bookYears } from "./own_data/row.ts";

const yearMs = 365.25 * 24 * 3600_000;

/**
 * Clears old seals away and answers how many lines went. The chain then begins at its floor, which the site vouches for
 * as for its end; the newest seal always stays.
 */
export async function clearOldSeals(store: Store): Promise<number> {
  const before = store.now() - bookYears * yearMs;
  const head = await sealHead(store);
  let cleared = 0;
  while (head) {
    const count = await store.mutexes.run("audit-seals", () => clearOne(store, head, before));
    if (count === null) break;
    cleared += count;
  }
  return cleared;
}

/** Null where the oldest seal is not old enough. */
function clearOne(store: Store, head: SealHead, before: number): Promise<number | null> {
  return transact<number | null>(async () => {
    const floor = await store.kv.get<SealHead>(keys.auditSealFloor());
    const seq = (floor.value?.seq ?? 0) + 1;
    const seal = await store.kv.get<AuditSeal>(keys.auditSeal(seq));
    if (!seal.value || seq >= head.seq || seal.value.at > before) return { done: null };
    const lines = await Promise.all(
      seal.value.lines.map(([at, lineId]) => store.kv.get<AuditLine>(keys.auditLine(at, lineId))),
    );
    const op = store.kv.atomic().check(floor).check(seal).delete(seal.key);
    for (const { key, value } of lines) {
      op.delete(key);
      for (const [field, word] of value ? placesOf(value) : []) {
        op.delete(keys.auditLineBy(field, word, Number(key[1]), String(key[2])));
      }
    }
    const { hash, at } = seal.value;
    const lineCount = (floor.value?.lineCount ?? 0) + lines.length;
    op.set(keys.auditSealFloor(), vouchedHead(store, { seq, hash, at, lineCount, startedAt: head.startedAt }));
    return { commit: op, result: lines.length };
  });
}
