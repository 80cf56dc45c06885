/**
 * Reads the audit log back, newest first: all of it, or by action, actor, subject and days. Each page continues from a
 * place and nothing is counted, so that a page of a million records is as quick as one of a hundred. Writes nothing.
 */
import type { Store } from "../open.ts";
import { type AuditRecord, recordHash } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { worthOf } from "../store/proof.ts";
import { type AuditCheckpoint, checkpointHash, placesOf } from "./audit_checkpoints.ts";

export interface AuditFilter {
  action?: string;
  actorId?: number;
  subject?: string;
  /** From this moment on, ms since the epoch. */
  fromMs?: number;
  /** Before this moment, ms since the epoch. */
  untilMs?: number;
}

/** Where a record stands; the next page begins before it. */
export interface RecordPlace {
  at: number;
  recordId: string;
}

/**
 * "covered": unchanged since a checkpoint covered it; "waiting": not covered yet; "broken": changed since then, or in a
 * checkpoint that this site did not make; "foreign": unchanged, but covered under a secret that is no longer the site's own.
 */
export type Proven = "covered" | "waiting" | "broken" | "foreign";

export interface FoundRecord extends RecordPlace {
  record: AuditRecord;
}

export interface ReadRecord extends FoundRecord {
  proven: Proven;
}

export interface AuditPage {
  records: ReadRecord[];
  /** Where the next, older page begins; null where there is none. */
  next: RecordPlace | null;
}

/** How many records are looked at for one page; a page that is not full by then says where to go on. */
const lookedAtMost = 5000;
/** How many records one answer of the store brings. */
const lookedAtOnce = 100;

/** A page of records that match the filter and stand before `before`. By action, actor or subject: covered ones alone. */
export async function auditPage(
  store: Store,
  filter: AuditFilter,
  place: { before: RecordPlace | null; limit: number },
): Promise<AuditPage> {
  const { records, next } = await findRecords(store, filter, place);
  return { records: await prove(store, records), next };
}

/** The same page, without what is proven of each record. */
export async function findRecords(
  store: Store,
  filter: AuditFilter,
  { before, limit }: { before: RecordPlace | null; limit: number },
): Promise<{ records: FoundRecord[]; next: RecordPlace | null }> {
  const found: FoundRecord[] = [];
  let last: RecordPlace | null = null;
  let looked = 0;
  for await (const { record, ...place } of recordsBefore(store, filter, before)) {
    if (found.length === limit || looked++ === lookedAtMost) return { records: found, next: last };
    last = place;
    if (record && answers(record, filter)) found.push({ ...place, record });
  }
  return { records: found, next: null };
}

/** The records to look at, newest first: those in the index of the filter's narrowest word, or all if it has none. */
async function* recordsBefore(
  store: Store,
  filter: AuditFilter,
  before: RecordPlace | null,
): AsyncGenerator<RecordPlace & { record: AuditRecord | null }> {
  const word = narrowest(filter);
  const keyOf = (at: number, recordId: string) =>
    word ? keys.auditRecordBy(word.field, word.value, at, recordId) : keys.auditRecord(at, recordId);
  const start = keyOf(filter.fromMs ?? 0, "");
  const newest = keyOf(filter.untilMs ?? Number.MAX_SAFE_INTEGER, "");
  const wanted = before && keyOf(before.at, before.recordId);
  const end = wanted && before.at < (filter.untilMs ?? Infinity) ? wanted : newest;
  if (before && before.at < (filter.fromMs ?? 0)) return;
  const some: (RecordPlace & { value: unknown })[] = [];
  const read = async () => {
    const places = some.splice(0);
    const records = word
      ? await getAll<AuditRecord>(store, places.map(({ at, recordId }) => keys.auditRecord(at, recordId)))
      : places.map(({ value }) => value as AuditRecord);
    return places.map(({ at, recordId }, position) => ({ at, recordId, record: records[position]! }));
  };
  for await (const { key, value } of store.kv.list({ start, end }, { reverse: true, batchSize: lookedAtOnce })) {
    const [at, recordId] = key.slice(-2);
    some.push({ at: Number(at), recordId: String(recordId), value });
    if (some.length === lookedAtOnce) yield* await read();
  }
  yield* await read();
}

function narrowest({ subject, actorId, action }: AuditFilter): { field: string; value: string } | null {
  if (subject !== undefined) return { field: "subject", value: subject };
  if (actorId !== undefined) return { field: "actor", value: String(actorId) };
  return action === undefined ? null : { field: "action", value: action };
}

const answers = (record: AuditRecord, { action, actorId, subject }: AuditFilter): boolean =>
  (action === undefined || record.action === action) && (actorId === undefined || record.actorId === actorId) &&
  (subject === undefined || record.subject === subject);

/** Compares each record with the checkpoint that covers it. */
export async function prove(store: Store, records: FoundRecord[]): Promise<ReadRecord[]> {
  const checkpoints = new Map<number, Promise<AuditCheckpoint | null>>();
  const checkpointOf = (seq: number) => {
    const known = checkpoints.get(seq) ??
      store.kv.get<AuditCheckpoint>(keys.auditCheckpoint(seq)).then(({ value }) => value);
    checkpoints.set(seq, known);
    return known;
  };
  return await Promise.all(records.map(async (each) => {
    const { at, recordId, record } = each;
    const [[field, value]] = placesOf(record) as [[string, string]];
    const [{ value: seq }, waiting] = await store.kv.getMany<[number, unknown]>([
      keys.auditRecordBy(field, value, at, recordId),
      keys.auditWaiting(at, recordId),
    ]);
    if (seq === null) return { ...each, proven: waiting.versionstamp === null ? "broken" : "waiting" };
    return { ...each, proven: provenBy(store, await checkpointOf(seq), each) };
  }));
}

function provenBy(
  store: Store,
  checkpoint: AuditCheckpoint | null,
  { at, recordId, record }: FoundRecord,
): Proven {
  const hash = checkpoint?.lines.find((covered) => covered[0] === at && covered[1] === recordId)?.[2];
  if (!checkpoint || hash !== recordHash(at, recordId, record) || checkpoint.hash !== checkpointHash(checkpoint)) {
    return "broken";
  }
  const worth = worthOf(checkpoint.vouch, checkpoint.hash, [store.sign]);
  return worth === "good" ? "covered" : worth === "forged" ? "broken" : "foreign";
}
