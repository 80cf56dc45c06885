/** The audit of the audit log: every line in its seal as it was written, the seals in their chain, nothing beside it. */
import { type AuditLine, lineHash } from "../../../store/audit_log.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { type Worth, worthOf } from "../../../store/proof.ts";
import { type AuditSeal, headHash, placesOf, type SealedLine, sealHash, type SealHead } from "../../audit_seals.ts";
import type { Reader, Report } from "../reader.ts";
import type { Proofs, ProvenSince } from "./proofs.ts";

/** A line may be so much older than one that was sealed before it, ms of the store's clock: oldest first is the rule. */
const passedOverMsMax = 60_000;
/** And so much older than the newest: nobody seals any more. A server that was down seals before it serves again. */
const unsealedMsMax = 3600_000;

interface Seen {
  /** Sealed lines that are there, and by how much they can be looked for. */
  lines: number;
  places: Places;
  waiting: number;
  last: SealHead | AuditSeal | null;
  /** Of the newest sealed line, and of the newest of all. */
  sealedAt: number;
  newestAt: number;
  /** Of the first seal that one of the told secrets vouches for. */
  oursSince: number | null;
}

export async function auditAuditLog(reader: Reader, proofs: Proofs, report: Report): Promise<ProvenSince> {
  const head = await reader.valueAt<SealHead>(keys.auditSealHead());
  const floor = await reader.valueAt<SealHead>(keys.auditSealFloor());
  for (const [end, name] of [[head, "end"], [floor, "beginning"]] as const) {
    const isDue = proofs.mustBeOurs === "all" || (end === head && proofs.mustBeOurs === "end");
    if (end) auditVouch(proofs, end.vouch, headHash(end), isDue, `the ${name} of the chain of seals`, report);
  }
  const seen: Seen = {
    lines: 0,
    places: { count: 0, sum: 0 },
    waiting: 0,
    last: floor,
    sealedAt: 0,
    newestAt: 0,
    oursSince: null,
  };
  await reader.walk<AuditSeal>(prefixes.auditSeals(), async (seal, key) => {
    auditSeal(seal, Number(key[1]), seen, proofs, report);
    seen.last = seal;
    if (seal.seq === proofs.known?.seq) auditKnown(seal.hash, proofs, report);
    await Promise.all(seal.lines.map((line) => auditSealedLine(reader, seal.seq, line, seen, proofs, report)));
  });
  auditEnd(head, seen, floor?.lineCount ?? 0, report);
  if (proofs.known && proofs.known.seq > (seen.last?.seq ?? 0)) {
    report(`the audit log ends at seal ${seen.last?.seq ?? 0}, but seal ${proofs.known.seq} was noted elsewhere`);
  }
  await auditLooseLines(reader, head, seen, report);
  await auditPlaces(reader, seen, report);
  return { chained: head?.startedAt ?? null, ours: proofs.mustBeOurs === "none" ? null : seen.oursSince };
}

/** One seal against the one before it. */
function auditSeal(seal: AuditSeal, seq: number, seen: Seen, proofs: Proofs, report: Report): void {
  const fault: Report = (sentence) => report(`seal ${seq} of the audit log ${sentence}`);
  const before = seen.last;
  if (seq !== (before?.seq ?? 0) + 1) fault(`follows seal ${before?.seq ?? 0}: seals are missing between them`);
  if (seal.seq !== seq) fault(`calls itself ${seal.seq}`);
  if (seal.previousHash !== (before?.hash ?? null)) fault("does not continue the seal before it");
  if (seal.hash !== sealHash(seal)) fault("was changed: its hash is another");
  const isDue = proofs.mustBeOurs === "all" || (proofs.mustBeOurs === "end" && seen.oursSince !== null);
  const worth = auditVouch(proofs, seal.vouch, seal.hash, isDue, `seal ${seq} of the audit log`, report);
  if (worth === "good") seen.oursSince ??= seal.at;
}

/** `isDue`: whether one of the told secrets must vouch for it. */
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
    report(`seal ${known.seq} of the audit log is not the one that was noted elsewhere`);
  }
}

async function auditSealedLine(
  reader: Reader,
  seq: number,
  [at, lineId, hash, worth]: SealedLine,
  seen: Seen,
  { mustBeOurs }: Proofs,
  report: Report,
): Promise<void> {
  const name = `line ${at} ${lineId} of the audit log`;
  const line = await reader.valueAt<AuditLine>(keys.auditLine(at, lineId));
  if (!line) return report(`${name} is gone; seal ${seq} holds it`);
  seen.lines++;
  seen.sealedAt = Math.max(seen.sealedAt, at);
  if (lineHash(at, lineId, line) !== hash) report(`${name} was changed after seal ${seq} was made`);
  if (worth === "forged") report(`${name} was not written by this site`);
  if (worth === "foreign" && mustBeOurs === "all") {
    report(`${name} was written under another SECRET than it was sealed with`);
  }
  for (const [field, value] of placesOf(line)) addPlace(seen.places, [field, value, at, lineId, seq]);
}

