import { expect } from "expect";
import type { Store } from "../open.ts";
import { addAuditRecord } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { afterMeanwhile, asOtherProcess, testStore } from "../testing/store.ts";
import { audit } from "./audit.ts";
import {
  addAuditCheckpoint,
  type AuditCheckpoint,
  checkpointHead,
  checkpointName,
  checkpointOfName,
} from "./audit_checkpoints.ts";

const add = (store: Store, action: string) =>
  addAuditRecord(store, { action, actorId: 7, subject: "thing:1", details: {} });

const checkpoints = (store: Store) =>
  Array.fromAsync(store.kv.list<AuditCheckpoint>({ prefix: prefixes.auditCheckpoints() }));

/** Whether the hashes are right is for the audit to say (kv/records/audit/proof/audit_log_test.ts). */
Deno.test("every record is covered once, in order, some at a time", async () => {
  using store = await testStore();
  expect([await addAuditCheckpoint(store), await checkpointHead(store)]).toEqual([0, null]);
  for (let record = 0; record < 120; record++) {
    store.clock.advance({ ms: 1 });
    await add(store, `act${record}`);
  }
  expect(await addAuditCheckpoint(store)).toBe(120);
  expect(await addAuditCheckpoint(store)).toBe(0);
  expect((await checkpoints(store)).map(({ value }) => value.lines.length)).toEqual([50, 50, 20]);
  const times = (await checkpoints(store)).flatMap(({ value }) => value.lines.map(([at]) => at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(await checkpointHead(store)).toMatchObject({
    seq: 3,
    recordCount: 120,
    at: store.now(),
    startedAt: store.now(),
  });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a record that is older than what is covered, as another process may write it, is covered after it", async () => {
  using store = await testStore();
  await add(store, "later");
  await addAuditCheckpoint(store);
  store.clock.advance({ seconds: -20 });
  await add(store, "earlier");
  expect(await addAuditCheckpoint(store)).toBe(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("two instances that checkpoint at once make one chain", async () => {
  using store = await testStore();
  for (let record = 0; record < 30; record++) await add(store, `act${record}`);
  const other = asOtherProcess(store);
  const slow = afterMeanwhile(store, async () => expect(await addAuditCheckpoint(other)).toBe(30));
  expect(await addAuditCheckpoint(slow)).toBe(0);
  for (let round = 0; round < 5; round++) {
    await Promise.all([...Array(20).keys()].map((record) => add(store, `round${round}-${record}`)));
    await Promise.all([addAuditCheckpoint(store), addAuditCheckpoint(other)]);
  }
  expect((await checkpointHead(store))?.recordCount).toBe(130);
  expect(await audit(store)).toEqual([]);
});

Deno.test("records from before there was a chain are covered first, also where the first try was cut off", async () => {
  using store = await testStore();
  for (let record = 0; record < 130; record++) {
    store.clock.advance({ ms: 1 });
    await add(store, `old${record}`);
  }
  const waiting = await Array.fromAsync(store.kv.list({ prefix: prefixes.auditWaiting() }));
  // Only the first forty have their mark.
  for (const { key } of waiting.slice(40)) await store.kv.delete(key);
  await add(store, "new");
  expect(await addAuditCheckpoint(store)).toBe(131);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a waiting mark whose record is gone stays a fault", async () => {
  using store = await testStore();
  await add(store, "one");
  for await (const { key } of store.kv.list({ prefix: prefixes.auditRecords() })) await store.kv.delete(key);
  expect(await addAuditCheckpoint(store)).toBe(1);
  expect((await audit(store))[0]).toMatch(/^record .* is gone; checkpoint 1 holds it$/);
  expect((await store.kv.get(keys.auditCheckpoint(1))).value).not.toBeNull();
});

Deno.test("a checkpoint is named as it is read again", () => {
  const hash = "a-B_".repeat(10) + "abc";
  expect(checkpointOfName(checkpointName({ seq: 12, hash }))).toEqual({ seq: 12, hash });
  for (const name of ["", "12", "0:" + hash, "12:" + hash + "x", "x12:" + hash]) {
    expect(checkpointOfName(name)).toBe(null);
  }
});
