import { expect } from "expect";
import { auditRecords } from "../../store/audit_log.ts";
import { addSpring, begunPayment } from "../../testing/payments.ts";
import { createJames, testStore } from "../../testing/store.ts";
import { type Promo, verifyPromo } from "./promo_codes.ts";
import { changePromo, createPromo, endPromo, listPromos, promoInUse, removePromo } from "./promo_editing.ts";
import { endPayment } from "../payments/purchases.ts";

const autumn: Promo = {
  code: "autumn15",
  percent: 15,
  credits: 0,
  validFrom: null,
  validUntil: null,
  usesPerMan: 1,
  usesTotal: 100,
};

Deno.test("a code is made once, counted, ended early, and no longer taken", async () => {
  using store = await testStore();
  const james = await createJames(store);
  expect(await createPromo(store, autumn, 3)).toMatchObject({ ok: true, promo: { code: "AUTUMN15" } });
  expect(await createPromo(store, autumn, 3)).toMatchObject({ reason: "conflict", fields: { code: "taken" } });
  const payment = await begunPayment(store, james.id, { promoCode: "AUTUMN15" });
  expect((await listPromos(store)).map(({ code, uses }) => [code, uses])).toEqual([["AUTUMN15", 1]]);
  expect(await endPromo(store, "autumn15", 3)).toMatchObject({ ok: true });
  expect(await verifyPromo(store, james.id, "AUTUMN15")).toMatchObject({ reason: "promo_expired" });
  expect(await endPromo(store, "AUTUMN15", 3)).toMatchObject({ reason: "conflict" });
  expect(payment.quote.promoDiscountCents).toBe(428);
  const { records } = await auditRecords(store, { page: 1, limit: 9 });
  expect(new Set(records.map(({ action }) => action))).toEqual(new Set(["promo_created", "promo_ended"]));
});

Deno.test("a code that any payment ever had is not taken away, an unused one is", async () => {
  using store = await testStore();
  const james = await createJames(store);
  await createPromo(store, autumn, 3);
  await createPromo(store, { ...autumn, code: "UNUSED" }, 3);
  const payment = await begunPayment(store, james.id, { promoCode: "AUTUMN15" });
  await endPayment(store, payment.id, "cancelled");
  expect(await promoInUse(store, "AUTUMN15")).toMatchObject({ uses: 0, isUnused: false });
  expect(await removePromo(store, "AUTUMN15", 3)).toMatchObject({ reason: "conflict" });
  expect(await removePromo(store, "unused", 3)).toMatchObject({ ok: true });
  expect(await removePromo(store, "unused", 3)).toMatchObject({ reason: "not_found" });
  expect((await listPromos(store)).map(({ code }) => code)).toEqual(["AUTUMN15"]);
});

Deno.test("what a code gives changes from now on, and what is impossible is named", async () => {
  using store = await testStore();
  const james = await createJames(store);
  await createPromo(store, autumn, 3);
  const before = await begunPayment(store, james.id, { promoCode: "AUTUMN15", key: "before" });
  expect(await changePromo(store, { ...autumn, percent: 50, usesPerMan: 2 }, 3)).toMatchObject({ ok: true });
  const after = await begunPayment(store, james.id, { promoCode: "AUTUMN15", key: "after" });
  expect([before.quote.promoDiscountCents, after.quote.promoDiscountCents]).toEqual([428, 1425]);
  expect(await changePromo(store, { ...autumn, code: "NONE" }, 3)).toMatchObject({ reason: "not_found" });
  const impossible = { code: "A B", percent: 101, credits: -1, usesPerMan: 0, usesTotal: 1.5 };
  expect(await createPromo(store, { ...autumn, ...impossible }, 3)).toMatchObject({
    fields: {
      code: "wrong_value",
      percent: "too_big",
      credits: "too_small",
      usesPerMan: "too_small",
      usesTotal: "wrong_value",
    },
  });
  const until = { validFrom: 5, validUntil: 5, percent: 0 };
  expect(await createPromo(store, { ...autumn, code: "B", ...until }, 3)).toMatchObject({
    fields: { percent: "either", validUntil: "past" },
  });
});

Deno.test("a code that was ended meanwhile is not brought back by who saw it before", async () => {
  using store = await testStore();
  const james = await createJames(store);
  await createPromo(store, autumn, 3);
  const seen = (await promoInUse(store, "AUTUMN15"))!.changedAt;
  // The clock stands still, but two changes at one moment still differ.
  await endPromo(store, "AUTUMN15", 3);
  const again = { ...autumn, usesTotal: 200 };
  expect(await changePromo(store, again, 3, seen)).toMatchObject({ reason: "conflict" });
  expect(await verifyPromo(store, james.id, "AUTUMN15")).toMatchObject({ reason: "promo_expired" });
  const now = (await promoInUse(store, "AUTUMN15"))!.changedAt;
  expect(await changePromo(store, again, 3, now)).toMatchObject({ ok: true });
  expect(await changePromo(store, again, 3, now)).toMatchObject({ reason: "conflict" });
});

Deno.test("a code that was kept before changes were noted is as it was seen until somebody changes it", async () => {
  using store = await testStore();
  await addSpring(store);
  const spring = { ...autumn, code: "SPRING10" };
  expect(await changePromo(store, spring, 3, 0)).toMatchObject({ ok: true });
  expect(await changePromo(store, spring, 3, 0)).toMatchObject({ reason: "conflict" });
});
