/**
 * Retention: once a day every record that is past its time (own_data/) is cleared away, a part at a time, so that nothing
 * else has to wait. Records that expire by themselves are looked at as well: a restored backup or a clock that jumped may
 * leave them behind. Each part is one job, so that a killed server goes on where it was; a repeated part clears no more.
 */
import { nextAtHour } from "../store/days.ts";
import { resumeErasures } from "../accounts/deletions.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { RetentionJob } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { clearOldCheckpoints } from "./audit_clearing.ts";
import { type Sweep, sweeps } from "./retention_sweeps.ts";

/** When a run begins, in hours UTC: at night in Europe. */
export const retentionHourUtc = 3.5;
/** How many records one part looks at, and how many it clears at once. */
const lookedAtOnce = 2000;
const clearedAtOnce = 50;

/** Plans the next run if none is planned. */
export async function planRetention(store: Store): Promise<void> {
  const op = store.kv.atomic();
  addPart(store, op, firstPartAfter(store.now()));
  await commitNow(op);
}

const firstPartAfter = (nowMs: number): RetentionJob => ({
  kind: "retention",
  startsAt: nextAtHour(nowMs, retentionHourUtc),
  step: 0,
  cursor: "",
  gone: {},
});

const addPart = (store: Store, op: Deno.AtomicOperation, part: RetentionJob): void =>
  addJob(store, op, part, part.startsAt, nameOf(part));

const nameOf = ({ step, cursor }: RetentionJob): string => `retention-${step}-${cursor}`;

/**
 * Does one part and plans the next. The last part plans the next day's run, and tells the audit log how much was cleared.
 * Does nothing for a part that was done already, by a server that was killed before it could say so.
 */
export async function doRetention(store: Store, part: RetentionJob): Promise<void> {
  const due = await store.kv.get<RetentionJob>(keys.retentionPart());
  // A run that was noted while the clock was far ahead does not count: it would hold up all others until that time.
  const noted = due.value && due.value.startsAt <= nextAtHour(store.now(), retentionHourUtc) ? due.value : null;
  if (noted && noted.startsAt > part.startsAt) return;
  if (noted?.startsAt === part.startsAt && nameOf(noted) !== nameOf(part)) return;
  const op = store.kv.atomic().check(due);
  const sweep = sweeps[part.step];
  const next = sweep ? await clear(store, sweep, part) : await finish(store, op, part);
  op.set(due.key, next);
  addPart(store, op, next);
  await commitNow(op);
}

async function clear(store: Store, sweep: Sweep, part: RetentionJob): Promise<RetentionJob> {
  const { cursor, count } = await clearSome(store, sweep, part.cursor);
  const gone = (part.gone[sweep.prefix] ?? 0) + count;
  return {
    ...part,
    step: cursor === "" ? part.step + 1 : part.step,
    cursor,
    gone: gone === 0 ? part.gone : { ...part.gone, [sweep.prefix]: gone },
  };
}

async function finish(store: Store, op: Deno.AtomicOperation, { gone }: RetentionJob): Promise<RetentionJob> {
  // Erasures that were given up after half a day do not wait for the next start of the site.
  await resumeErasures(store);
  const cleared = await clearOldCheckpoints(store);
  const details = cleared === 0 ? gone : { ...gone, audit_line: cleared };
  if (Object.keys(details).length > 0) {
    putAuditRecord(store, op, { action: "retention_done", actorId: null, subject: "store", details });
  }
  return firstPartAfter(store.now());
}

/** Looks at some records of a prefix and clears the old ones; the returned cursor is empty at the end of the prefix. */
async function clearSome(store: Store, sweep: Sweep, cursor: string): Promise<{ cursor: string; count: number }> {
  const selector = { prefix: [sweep.prefix] };
  const records = store.kv.list(selector, { limit: lookedAtOnce, batchSize: 500, ...(cursor && { cursor }) });
  const now = store.now();
  let [looked, count] = [0, 0];
  let old: Deno.KvEntry<unknown>[] = [];
  for await (const record of records) {
    looked++;
    const endsAt = sweep.endsAt(record.key, record.value);
    if (endsAt === null || endsAt > now) continue;
    if (old.push(record) < clearedAtOnce) continue;
    count += await clearEach(store, sweep, old);
    old = [];
  }
  count += await clearEach(store, sweep, old);
  return { cursor: looked < lookedAtOnce ? "" : records.cursor, count };
}

/** Clears each record in a commit of its own, which fails if the record has changed: then it is no longer old. */
async function clearEach(store: Store, sweep: Sweep, old: Deno.KvEntry<unknown>[]): Promise<number> {
  const cleared = await Promise.all(old.map((record) => {
    const op = store.kv.atomic().check(record).delete(record.key);
    for (const key of sweep.with?.(record.key, record.value) ?? []) op.delete(key);
    return commitNow(op);
  }));
  return cleared.filter(Boolean).length;
}
