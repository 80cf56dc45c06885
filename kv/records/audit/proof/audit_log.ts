/**
 * The audit of the audit log: every record is in its checkpoint as it was written, the checkpoints are in their chain, and
 * nothing is outside of it.
 */
import type { Entry } from "../../../credits/ledger/entry.ts";
import { type AuditRecord, recordHash } from "../../../store/audit_log.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { type Worth, worthOf } from "../../../store/proof.ts";
import {
  type AuditCheckpoint,
  checkpointHash,
  type CheckpointHead,
  type CoveredRecord,
  headHash,
  placesOf,
} from "../../audit_checkpoints.ts";
import type { Reader, Report } from "../reader.ts";
import type { Proofs, ProvenSince } from "./proofs.ts";

/**
 * How much older a waiting record may be than the newest covered one, ms of the store's clock: the oldest are covered first.
 */
const passedOverMsMax = 60_000;
/**
 * How much older it may be than the newest of all records; beyond that nobody makes checkpoints any more. A server that
 * was down makes them before it serves again.
 */
const uncoveredMsMax = 3600_000;

interface Seen {
  /** How many covered records are there, and the places by which they can be found. */
  records: number;
  places: Places;
  waiting: number;
  last: CheckpointHead | AuditCheckpoint | null;
  /** The moments of the newest covered record and of the newest of all. */
  coveredAt: number;
  newestAt: number;
  /** The moment of the first checkpoint that one of `signs` vouches for. */
  oursSince: number | null;
}

export async function auditAuditLog(reader: Reader, proofs: Proofs, report: Report): Promise<ProvenSince> {
  const head = await reader.valueAt<CheckpointHead>(keys.auditCheckpointHead());
  const floor = await reader.valueAt<CheckpointHead>(keys.auditCheckpointFloor());
  for (const [end, name] of [[head, "end"], [floor, "beginning"]] as const) {
    const isDue = proofs.mustBeOurs === "all" || (end === head && proofs.mustBeOurs === "end");
    if (end) auditVouch(proofs, end.vouch, headHash(end), isDue, `the ${name} of the chain of checkpoints`, report);
  }
  const seen: Seen = {
    records: 0,
    places: { count: 0, sum: 0 },
    waiting: 0,
    last: floor,
    coveredAt: 0,
    newestAt: 0,
    oursSince: null,
  };
  await reader.walk<AuditCheckpoint>(prefixes.auditCheckpoints(), async (checkpoint, key) => {
    auditCheckpoint(checkpoint, Number(key[1]), seen, proofs, report);
    seen.last = checkpoint;
    if (checkpoint.seq === proofs.known?.seq) auditKnown(checkpoint.hash, proofs, report);
    await Promise.all(
      checkpoint.lines.map((record) => auditCoveredRecord(reader, checkpoint.seq, record, seen, proofs, report)),
    );
  });
  auditEnd(head, seen, floor?.recordCount ?? 0, report);
  if (proofs.known && proofs.known.seq > (seen.last?.seq ?? 0)) {
    report(
      `the audit log ends at checkpoint ${seen.last?.seq ?? 0}, but checkpoint ${proofs.known.seq} was noted elsewhere`,
    );
  }
  await auditLooseRecords(reader, head, seen, report);
  await auditPlaces(reader, seen, report);
  return { chained: head?.startedAt ?? null, ours: proofs.mustBeOurs === "none" ? null : seen.oursSince };
}

