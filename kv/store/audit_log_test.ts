import { expect } from "expect";
import { verifyPromo } from "../credits/prices/promo_codes.ts";
import { deleteLetter } from "../letters/deletion.ts";
import { openLetter } from "../letters/opening.ts";
import { sendLetter } from "../letters/sending.ts";
import { createPeople, testStore } from "../testing/store.ts";
import { addAuditRecord, auditRecords, noteDenial } from "./audit_log.ts";

Deno.test("lines are kept in order, newest first, and in pages", async () => {
  using store = await testStore();
  for (const action of ["one", "two", "three"]) {
    store.clock.advance({ seconds: 1 });
    await addAuditRecord(store, { action, actorId: null, subject: "thing:1", details: {} });
  }
  const first = await auditRecords(store, { page: 1, limit: 2 });
  expect([first.records.map(({ action }) => action), first.totalCount]).toEqual([["three", "two"], 3]);
  expect((await auditRecords(store, { page: 2, limit: 2 })).records.map(({ action }) => action)).toEqual(["one"]);
});

Deno.test("two lines of the same moment are two lines, and a long text is cut", async () => {
  using store = await testStore();
  const record = {
    action: "same",
    actorId: 7,
    subject: "x".repeat(9000),
    details: { text: "y".repeat(9000), count: 3 },
  };
  await addAuditRecord(store, record);
  await addAuditRecord(store, record);
  const { records, totalCount } = await auditRecords(store, { page: 1, limit: 10 });
  expect(totalCount).toBe(2);
  expect(records[0]!.subject.length).toBe(501);
  expect(String(records[0]!.details.text).length).toBe(501);
  expect(records[0]).toMatchObject({ at: store.now(), actorId: 7, details: { count: 3 } });
});

Deno.test("who asks for somebody else's letter leaves a record, and who asks for one's own leaves none", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const sent = await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: "For you.", sendKey: "one" });
  if (!sent.ok) throw new Error(sent.reason);
  await openLetter(store, olena.id, sent.letter.id, false);
  await deleteLetter(store, james.id, sent.letter.id);
  expect((await auditRecords(store, { page: 1, limit: 10 })).totalCount).toBe(0);
  expect(await deleteLetter(store, wei.id, sent.letter.id)).toMatchObject({ ok: false, reason: "not_found" });
  expect((await auditRecords(store, { page: 1, limit: 10 })).records).toEqual([
    { at: store.now(), action: "letter_denied", actorId: wei.id, subject: `letter:${sent.letter.id}`, details: {} },
  ]);
});

Deno.test("a thousand guesses of promo codes are refused, and noted a hundred times in an hour", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  for (let guess = 0; guess < 1000; guess++) {
    expect((await verifyPromo(store, james.id, `GUESS${guess}`)).ok).toBe(false);
  }
  const count = async () => (await auditRecords(store, { page: 1, limit: 1 })).totalCount;
  expect(await count()).toBe(100);
  // Another kind, another person and another hour have lines of their own.
  await noteDenial(store, { action: "another", actorId: james.id, subject: "thing:1", details: {} });
  await noteDenial(store, { action: "promo_guessing", actorId: wei.id, subject: "promo", details: {} });
  store.clock.advance({ hours: 1 });
  await noteDenial(store, { action: "promo_guessing", actorId: james.id, subject: "promo", details: {} });
  expect(await count()).toBe(103);
});
