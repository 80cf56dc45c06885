import { expect } from "expect";
import { addAuditLine, auditLines } from "./audit_log.ts";
import { testStore } from "./testing.ts";

Deno.test("lines are kept in order, newest first, and in pages", async () => {
  using store = await testStore();
  for (const action of ["one", "two", "three"]) {
    store.clock.advance({ seconds: 1 });
    await addAuditLine(store, { action, actorId: null, subject: "thing:1", details: {} });
  }
  const first = await auditLines(store, { page: 1, limit: 2 });
  expect([first.lines.map(({ action }) => action), first.totalCount]).toEqual([["three", "two"], 3]);
  expect((await auditLines(store, { page: 2, limit: 2 })).lines.map(({ action }) => action)).toEqual(["one"]);
});

Deno.test("two lines of the same moment are two lines, and a long text is cut", async () => {
  using store = await testStore();
  const line = { action: "same", actorId: 7, subject: "x".repeat(9000), details: { text: "y".repeat(9000), count: 3 } };
  await addAuditLine(store, line);
  await addAuditLine(store, line);
  const { lines, totalCount } = await auditLines(store, { page: 1, limit: 10 });
  expect(totalCount).toBe(2);
  expect(lines[0]!.subject.length).toBe(201);
  expect(String(lines[0]!.details.text).length).toBe(201);
  expect(lines[0]).toMatchObject({ at: store.now(), actorId: 7, details: { count: 3 } });
});