/** One checkpoint against the one before it. */
function auditCheckpoint(checkpoint: AuditCheckpoint, seq: number, seen: Seen, proofs: Proofs, report: Report): void {
  const fault: Report = (sentence) => report(`checkpoint ${seq} of the audit log ${sentence}`);
  const before = seen.last;
  if (seq !== (before?.seq ?? 0) + 1) {
    fault(`follows checkpoint ${before?.seq ?? 0}: checkpoints are missing between them`);
  }
  if (checkpoint.seq !== seq) fault(`calls itself ${checkpoint.seq}`);
  if (checkpoint.previousHash !== (before?.hash ?? null)) fault("does not continue the checkpoint before it");
  if (checkpoint.hash !== checkpointHash(checkpoint)) fault("was changed: its hash is another");
  const isDue = proofs.mustBeOurs === "all" || (proofs.mustBeOurs === "end" && seen.oursSince !== null);
  const worth = auditVouch(
    proofs,
    checkpoint.vouch,
    checkpoint.hash,
    isDue,
    `checkpoint ${seq} of the audit log`,
    report,
  );
  if (worth === "good") seen.oursSince ??= checkpoint.at;
}

/** Checks what vouches for a hash. `isDue`: whether it must be one of `signs`. */
function auditVouch(
  { signs }: Proofs,
  vouch: string,
  hash: string,
  isDue: boolean,
  what: string,
  report: Report,
): Worth {
  const worth = worthOf(vouch, hash, signs);
  if (worth === "forged") report(`${what} was not made by this site: its keyed hash is wrong`);
  if (worth === "foreign" && isDue) report(`${what} was made under another SECRET`);
  return worth;
}

function auditKnown(hash: string, { known }: Proofs, report: Report): void {
  if (known && hash !== known.hash) {
    report(`checkpoint ${known.seq} of the audit log is not the one that was noted elsewhere`);
  }
}

async function auditCoveredRecord(
  reader: Reader,
  seq: number,
  [at, recordId, hash, worth]: CoveredRecord,
  seen: Seen,
  { mustBeOurs }: Proofs,
  report: Report,
): Promise<void> {
  const name = `record ${at} ${recordId} of the audit log`;
  const record = await reader.valueAt<AuditRecord>(keys.auditRecord(at, recordId));
  if (!record) return report(`${name} is gone; checkpoint ${seq} holds it`);
  seen.records++;
  seen.coveredAt = Math.max(seen.coveredAt, at);
  if (recordHash(at, recordId, record) !== hash) report(`${name} was changed after checkpoint ${seq} was made`);
  if (worth === "forged") report(`${name} was not written by this site`);
  if (worth === "foreign" && mustBeOurs === "all") {
    report(`${name} was written under another SECRET than it was covered with`);
  }
  for (const [field, value] of placesOf(record)) addPlace(seen.places, [field, value, at, recordId, seq]);
}

/** Stands for a set of places by their number and a checksum: sets that differ do so in one of the two. */
interface Places {
  count: number;
  sum: number;
}

function addPlace(places: Places, parts: readonly unknown[]): void {
  let mark = 0x811c9dc5;
  for (const sign of parts.join("\n")) mark = Math.imul(mark ^ sign.codePointAt(0)!, 0x01000193);
  places.count++;
  places.sum = (places.sum + (mark >>> 0)) % 2 ** 32;
}

function auditEnd(head: CheckpointHead | null, { last, records }: Seen, clearedRecords: number, report: Report): void {
  if (!head && last) return report("the end of the chain of checkpoints is gone");
  if (!head) return;
  if (head.seq !== last?.seq || head.hash !== last.hash) {
    report(`the chain of checkpoints ends at ${last?.seq ?? 0}; its end is noted as ${head.seq}`);
  }
  if (head.recordCount !== clearedRecords + records) {
    report(`${head.recordCount - clearedRecords} records of the audit log are covered, of which ${records} are there`);
  }
}

