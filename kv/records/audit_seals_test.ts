import { expect } from "expect";
import type { Store } from "../open.ts";
import { addAuditLine } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { afterMeanwhile, asOtherProcess, testStore } from "../testing/store.ts";
import { audit } from "./audit.ts";
import { type AuditSeal, sealAuditLog, sealHead } from "./audit_seals.ts";

const add = (store: Store, action: string) =>
  addAuditLine(store, { action, actorId: 7, subject: "thing:1", details: {} });

const seals = (store: Store) => Array.fromAsync(store.kv.list<AuditSeal>({ prefix: prefixes.auditSeals() }));

/** Whether the hashes are right is for the audit to say (audit/audit_log_test.ts). */
Deno.test("every line is sealed once, in order, some at a time", async () => {
  using store = await testStore();
  expect([await sealAuditLog(store), await sealHead(store)]).toEqual([0, null]);
  for (let line = 0; line < 120; line++) {
    store.clock.advance({ ms: 1 });
    await add(store, `act${line}`);
  }
  expect(await sealAuditLog(store)).toBe(120);
  expect(await sealAuditLog(store)).toBe(0);
  expect((await seals(store)).map(({ value }) => value.lines.length)).toEqual([50, 50, 20]);
  const times = (await seals(store)).flatMap(({ value }) => value.lines.map(([at]) => at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(await sealHead(store)).toMatchObject({ seq: 3, lineCount: 120, at: store.now(), startedAt: store.now() });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a line that is older than what is sealed, as another process may write it, is sealed after it", async () => {
  using store = await testStore();
  await add(store, "later");
  await sealAuditLog(store);
  store.clock.advance({ seconds: -20 });
  await add(store, "earlier");
  expect(await sealAuditLog(store)).toBe(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("two instances that seal at once make one chain", async () => {
  using store = await testStore();
  for (let line = 0; line < 30; line++) await add(store, `act${line}`);
  const other = asOtherProcess(store);
  const slow = afterMeanwhile(store, async () => expect(await sealAuditLog(other)).toBe(30));
  expect(await sealAuditLog(slow)).toBe(0);
  for (let round = 0; round < 5; round++) {
    await Promise.all([...Array(20).keys()].map((line) => add(store, `round${round}-${line}`)));
    await Promise.all([sealAuditLog(store), sealAuditLog(other)]);
  }
  expect((await sealHead(store))?.lineCount).toBe(130);
  expect(await audit(store)).toEqual([]);
});

Deno.test("lines from before there was a chain are sealed first, also where the first try was cut off", async () => {
  using store = await testStore();
  for (let line = 0; line < 130; line++) {
    store.clock.advance({ ms: 1 });
    await add(store, `old${line}`);
  }
  const waiting = await Array.fromAsync(store.kv.list({ prefix: prefixes.auditWaiting() }));
  // Some have their mark already.
  for (const { key } of waiting.slice(40)) await store.kv.delete(key);
  await add(store, "new");
  expect(await sealAuditLog(store)).toBe(131);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a line whose record is gone when it is sealed stays a fault", async () => {
  using store = await testStore();
  await add(store, "one");
  for await (const { key } of store.kv.list({ prefix: prefixes.auditLines() })) await store.kv.delete(key);
  expect(await sealAuditLog(store)).toBe(1);
  expect((await audit(store))[0]).toMatch(/^line .* is gone; seal 1 holds it$/);
  expect((await store.kv.get(keys.auditSeal(1))).value).not.toBeNull();
});