/** A set of places told by how many there are and by a sum over them: a set that differs differs in one of the two. */
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

function auditEnd(head: SealHead | null, { last, lines }: Seen, clearedLines: number, report: Report): void {
  if (!head && last) return report("the end of the chain of seals is gone");
  if (!head) return;
  if (head.seq !== last?.seq || head.hash !== last.hash) {
    report(`the chain of seals ends at ${last?.seq ?? 0}; its end is noted as ${head.seq}`);
  }
  if (head.lineCount !== clearedLines + lines) {
    report(`${head.lineCount - clearedLines} lines of the audit log are sealed, of which ${lines} are there`);
  }
}

/** Every line waits or is sealed, and what waits does so for good reason. */
async function auditLooseLines(reader: Reader, head: SealHead | null, seen: Seen, report: Report): Promise<void> {
  let lines = 0;
  let oldest: number | null = null;
  await reader.walk<AuditLine>(prefixes.auditLines(), (_line, key) => {
    lines++;
    seen.newestAt = Math.max(seen.newestAt, Number(key[1]));
  });
  await reader.walk<string>(prefixes.auditWaiting(), async (_vouch, key) => {
    const [at, lineId] = [Number(key[1]), String(key[2])];
    oldest = Math.min(oldest ?? at, at);
    if (await reader.isThere(keys.auditLine(at, lineId))) seen.waiting++;
    else report(`line ${at} ${lineId} of the audit log waits for its seal and is gone`);
  });
  // Before the first seal lines may be older than the chain.
  if (!head) return;
  // A clock that was ahead and is put right leaves lines behind to which every new one is old.
  const sentinel = await reader.valueAt(keys.sentinel());
  const clockMs = typeof sentinel === "number" ? sentinel : Infinity;
  const isLate = (newest: number, most: number) =>
    oldest !== null && Math.min(newest, clockMs) - oldest > most * reader.clockRate;
  if (oldest !== null && (isLate(seen.sealedAt, passedOverMsMax) || isLate(seen.newestAt, unsealedMsMax))) {
    report(`a line of the audit log waits for its seal since ${new Date(oldest).toISOString()}`);
  }
  if (lines !== seen.lines + seen.waiting) await nameLooseLines(reader, report);
}

/** Only where the numbers disagree: this keeps the ids of all sealed lines in memory. */
async function nameLooseLines(reader: Reader, report: Report): Promise<void> {
  const sealed = new Set<string>();
  await reader.walk<AuditSeal>(prefixes.auditSeals(), ({ lines }) => {
    for (const [at, lineId] of lines) sealed.add(`${at} ${lineId}`);
  });
  await reader.walk<AuditLine>(prefixes.auditLines(), async (_line, key) => {
    const [at, lineId] = [Number(key[1]), String(key[2])];
    if (sealed.has(`${at} ${lineId}`) || await reader.isThere(keys.auditWaiting(at, lineId))) return;
    report(`line ${at} ${lineId} of the audit log was put in: no seal holds it, and it does not wait for one`);
  });
}

/** Whatever can be found is a sealed line, and each of these can be found. */
async function auditPlaces(reader: Reader, { places }: Seen, report: Report): Promise<void> {
  const found: Places = { count: 0, sum: 0 };
  await reader.walk<number>(prefixes.allAuditLinesBy(), (seq, [, ...place]) => addPlace(found, [...place, seq]));
  if (found.count !== places.count || found.sum !== places.sum) await nameWrongPlaces(reader, report);
}

/** Only where the sums disagree. */
async function nameWrongPlaces(reader: Reader, report: Report): Promise<void> {
  await reader.walk<AuditSeal>(prefixes.auditSeals(), async ({ seq, lines }) => {
    for (const [at, lineId] of lines) {
      const line = await reader.valueAt<AuditLine>(keys.auditLine(at, lineId));
      for (const [field, value] of line ? placesOf(line) : []) {
        const place = await reader.valueAt<number>(keys.auditLineBy(field, value, at, lineId));
        if (place !== seq) report(`line ${at} ${lineId} of the audit log cannot be found by its ${field}`);
      }
    }
  });
  await reader.walk(prefixes.allAuditLinesBy(), async (_seq, [, field, value, at, lineId]) => {
    const line = await reader.valueAt<AuditLine>(keys.auditLine(Number(at), String(lineId)));
    if (line && placesOf(line).some((place) => place[0] === field && place[1] === value)) return;
    report(`line ${Number(at)} ${String(lineId)} of the audit log is found by the ${String(field)} ${String(value)}`);
  });
}