/** Every record waits or is covered, and none has waited for too long. */
async function auditLooseRecords(
  reader: Reader,
  head: CheckpointHead | null,
  seen: Seen,
  report: Report,
): Promise<void> {
  let records = 0;
  let oldest: number | null = null;
  await reader.walk<AuditRecord>(prefixes.auditRecords(), (_record, key) => {
    records++;
    seen.newestAt = Math.max(seen.newestAt, Number(key[1]));
  });
  await reader.walk<string>(prefixes.auditWaiting(), async (_vouch, key) => {
    const [at, recordId] = [Number(key[1]), String(key[2])];
    oldest = Math.min(oldest ?? at, at);
    if (await reader.isThere(keys.auditRecord(at, recordId))) seen.waiting++;
    else report(`record ${at} ${recordId} of the audit log waits for its checkpoint and is gone`);
  });
  if (!head) return await auditUnbegun(reader, records - seen.waiting, report);
  // Compared with records that were written while the clock was ahead, every new one looks old: the sentinel bounds them.
  const sentinel = await reader.valueAt(keys.sentinel());
  const clockMs = typeof sentinel === "number" ? sentinel : Infinity;
  const isLate = (newest: number, most: number) =>
    oldest !== null && Math.min(newest, clockMs) - oldest > most * reader.clockRate;
  if (oldest !== null && (isLate(seen.coveredAt, passedOverMsMax) || isLate(seen.newestAt, uncoveredMsMax))) {
    report(`a record of the audit log waits for its checkpoint since ${new Date(oldest).toISOString()}`);
  }
  if (records !== seen.records + seen.waiting) await nameLooseRecords(reader, report);
}

/** Before the first checkpoint records may be older than the chain, and then no entry is chained either. */
async function auditUnbegun(reader: Reader, loose: number, report: Report): Promise<void> {
  if (loose === 0) return;
  let chained = 0;
  await reader.walk<Entry>(prefixes.allEntries(), ({ chain }) => void (chain !== undefined && chained++));
  if (chained === 0) return;
  report(`the chain of checkpoints is gone: ${loose} records of the audit log are in none, and entries are chained`);
}

/** Names the records that were put in. Only if the numbers disagree: it keeps the ids of all covered records in memory. */
async function nameLooseRecords(reader: Reader, report: Report): Promise<void> {
  const covered = new Set<string>();
  await reader.walk<AuditCheckpoint>(prefixes.auditCheckpoints(), ({ lines }) => {
    for (const [at, recordId] of lines) covered.add(`${at} ${recordId}`);
  });
  await reader.walk<AuditRecord>(prefixes.auditRecords(), async (_record, key) => {
    const [at, recordId] = [Number(key[1]), String(key[2])];
    if (covered.has(`${at} ${recordId}`) || await reader.isThere(keys.auditWaiting(at, recordId))) return;
    report(
      `record ${at} ${recordId} of the audit log was put in: no checkpoint holds it, and it does not wait for one`,
    );
  });
}

/** Each place leads to a covered record, and each covered record has its places. */
async function auditPlaces(reader: Reader, { places }: Seen, report: Report): Promise<void> {
  const found: Places = { count: 0, sum: 0 };
  await reader.walk<number>(prefixes.allAuditRecordsBy(), (seq, [, ...place]) => addPlace(found, [...place, seq]));
  if (found.count !== places.count || found.sum !== places.sum) await nameWrongPlaces(reader, report);
}

/** Names the places that are wrong or missing; only if the sums disagree. */
async function nameWrongPlaces(reader: Reader, report: Report): Promise<void> {
  await reader.walk<AuditCheckpoint>(prefixes.auditCheckpoints(), async ({ seq, lines }) => {
    for (const [at, recordId] of lines) {
      const record = await reader.valueAt<AuditRecord>(keys.auditRecord(at, recordId));
      for (const [field, value] of record ? placesOf(record) : []) {
        const place = await reader.valueAt<number>(keys.auditRecordBy(field, value, at, recordId));
        if (place !== seq) report(`record ${at} ${recordId} of the audit log cannot be found by its ${field}`);
      }
    }
  });
  await reader.walk(prefixes.allAuditRecordsBy(), async (_seq, [, field, value, at, recordId]) => {
    const record = await reader.valueAt<AuditRecord>(keys.auditRecord(Number(at), String(recordId)));
    if (record && placesOf(record).some((place) => place[0] === field && place[1] === value)) return;
    report(
      `record ${Number(at)} ${String(recordId)} of the audit log is found by the ${String(field)} ${String(value)}`,
    );
  });
}
