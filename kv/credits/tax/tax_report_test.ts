import { expect } from "expect";
import { begunPayment, paidInFull, paidPayment, say, taxedIn } from "../../testing/payments.ts";
import { createPeople, testStore } from "../../testing/store.ts";
import { monthsOf, quarterOf, taxReportOf } from "./tax_report.ts";

const refunded = (refundedCents: number) => ({ kind: "refunded", refundedCents, currency: "EUR" }) as const;

Deno.test("a quarter has three months", () => {
  expect(monthsOf("2026-Q1")).toEqual(["2026-01", "2026-02", "2026-03"]);
  expect(monthsOf("2026-Q4")).toEqual(["2026-10", "2026-11", "2026-12"]);
  for (const quarter of ["2026-Q1", "2026-Q2", "2026-Q3", "2026-Q4"]) {
    expect(monthsOf(quarter).map(quarterOf)).toEqual([quarter, quarter, quarter]);
  }
});

Deno.test("a quarter adds up by country and rate, and corrections of an earlier one stand apart", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const first = await paidPayment(store, james.id, taxedIn("DE"));
  const second = await paidPayment(store, james.id, taxedIn("DE"));
  await paidPayment(store, wei.id, taxedIn("CN"));
  const moved = await begunPayment(store, james.id, taxedIn("DE"));
  await say(store, moved, paidInFull(moved, "AT"));
  await say(store, second, refunded(1000));
  store.clock.advance({ days: 31 });
  await say(store, first, refunded(2850));
  await paidPayment(store, james.id, taxedIn("DE"));
  const row = { receipts: 1, creditNotes: 0, disagreements: 0, concerns: "2026-Q1", currency: "EUR" };
  expect(await taxReportOf(store, "2026-Q1")).toEqual([
    { ...row, country: "AT", ratePermille: 200, netCents: 2375, taxCents: 475, grossCents: 2850, disagreements: 1 },
    { ...row, country: "CN", ratePermille: null, netCents: 2850, taxCents: 0, grossCents: 2850 },
    {
      ...row,
      ...{ country: "DE", ratePermille: 190, netCents: 3950, taxCents: 750, grossCents: 4700 },
      ...{ receipts: 2, creditNotes: 1 },
    },
  ]);
  const german = { country: "DE", ratePermille: 190, disagreements: 0, currency: "EUR" };
  expect(await taxReportOf(store, "2026-Q2")).toEqual([
    {
      ...german,
      ...{ concerns: "2026-Q1", netCents: -2395, taxCents: -455, grossCents: -2850, receipts: 0, creditNotes: 1 },
    },
    {
      ...german,
      ...{ concerns: "2026-Q2", netCents: 2395, taxCents: 455, grossCents: 2850, receipts: 1, creditNotes: 0 },
    },
  ]);
  expect(await taxReportOf(store, "2025-Q4")).toEqual([]);
});
