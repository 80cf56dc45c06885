/**
 * The audit log: what somebody must be able to look up later, one line each, never changed. It holds names of actions and
 * ids; never a secret, a signature or a whole body. Each line waits a moment to be sealed (audit_seals.ts).
 */
import { commitNow } from "./commit.ts";
import { keys } from "./keys.ts";
import { limits, takeAttempt } from "./limits.ts";
import type { Paging } from "./listing/listing.ts";
import type { BareStore } from "./open.ts";
import { prefixes } from "./prefixes.ts";
import { hashOf, vouchFor } from "./proof.ts";

export interface AuditLine {
  /** Ms since the epoch. */
  at: number;
  /** What happened, as a name: "webhook_forged". */
  action: string;
  /** Who did it; null for nobody who is signed in. */
  actorId: number | null;
  /** What it happened to: "payment:abc", "letter:17". */
  subject: string;
  details: Record<string, string | number | boolean | null>;
}

export type NewAuditLine = Omit<AuditLine, "at">;

/**
 * Longer texts are cut: a line holds the longest reason of the house whole, and stays a line whatever an unknown sender
 * puts into it.
 */
export const lineTextLengthMax = 500;

/** Adds a line to a commit, so that it stands exactly when the thing itself does. */
export function putAuditLine(store: BareStore, op: Deno.AtomicOperation, line: NewAuditLine): void {
  const at = store.now();
  const details = Object.fromEntries(
    Object.entries(line.details).map(([name, value]) => [name, typeof value === "string" ? cut(value) : value]),
  );
  const whole: AuditLine = { at, action: line.action, actorId: line.actorId, subject: cut(line.subject), details };
  const lineId = store.randomToken();
  op.set(keys.auditLine(at, lineId), whole);
  op.set(keys.auditWaiting(at, lineId), vouchFor(store.sign, lineHash(at, lineId, whole)));
}

/** What a seal holds of a line: a hash of it and of its place. */
export const lineHash = (at: number, lineId: string, line: AuditLine | null): string => hashOf([at, lineId, line]);

/** Writes a line on its own: for what was refused and changed nothing. */
export async function addAuditLine(store: BareStore, line: NewAuditLine): Promise<void> {
  const op = store.kv.atomic();
  putAuditLine(store, op, line);
  await commitNow(op);
}

/**
 * Notes what somebody tried and was refused. Trying costs nothing, so the lines about it are limited to a hundred of a
 * kind, person and hour; the refusal itself is not.
 */
export async function noteDenial(store: BareStore, line: NewAuditLine & { actorId: number }): Promise<void> {
  const isWithin = await takeAttempt(store, limits.denialLines, `${line.actorId}:${line.action}`);
  if (isWithin.ok) await addAuditLine(store, line);
}

/** The lines, newest first. Counts them all, and so is for small logs; pages of a long one: audit_pages.ts. */
export async function auditLines(
  store: BareStore,
  { page, limit }: Paging,
): Promise<{ lines: AuditLine[]; totalCount: number }> {
  const lines: AuditLine[] = [];
  let totalCount = 0;
  const all = store.kv.list<AuditLine>({ prefix: prefixes.auditLines() }, { reverse: true, batchSize: 500 });
  for await (const { value } of all) {
    if (++totalCount > (page - 1) * limit && lines.length < limit) lines.push(value);
  }
  return { lines, totalCount };
}

const cut = (text: string): string => text.length > lineTextLengthMax ? `${text.slice(0, lineTextLengthMax)}…` : text;
