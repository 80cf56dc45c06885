/**
 * The audit log: one record, never changed, of each thing that somebody must be able to look up later. It holds names of
 * actions and ids; never a secret, a signature or a whole body. Each record waits a moment until a checkpoint covers it
 * (kv/records/audit_checkpoints.ts).
 */
import { commitNow } from "./commit.ts";
import { keys } from "./keys.ts";
import { limits, takeAttempt } from "./limits.ts";
import type { Paging } from "./listing/listing.ts";
import type { BareStore } from "./open.ts";
import { prefixes } from "./prefixes.ts";
import { hashOf, vouchFor } from "./proof.ts";

export interface AuditRecord {
  /** Ms since the epoch. */
  at: number;
  /** What happened, as a name: "webhook_forged". */
  action: string;
  /** Who did it; null if nobody was signed in. */
  actorId: number | null;
  /** What it happened to: "payment:abc", "letter:17". */
  subject: string;
  details: Record<string, string | number | boolean | null>;
}

export type NewAuditRecord = Omit<AuditRecord, "at">;

/**
 * Longer texts are cut. The longest reason on the site fits whole, and a record stays small whatever an unknown sender
 * puts into it.
 */
export const recordTextLengthMax = 500;

/** Adds a record to a commit, so that it is written exactly if the thing that it records is. */
export function putAuditRecord(store: BareStore, op: Deno.AtomicOperation, record: NewAuditRecord): void {
  const at = store.now();
  const details = Object.fromEntries(
    Object.entries(record.details).map(([name, value]) => [name, typeof value === "string" ? cut(value) : value]),
  );
  const whole: AuditRecord = {
    at,
    action: record.action,
    actorId: record.actorId,
    subject: cut(record.subject),
    details,
  };
  const recordId = store.randomToken();
  op.set(keys.auditRecord(at, recordId), whole);
  op.set(keys.auditWaiting(at, recordId), vouchFor(store.sign, recordHash(at, recordId, whole)));
}

/** What a checkpoint holds of a record: a hash of it and of its place. */
export const recordHash = (at: number, recordId: string, record: AuditRecord | null): string =>
  hashOf([at, recordId, record]);

/** Writes a record on its own: for what was refused and changed nothing. */
export async function addAuditRecord(store: BareStore, record: NewAuditRecord): Promise<void> {
  const op = store.kv.atomic();
  putAuditRecord(store, op, record);
  await commitNow(op);
}

/**
 * Records what somebody tried and was refused. Trying costs nothing, so at most a hundred records are written per action,
 * person and hour; the refusal itself is not limited.
 */
export async function noteDenial(store: BareStore, record: NewAuditRecord & { actorId: number }): Promise<void> {
  const isWithin = await takeAttempt(store, limits.denialRecords, `${record.actorId}:${record.action}`);
  if (isWithin.ok) await addAuditRecord(store, record);
}

/** A page of the records, newest first. Counts all records; for a long log see audit_pages.ts. */
export async function auditRecords(
  store: BareStore,
  { page, limit }: Paging,
): Promise<{ records: AuditRecord[]; totalCount: number }> {
  const records: AuditRecord[] = [];
  let totalCount = 0;
  const all = store.kv.list<AuditRecord>({ prefix: prefixes.auditRecords() }, { reverse: true, batchSize: 500 });
  for await (const { value } of all) {
    if (++totalCount > (page - 1) * limit && records.length < limit) records.push(value);
  }
  return { records, totalCount };
}

const cut = (text: string): string =>
  text.length > recordTextLengthMax ? `${text.slice(0, recordTextLengthMax)}…` : text;
