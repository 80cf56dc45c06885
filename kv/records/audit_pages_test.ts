import { expect } from "expect";
import { addAuditRecord, type AuditRecord } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { type TestStore, testStore } from "../testing/store.ts";
import { type AuditFilter, auditPage, type RecordPlace } from "./audit_pages.ts";
import { addAuditCheckpoint } from "./audit_checkpoints.ts";

/** One line a minute: two actors and nobody, two actions, three subjects. */
async function busyLog(count: number): Promise<TestStore> {
  const store = await testStore();
  for (let record = 0; record < count; record++) {
    store.clock.advance({ minutes: 1 });
    await addAuditRecord(store, {
      action: record % 5 === 0 ? "rare" : "common",
      actorId: [3, 4, null][record % 3]!,
      subject: `thing:${record % 3}`,
      details: { line: record },
    });
  }
  await addAuditCheckpoint(store);
  return store;
}

/** What all pages together show, and how many there are. */
async function read(store: TestStore, filter: AuditFilter, limit: number) {
  const numbers: unknown[] = [];
  let before: RecordPlace | null = null;
  let pages = 0;
  do {
    const page = await auditPage(store, filter, { before, limit });
    numbers.push(...page.records.map(({ record }) => record.details.line));
    before = page.next;
    pages++;
  } while (before);
  return { numbers, pages };
}

Deno.test("every record is read once, newest first, page by page", async () => {
  using store = await busyLog(95);
  const expected = [...Array(95).keys()].reverse();
  for (const limit of [10, 7, 95, 200]) expect((await read(store, {}, limit)).numbers).toEqual(expected);
});

Deno.test("a filter finds what a walk through everything finds", async () => {
  using store = await busyLog(60);
  const start = store.now() - 59 * 60_000;
  const filters: [AuditFilter, (record: number) => boolean][] = [
    [{ action: "rare" }, (record) => record % 5 === 0],
    [{ actorId: 4 }, (record) => record % 3 === 1],
    [{ subject: "thing:2" }, (record) => record % 3 === 2],
    [{ subject: "thing:2", action: "rare" }, (record) => record % 3 === 2 && record % 5 === 0],
    [{ subject: "thing:2", actorId: 3 }, () => false],
    [{ fromMs: start + 10 * 60_000, untilMs: start + 20 * 60_000 }, (record) => record >= 10 && record < 20],
    [{ actorId: 3, fromMs: start + 30 * 60_000 }, (record) => record % 3 === 0 && record >= 30],
    [{ action: "unheard of" }, () => false],
  ];
  for (const [filter, holds] of filters) {
    const expected = [...Array(60).keys()].filter(holds).reverse();
    expect([filter, (await read(store, filter, 4)).numbers]).toEqual([filter, expected]);
  }
});

Deno.test("a page says of each record whether it is as it was covered", async () => {
  using store = await busyLog(4);
  await addAuditRecord(store, { action: "new", actorId: 1, subject: "thing:9", details: {} });
  const page = () => auditPage(store, {}, { before: null, limit: 10 });
  const provenOf = async () => (await page()).records.map(({ proven }) => proven);
  expect(await provenOf()).toEqual(["waiting", "covered", "covered", "covered", "covered"]);
  const { at, recordId, record } = (await page()).records[2]!;
  await store.kv.set(keys.auditRecord(at, recordId), { ...record, details: {} } satisfies AuditRecord);
  expect(await provenOf()).toEqual(["waiting", "covered", "broken", "covered", "covered"]);
  await store.kv.set(keys.auditRecord(store.now() + 1, "put-in"), record);
  expect((await provenOf())[0]).toBe("broken");
});
