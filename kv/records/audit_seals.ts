/**
 * The seals of the audit log: lines are taken in the order in which they are found waiting, some at a time, into a chain
 * in which each seal holds the hashes of its lines and of the seal before. Nobody can change, take out or put in a line
 * without breaking it, and nobody without the site's secret can make it anew. One instance extends it at a time.
 */
import type { Store } from "../open.ts";
import { type AuditLine, lineHash } from "../store/audit_log.ts";
import { type Attempt, commitNow, transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { hashOf, keyIdOf, vouchFor, type Worth, worthOf } from "../store/proof.ts";

/** What a seal holds of one line; what its writer's own vouching was worth when it was sealed. */
export type SealedLine = [at: number, lineId: string, hash: string, worth: Worth];

export interface AuditSeal {
  seq: number;
  /** Ms since the epoch. */
  at: number;
  lines: SealedLine[];
  /** Null in the first. */
  previousHash: string | null;
  hash: string;
  vouch: string;
}

/** One end of the chain: its newest seal, or the newest of those that were cleared away. */
export interface SealHead {
  seq: number;
  hash: string;
  /** Lines that were sealed so far. */
  lineCount: number;
  at: number;
  /** When the chain was begun; entries of ledgers from then on are chained, too. */
  startedAt: number;
  vouch: string;
}

/** As many writes as one commit may well hold: each line has its waiting mark and up to three places to be found by. */
const linesOfSeal = 50;
const adoptedAtOnce = 100;

/** The newest end of the chain; null before the first seal. */
export const sealHead = async (store: Store): Promise<SealHead | null> =>
  (await store.kv.get<SealHead>(keys.auditSealHead())).value;

/** How many lines wait, up to a thousand. */
export async function waitingLines(store: Store): Promise<number> {
  let count = 0;
  for await (const _line of store.kv.list({ prefix: prefixes.auditWaiting() }, { limit: 1000 })) count++;
  return count;
}

/** Seals every line that waits, and answers how many it sealed. Lines from before there was a chain are taken in first. */
export function sealAuditLog(store: Store): Promise<number> {
  return store.mutexes.run("audit-seals", async () => {
    let sealed = 0;
    while (true) {
      const some = await transact<number>(() => attempt(store));
      if (some === 0) return sealed;
      sealed += some;
    }
  });
}

async function attempt(store: Store): Promise<Attempt<number>> {
  const head = await store.kv.get<SealHead>(keys.auditSealHead());
  if (!head.value) await adoptOldLines(store);
  const waiting = await Array.fromAsync(
    store.kv.list<string>({ prefix: prefixes.auditWaiting() }, { limit: linesOfSeal }),
  );
  // A seal of no line says that from here on another secret vouches.
  const isSecretNew = head.value !== null && !head.value.vouch.startsWith(`${keyIdOf(store.sign)}.`);
  if (waiting.length === 0 && !isSecretNew) return { done: 0 };
  const lines = await readLines(store, waiting);

  const op = store.kv.atomic().check(head);
  const seal = sealAfter(store, head.value, lines.map(({ sealed }) => sealed));
  op.set(keys.auditSeal(seal.seq), seal).set(keys.auditSealHead(), headAfter(store, head.value, seal));
  for (const { key } of waiting) op.delete(key);
  for (const { line, sealed: [at, lineId] } of lines) {
    for (const [field, value] of line ? placesOf(line) : []) {
      op.set(keys.auditLineBy(field, value, at, lineId), seal.seq);
    }
  }
  return { commit: op, result: lines.length };
}

/** The waiting lines, as a seal holds them. */
async function readLines(
  store: Store,
  waiting: Deno.KvEntry<string>[],
): Promise<{ line: AuditLine | null; sealed: SealedLine }[]> {
  const places = waiting.map(({ key }) => ({ at: Number(key[1]), lineId: String(key[2]) }));
  const lines = await getAll<AuditLine>(store, places.map(({ at, lineId }) => keys.auditLine(at, lineId)));
  return places.map(({ at, lineId }, position) => {
    const line = lines[position]!;
    const hash = lineHash(at, lineId, line);
    return { line, sealed: [at, lineId, hash, worthOf(waiting[position]!.value, hash, [store.sign])] };
  });
}

/** By what a line can be looked for. The value of each place is the number of the seal that holds the line. */
export const placesOf = ({ action, actorId, subject }: AuditLine): [field: string, value: string][] => [
  ["action", action],
  ...actorId === null ? [] : [["actor", String(actorId)] as [string, string]],
  ["subject", subject],
];

function sealAfter(store: Store, head: SealHead | null, lines: SealedLine[]): AuditSeal {
  const facts = { seq: (head?.seq ?? 0) + 1, at: store.now(), lines, previousHash: head?.hash ?? null };
  const hash = sealHash(facts);
  return { ...facts, hash, vouch: vouchFor(store.sign, hash) };
}

export const sealHash = ({ seq, at, lines, previousHash }: Omit<AuditSeal, "hash" | "vouch">): string =>
  hashOf({ seq, at, lines, previousHash });

function headAfter(store: Store, head: SealHead | null, seal: AuditSeal): SealHead {
  return vouchedHead(store, {
    seq: seal.seq,
    hash: seal.hash,
    lineCount: (head?.lineCount ?? 0) + seal.lines.length,
    at: seal.at,
    startedAt: head?.startedAt ?? seal.at,
  });
}

export const vouchedHead = (store: Store, head: Omit<SealHead, "vouch">): SealHead => ({
  ...head,
  vouch: vouchFor(store.sign, hashOf(head)),
});

export function headHash({ vouch: _vouch, ...facts }: SealHead): string {
  return hashOf(facts);
}

/**
 * Marks lines from before there was a chain as waiting. Nothing is sealed before all are marked, and nothing is marked
 * once something is sealed.
 */
async function adoptOldLines(store: Store): Promise<void> {
  let some: Deno.KvEntry<AuditLine>[] = [];
  const mark = async () => {
    const op = store.kv.atomic().check({ key: keys.auditSealHead(), versionstamp: null });
    for (const { key, value } of some) {
      const [at, lineId] = [Number(key[1]), String(key[2])];
      op.set(keys.auditWaiting(at, lineId), vouchFor(store.sign, lineHash(at, lineId, value)));
    }
    some = [];
    await commitNow(op);
  };
  for await (const line of store.kv.list<AuditLine>({ prefix: prefixes.auditLines() }, { batchSize: 500 })) {
    const isWaiting = (await store.kv.get(keys.auditWaiting(Number(line.key[1]), String(line.key[2])))).versionstamp;
    if (!isWaiting && some.push(line) === adoptedAtOnce) await mark();
  }
  if (some.length > 0) await mark();
}
