/**
 * Reading the audit log back, newest first: all of it, or by action, actor, subject and days. It goes on from a place and
 * counts nothing, so that a page of a million lines is as quick as one of a hundred. Writes nothing.
 */
import type { Store } from "../open.ts";
import { type AuditLine, lineHash } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { worthOf } from "../store/proof.ts";
import { type AuditSeal, placesOf, sealHash } from "./audit_seals.ts";

export interface AuditFilter {
  action?: string;
  actorId?: number;
  subject?: string;
  /** From this moment on, ms since the epoch. */
  fromMs?: number;
  /** Before this moment, ms since the epoch. */
  untilMs?: number;
}

/** Where a line stands; the next page begins before it. */
export interface LinePlace {
  at: number;
  lineId: string;
}

/**
 * "sealed": as it was when it was sealed; "waiting": not sealed yet; "broken": not as it was sealed, or in a seal that this
 * site did not make. "foreign": sealed as it is, by a secret that is not the site's own any more.
 */
export type Proven = "sealed" | "waiting" | "broken" | "foreign";

export interface ReadLine extends LinePlace {
  line: AuditLine;
  proven: Proven;
}

export interface AuditPage {
  lines: ReadLine[];
  /** Where the next, older page begins; null where there is none. */
  next: LinePlace | null;
}

/** Lines that are looked at for one page; a page that finds fewer says where to go on. */
const lookedAtMost = 5000;
const keysAtOnce = 10;

/** A page of the lines that answer to the filter, older than `before`. Filtered pages know sealed lines alone. */
export async function auditPage(
  store: Store,
  filter: AuditFilter,
  { before, limit }: { before: LinePlace | null; limit: number },
): Promise<AuditPage> {
  const found: Omit<ReadLine, "proven">[] = [];
  let last: LinePlace | null = null;
  let looked = 0;
  for await (const places of placesBefore(store, filter, before)) {
    const lines = await store.kv.getMany<AuditLine[]>(places.map(({ at, lineId }) => keys.auditLine(at, lineId)));
    for (const [position, place] of places.entries()) {
      const line = lines[position]?.value as AuditLine | null;
      if (found.length === limit || looked++ === lookedAtMost) {
        return { lines: await proven(store, found), next: last };
      }
      last = place;
      if (line && answers(line, filter)) found.push({ ...place, line });
    }
  }
  return { lines: await proven(store, found), next: null };
}

/** The places to look at, newest first, some at a time: by the narrowest of the filter's words. */
async function* placesBefore(
  store: Store,
  filter: AuditFilter,
  before: LinePlace | null,
): AsyncGenerator<LinePlace[]> {
  const word = narrowest(filter);
  const keyOf = (at: number, lineId: string) =>
    word ? keys.auditLineBy(word.field, word.value, at, lineId) : keys.auditLine(at, lineId);
  const start = keyOf(filter.fromMs ?? 0, "");
  const newest = keyOf(filter.untilMs ?? Number.MAX_SAFE_INTEGER, "");
  const wanted = before && keyOf(before.at, before.lineId);
  const end = wanted && before.at < (filter.untilMs ?? Infinity) ? wanted : newest;
  if (before && before.at < (filter.fromMs ?? 0)) return;
  let places: LinePlace[] = [];
  for await (const { key } of store.kv.list({ start, end }, { reverse: true, batchSize: 100 })) {
    const [at, lineId] = key.slice(-2);
    if (places.push({ at: Number(at), lineId: String(lineId) }) < keysAtOnce) continue;
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

const answers = (line: AuditLine, { action, actorId, subject }: AuditFilter): boolean =>
  (action === undefined || line.action === action) && (actorId === undefined || line.actorId === actorId) &&
  (subject === undefined || line.subject === subject);

/** Each line against the seal that holds it. */
async function proven(store: Store, lines: Omit<ReadLine, "proven">[]): Promise<ReadLine[]> {
  const seals = new Map<number, Promise<AuditSeal | null>>();
  const sealOf = (seq: number) => {
    const known = seals.get(seq) ?? store.kv.get<AuditSeal>(keys.auditSeal(seq)).then(({ value }) => value);
    seals.set(seq, known);
    return known;
  };
  return await Promise.all(lines.map(async (each) => {
    const { at, lineId, line } = each;
    const [[field, value]] = placesOf(line) as [[string, string]];
    const { value: seq } = await store.kv.get<number>(keys.auditLineBy(field, value, at, lineId));
    if (seq === null) {
      const { versionstamp } = await store.kv.get(keys.auditWaiting(at, lineId));
      return { ...each, proven: versionstamp === null ? "broken" : "waiting" };
    }
    return { ...each, proven: provenBy(store, await sealOf(seq), each) };
  }));
}

function provenBy(store: Store, seal: AuditSeal | null, { at, lineId, line }: Omit<ReadLine, "proven">): Proven {
  const hash = seal?.lines.find((sealed) => sealed[0] === at && sealed[1] === lineId)?.[2];
  if (!seal || hash !== lineHash(at, lineId, line) || seal.hash !== sealHash(seal)) return "broken";
  const worth = worthOf(seal.vouch, seal.hash, [store.sign]);
  return worth === "good" ? "sealed" : worth === "forged" ? "broken" : "foreign";
}
