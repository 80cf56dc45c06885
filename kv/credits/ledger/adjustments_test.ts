/** Credits that the site adds or takes: within bounds, once, for a reason that the man reads. */
import { expect } from "expect";
import { admin } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { suspend } from "../../safety/suspensions.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { createVera } from "../../testing/safety.ts";
import { afterMeanwhile, asOtherProcess, createPeople, createUser, testStore } from "../../testing/store.ts";
import { adjust, adjustmentCreditsMax } from "./adjustments.ts";
import { balanceOf, lastEntry } from "./ledger.ts";

const seenSeqOf = async (store: Store, manId: number): Promise<number> => (await lastEntry(store, manId))!.seq;

Deno.test("an adjustment is one entry with its reason and its line, pressed twice or not", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const asked = { manId: james.id, credits: 25, reason: " The  chat broke\noff. ", actorId: ada.id };
  const wanted = { ...asked, key: "one-form", seenSeq: await seenSeqOf(store, james.id) };
  const [first, second] = await Promise.all([adjust(store, wanted), adjust(store, wanted)]);
  expect([first, second].map((each) => each.ok && each.isRepeat).sort()).toEqual([false, true]);
  expect(await lastEntry(store, james.id)).toMatchObject({
    operation: "adjustment",
    deltaCredits: 25,
    balanceAfter: 225,
    reference: { note: "The chat broke off." },
  });
  const next = { ...wanted, credits: -225, key: "another", seenSeq: await seenSeqOf(store, james.id) };
  expect(await adjust(store, next)).toMatchObject({ ok: true });
  expect(await balanceOf(store, james.id)).toBe(0);
  const { records } = await auditRecords(store, { page: 1, limit: 10 });
  expect(records).toHaveLength(2);
  for (const line of records) {
    expect(line).toMatchObject({ action: "credits_adjusted", actorId: ada.id, subject: `user:${james.id}` });
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("an admin who is kept out at the moment of the adjustment adjusts nothing", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const [ada, vera] = [await createUser(store, { email: "ada@demo.test", groupId: admin }), await createVera(store)];
  const out = { userId: ada.id, kind: "conduct", reason: "Left", actorId: vera.id } as const;
  const slow = afterMeanwhile(store, () => suspend(store, out));
  const seenSeq = await seenSeqOf(store, james.id);
  const wanted = { manId: james.id, credits: 500, reason: "Because.", actorId: ada.id, key: "a-form", seenSeq };
  expect(await adjust(slow, wanted)).toEqual({ ok: false, reason: "wrong_role" });
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([200, []]);
});

Deno.test("an adjustment that is made while a colleague makes the same one is refused", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const seenSeq = await seenSeqOf(store, james.id);
  const wanted = { manId: james.id, credits: 50, reason: "Because.", actorId: ada.id, seenSeq };
  const slow = afterMeanwhile(store, () => adjust(asOtherProcess(store), { ...wanted, key: "of-a-colleague" }));
  expect(await adjust(slow, { ...wanted, key: "a-form" })).toMatchObject({ ok: false, reason: "conflict" });
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([250, []]);
});

Deno.test("nobody is brought below zero, by too much, by nothing, without a reason, or by who is no admin", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const seenSeq = await seenSeqOf(store, james.id);
  const wanted = { manId: james.id, credits: 5, reason: "Because.", actorId: ada.id, key: "a-form", seenSeq };
  const tries = [
    [{ credits: -201 }, { reason: "insufficient_credits" }],
    [{ credits: 0 }, { fields: { credits: "wrong_value" } }],
    [{ credits: 1.5 }, { fields: { credits: "wrong_value" } }],
    [{ credits: adjustmentCreditsMax + 1 }, { fields: { credits: "too_big" } }],
    [{ credits: -adjustmentCreditsMax - 1 }, { fields: { credits: "too_small" } }],
    [{ reason: " " }, { fields: { reason: "required" } }],
    [{ reason: "x".repeat(201) }, { fields: { reason: "too_long" } }],
    [{ actorId: olena.id }, { reason: "wrong_role" }],
    [{ manId: olena.id }, { reason: "not_found" }],
    [{ manId: 4711 }, { reason: "not_found" }],
  ] as const;
  for (const [change, refusal] of tries) {
    expect(await adjust(store, { ...wanted, ...change })).toMatchObject({ ok: false, ...refusal });
  }
  expect([await balanceOf(store, james.id), (await auditRecords(store, { page: 1, limit: 1 })).totalCount])
    .toEqual([200, 0]);
});

Deno.test("as much as may be adjusted at once can be, either way", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const wanted = { manId: james.id, reason: "Because.", actorId: ada.id };
  for (const credits of [adjustmentCreditsMax, -adjustmentCreditsMax]) {
    const seenSeq = await seenSeqOf(store, james.id);
    expect(await adjust(store, { ...wanted, credits, key: `a-form-${credits}`, seenSeq })).toMatchObject({ ok: true });
  }
  expect(await balanceOf(store, james.id)).toBe(200);
});
