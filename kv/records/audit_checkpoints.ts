/**
 * The checkpoints of the audit log. Records are taken into a chain, some at a time, in the order in which they are found
 * waiting; each checkpoint holds the hashes of its records and of the checkpoint before. Nobody can change, take out or
 * put in a record without breaking the chain, and nobody without the site's secret can make it anew. One instance extends
 * it at a time.
 */
import type { Store } from "../open.ts";
import { type AuditRecord, recordHash } from "../store/audit_log.ts";
import { type Attempt, commitNow, transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { hashOf, keyIdOf, vouchFor, type Worth, worthOf } from "../store/proof.ts";

/** What a checkpoint holds of one record; `worth` is what its writer's vouching was worth when it was covered. */
export type CoveredRecord = [at: number, recordId: string, hash: string, worth: Worth];

export interface AuditCheckpoint {
  seq: number;
  /** Ms since the epoch. */
  at: number;
  lines: CoveredRecord[];
  /** Null in the first. */
  previousHash: string | null;
  hash: string;
  vouch: string;
}

/** One end of the chain: its newest checkpoint, or the newest of those that were cleared away. */
export interface CheckpointHead {
  seq: number;
  hash: string;
  /** Records that were covered so far. */
  recordCount: number;
  at: number;
  /** When the chain was begun; from then on entries of ledgers are chained as well. */
  startedAt: number;
  vouch: string;
}

/** A checkpoint as the text that is noted elsewhere and given to `deno task audit`. */
export const checkpointName = ({ seq, hash }: Pick<CheckpointHead, "seq" | "hash">): string => `${seq}:${hash}`;

/** The checkpoint that such a text names; null if it names none. */
export function checkpointOfName(text: string): { seq: number; hash: string } | null {
  const [, seq, hash] = /^([1-9]\d{0,15}):([\w-]{43})$/.exec(text) ?? [];
  return seq ? { seq: Number(seq), hash: hash! } : null;
}

/**
 * How many records one commit can well cover: for each it writes up to four keys, the waiting mark and the three places.
 */
const recordsOfCheckpoint = 50;
const adoptedAtOnce = 100;

/** The newest end of the chain; null before the first checkpoint. */
export const checkpointHead = async (store: Store): Promise<CheckpointHead | null> =>
  (await store.kv.get<CheckpointHead>(keys.auditCheckpointHead())).value;

/** How many records wait, up to a thousand. */
export async function waitingRecords(store: Store): Promise<number> {
  let count = 0;
  for await (const _line of store.kv.list({ prefix: prefixes.auditWaiting() }, { limit: 1000 })) count++;
  return count;
}

/**
 * Covers every record that waits, and returns how many there were. Records from before there was a chain come first.
 */
export function addAuditCheckpoint(store: Store): Promise<number> {
  return store.mutexes.run("audit-checkpoints", async () => {
    let covered = 0;
    while (true) {
      const some = await transact<number>(() => attempt(store));
      covered += some;
      if (some < recordsOfCheckpoint) return covered;
    }
  });
}

async function attempt(store: Store): Promise<Attempt<number>> {
  const readWaiting = () =>
    Array.fromAsync(store.kv.list<string>({ prefix: prefixes.auditWaiting() }, { limit: recordsOfCheckpoint }));
  const [head, seen] = await Promise.all([
    store.kv.get<CheckpointHead>(keys.auditCheckpointHead()),
    readWaiting(),
  ]);
  // After a change of the secret a checkpoint is made even without records: from here on the new secret vouches.
  const isSecretNew = head.value !== null && !head.value.vouch.startsWith(`${keyIdOf(store.sign)}.`);
  if (head.value && seen.length === 0 && !isSecretNew) return { done: 0 };
  if (!head.value) await adoptOldRecords(store);
  // Read again, after the head: records that were read beside it may be covered by it already.
  const waiting = await readWaiting();
  if (waiting.length === 0 && !isSecretNew) return { done: 0 };
  const records = await readRecords(store, waiting);

  const op = store.kv.atomic().check(head);
  const checkpoint = checkpointAfter(store, head.value, records.map(({ covered }) => covered));
  op.set(keys.auditCheckpoint(checkpoint.seq), checkpoint).set(
    keys.auditCheckpointHead(),
    headAfter(store, head.value, checkpoint),
  );
  for (const { key } of waiting) op.delete(key);
  for (const { record, covered: [at, recordId] } of records) {
    for (const [field, value] of record ? placesOf(record) : []) {
      op.set(keys.auditRecordBy(field, value, at, recordId), checkpoint.seq);
    }
  }
  return { commit: op, result: records.length };
}

/** The waiting records, as a checkpoint holds them. */
async function readRecords(
  store: Store,
  waiting: Deno.KvEntry<string>[],
): Promise<{ record: AuditRecord | null; covered: CoveredRecord }[]> {
  const places = waiting.map(({ key }) => ({ at: Number(key[1]), recordId: String(key[2]) }));
  const records = await getAll<AuditRecord>(store, places.map(({ at, recordId }) => keys.auditRecord(at, recordId)));
  return places.map(({ at, recordId }, position) => {
    const record = records[position]!;
    const hash = recordHash(at, recordId, record);
    return { record, covered: [at, recordId, hash, worthOf(waiting[position]!.value, hash, [store.sign])] };
  });
}

/**
 * The places in the index by which a record can be found. The value stored at each is the number of the checkpoint that
 * covers the record.
 */
export const placesOf = ({ action, actorId, subject }: AuditRecord): [field: string, value: string][] => [
  ["action", action],
  ...actorId === null ? [] : [["actor", String(actorId)] as [string, string]],
  ["subject", subject],
];

function checkpointAfter(store: Store, head: CheckpointHead | null, lines: CoveredRecord[]): AuditCheckpoint {
  const facts = { seq: (head?.seq ?? 0) + 1, at: store.now(), lines, previousHash: head?.hash ?? null };
  const hash = checkpointHash(facts);
  return { ...facts, hash, vouch: vouchFor(store.sign, hash) };
}

export const checkpointHash = ({ seq, at, lines, previousHash }: Omit<AuditCheckpoint, "hash" | "vouch">): string =>
  hashOf({ seq, at, lines, previousHash });

function headAfter(store: Store, head: CheckpointHead | null, checkpoint: AuditCheckpoint): CheckpointHead {
  return vouchedHead(store, {
    seq: checkpoint.seq,
    hash: checkpoint.hash,
    recordCount: (head?.recordCount ?? 0) + checkpoint.lines.length,
    at: checkpoint.at,
    startedAt: head?.startedAt ?? checkpoint.at,
  });
}

export const vouchedHead = (store: Store, head: Omit<CheckpointHead, "vouch">): CheckpointHead => ({
  ...head,
  vouch: vouchFor(store.sign, hashOf(head)),
});

export function headHash({ vouch: _vouch, ...facts }: CheckpointHead): string {
  return hashOf(facts);
}

/**
 * Marks records from before there was a chain as waiting. Nothing is covered before all are marked, and nothing is
 * marked once something is covered.
 */
async function adoptOldRecords(store: Store): Promise<void> {
  let some: Deno.KvEntry<AuditRecord>[] = [];
  const mark = async () => {
    const op = store.kv.atomic().check({ key: keys.auditCheckpointHead(), versionstamp: null });
    for (const { key, value } of some) {
      const [at, recordId] = [Number(key[1]), String(key[2])];
      op.set(keys.auditWaiting(at, recordId), vouchFor(store.sign, recordHash(at, recordId, value)));
    }
    some = [];
    await commitNow(op);
  };
  for await (const record of store.kv.list<AuditRecord>({ prefix: prefixes.auditRecords() }, { batchSize: 500 })) {
    const isWaiting =
      (await store.kv.get(keys.auditWaiting(Number(record.key[1]), String(record.key[2])))).versionstamp;
    if (!isWaiting && some.push(record) === adoptedAtOnce) await mark();
  }
  if (some.length > 0) await mark();
}
