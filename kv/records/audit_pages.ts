/**
 * Reading the audit log back, newest first: all of it, or by action, actor, subject and days. It goes on from a place and
 * counts nothing, so that a page of a million records is as quick as one of a hundred. Writes nothing.
 */
import type { Store } from "../open.ts";
import { type AuditRecord, recordHash } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
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
 * "covered": as it was when it was covered; "waiting": not covered yet; "broken": not as it was covered, or in a
 * checkpoint that this site did not make. "foreign": covered as it is, by a secret that is not the site's own any more.
 */
export type Proven = "covered" | "waiting" | "broken" | "foreign";

export interface ReadRecord extends RecordPlace {
  record: AuditRecord;
  proven: Proven;
}

export interface AuditPage {
  records: ReadRecord[];
  /** Where the next, older page begins; null where there is none. */
  next: RecordPlace | null;
}

/** Records that are looked at for one page; a page that finds fewer says where to go on. */
const lookedAtMost = 5000;
const keysAtOnce = 10;

/** A page of the records that answer to the filter, older than `before`. Filtered pages know covered records alone. */
export async function auditPage(
  store: Store,
  filter: AuditFilter,
  { before, limit }: { before: RecordPlace | null; limit: number },
): Promise<AuditPage> {
  const found: Omit<ReadRecord, "proven">[] = [];
  let last: RecordPlace | null = null;
  let looked = 0;
  for await (const places of placesBefore(store, filter, before)) {
    const records = await store.kv.getMany<AuditRecord[]>(
      places.map(({ at, recordId }) => keys.auditRecord(at, recordId)),
    );
    for (const [position, place] of places.entries()) {
      const record = records[position]?.value as AuditRecord | null;
      if (found.length === limit || looked++ === lookedAtMost) {
        return { records: await proven(store, found), next: last };
      }
      last = place;
      if (record && answers(record, filter)) found.push({ ...place, record });
    }
  }
  return { records: await proven(store, found), next: null };
}

/** The places to look at, newest first, some at a time: by the narrowest of the filter's words. */
async function* placesBefore(
  store: Store,
  filter: AuditFilter,
  before: RecordPlace | null,
): AsyncGenerator<RecordPlace[]> {
  const word = narrowest(filter);
  const keyOf = (at: number, recordId: string) =>
    word ? keys.auditRecordBy(word.field, word.value, at, recordId) : keys.auditRecord(at, recordId);
  const start = keyOf(filter.fromMs ?? 0, "");
  const newest = keyOf(filter.untilMs ?? Number.MAX_SAFE_INTEGER, "");
  const wanted = before && keyOf(before.at, before.recordId);
  const end = wanted && before.at < (filter.untilMs ?? Infinity) ? wanted : newest;
  if (before && before.at < (filter.fromMs ?? 0)) return;
  let places: RecordPlace[] = [];
  for await (const { key } of store.kv.list({ start, end }, { reverse: true, batchSize: 100 })) {
    const [at, recordId] = key.slice(-2);
    if (places.push({ at: Number(at), recordId: String(recordId) }) < keysAtOnce) continue;
    yield places;
    places = [];
  }
  if (places.length > 0) yield places;
}

function narrowest({ subject, actorId, action }: AuditFilter): { field: string; value: string } | null {
  if (subject !== undefined) return { field: "subject", value: subject };
  if (actorId !== undefined) return { field: "actor", value: String(actorId) };
  return action === undefined ? null : { field: "action", value: action };
}

const answers = (record: AuditRecord, { action, actorId, subject }: AuditFilter): boolean =>
  (action === undefined || record.action === action) && (actorId === undefined || record.actorId === actorId) &&
  (subject === undefined || record.subject === subject);

/** Each record against the checkpoint that holds it. */
async function proven(store: Store, records: Omit<ReadRecord, "proven">[]): Promise<ReadRecord[]> {
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
    const { value: seq } = await store.kv.get<number>(keys.auditRecordBy(field, value, at, recordId));
    if (seq === null) {
      const { versionstamp } = await store.kv.get(keys.auditWaiting(at, recordId));
      return { ...each, proven: versionstamp === null ? "broken" : "waiting" };
    }
    return { ...each, proven: provenBy(store, await checkpointOf(seq), each) };
  }));
}

function provenBy(
  store: Store,
  checkpoint: AuditCheckpoint | null,
  { at, recordId, record }: Omit<ReadRecord, "proven">,
): Proven {
  const hash = checkpoint?.lines.find((covered) => covered[0] === at && covered[1] === recordId)?.[2];
  if (!checkpoint || hash !== recordHash(at, recordId, record) || checkpoint.hash !== checkpointHash(checkpoint)) {
    return "broken";
  }
  const worth = worthOf(checkpoint.vouch, checkpoint.hash, [store.sign]);
  return worth === "good" ? "covered" : worth === "forged" ? "broken" : "foreign";
}
