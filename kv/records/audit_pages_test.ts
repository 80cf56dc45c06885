import { expect } from "expect";
import { addAuditLine, type AuditLine } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { type TestStore, testStore } from "../testing/store.ts";
import { type AuditFilter, auditPage, type LinePlace } from "./audit_pages.ts";
import { sealAuditLog } from "./audit_seals.ts";

/** One line a minute: two actors and nobody, two actions, three subjects. */
async function busyLog(count: number): Promise<TestStore> {
  const store = await testStore();
  for (let line = 0; line < count; line++) {
    store.clock.advance({ minutes: 1 });
    await addAuditLine(store, {
      action: line % 5 === 0 ? "rare" : "common",
      actorId: [3, 4, null][line % 3]!,
      subject: `thing:${line % 3}`,
      details: { line },
    });
  }
  await sealAuditLog(store);
  return store;
}

/** What all pages together show, and how many there are. */
async function read(store: TestStore, filter: AuditFilter, limit: number) {
  const numbers: unknown[] = [];
  let before: LinePlace | null = null;
  let pages = 0;
  do {
    const page = await auditPage(store, filter, { before, limit });
    numbers.push(...page.lines.map(({ line }) => line.details.line));
    before = page.next;
    pages++;
  } while (before);
  return { numbers, pages };
}

Deno.test("every line is read once, newest first, page by page", async () => {
  using store = await busyLog(95);
  const expected = [...Array(95).keys()].reverse();
  for (const limit of [10, 7, 95, 200]) expect((await read(store, {}, limit)).numbers).toEqual(expected);
});

Deno.test("a filter finds what a walk through everything finds", async () => {
  using store = await busyLog(60);
  const start = store.now() - 59 * 60_000;
  const filters: [AuditFilter, (line: number) => boolean][] = [
    [{ action: "rare" }, (line) => line % 5 === 0],
    [{ actorId: 4 }, (line) => line % 3 === 1],
    [{ subject: "thing:2" }, (line) => line % 3 === 2],
    [{ subject: "thing:2", action: "rare" }, (line) => line % 3 === 2 && line % 5 === 0],
    [{ subject: "thing:2", actorId: 3 }, () => false],
    [{ fromMs: start + 10 * 60_000, untilMs: start + 20 * 60_000 }, (line) => line >= 10 && line < 20],
    [{ actorId: 3, fromMs: start + 30 * 60_000 }, (line) => line % 3 === 0 && line >= 30],
    [{ action: "unheard of" }, () => false],
  ];
  for (const [filter, holds] of filters) {
    const expected = [...Array(60).keys()].filter(holds).reverse();
    expect([filter, (await read(store, filter, 4)).numbers]).toEqual([filter, expected]);
  }
});

Deno.test("a page says of each line whether it is as it was sealed", async () => {
  using store = await busyLog(4);
  await addAuditLine(store, { action: "new", actorId: 1, subject: "thing:9", details: {} });
  const page = () => auditPage(store, {}, { before: null, limit: 10 });
  const provenOf = async () => (await page()).lines.map(({ proven }) => proven);
  expect(await provenOf()).toEqual(["waiting", "sealed", "sealed", "sealed", "sealed"]);
  const { at, lineId, line } = (await page()).lines[2]!;
  await store.kv.set(keys.auditLine(at, lineId), { ...line, details: {} } satisfies AuditLine);
  expect(await provenOf()).toEqual(["waiting", "sealed", "broken", "sealed", "sealed"]);
  await store.kv.set(keys.auditLine(store.now() + 1, "put-in"), line);
  expect((await provenOf())[0]).toBe("broken");
});
