import { expect } from "expect";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { withOwnRepeats } from "../../store/handles/own_repeats.ts";
import { addSpring, begunPayment, paidInFull, paidPayment, say, taxedIn, tulpen } from "../../testing/payments.ts";
import { afterMeanwhile, asOtherProcess, createJames, createPeople, testStore, withKv } from "../../testing/store.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { type Payment, paymentById } from "../payments/payments.ts";
import { endPayment } from "../payments/purchases.ts";
import { documentNumber } from "./tax.ts";
import { documentsOf } from "./tax_documents.ts";
import { withdraw } from "../payments/withdrawals.ts";

const refunded = (refundedCents: number) => ({ kind: "refunded", refundedCents, currency: "EUR" }) as const;
const disputed = (amountCents: number, outcome: "open" | "won" | "lost") =>
  ({ kind: "disputed", disputeId: "dp_1", amountCents, currency: "EUR", outcome }) as const;

/** A payment's documents, each in a line. */
async function paperOf(store: Store, { id }: Payment): Promise<string[]> {
  const documents = await documentsOf(store, (await paymentById(store, id))!);
  return documents.map((each) =>
    [each.kind, documentNumber(each), each.netCents, each.taxCents, each.grossCents, each.corrects?.reason]
      .filter((part) => part !== undefined).join(" ")
  );
}

Deno.test("who lives in Germany gets a receipt with the tax of Germany, in the commit that credits him", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id, taxedIn("DE"));
  expect(await paperOf(store, payment)).toEqual([]);
  await say(store, payment, paidInFull(payment, "DE"));
  expect(await paperOf(store, payment)).toEqual(["receipt 2026-000001 2395 455 2850"]);
  const [receipt] = await documentsOf(store, (await paymentById(store, payment.id))!);
  expect(receipt).toMatchObject({
    at: store.now(),
    seller: tulpen,
    country: "DE",
    ratePermille: 190,
    chosenCountry: "DE",
    providerCountry: "DE",
    paymentNumber: 1,
    providerMoneyId: `money-${payment.id}`,
  });
  expect(await audit(store)).toEqual([]);
});

Deno.test("who lives outside the Union gets a receipt without tax", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id, taxedIn("GB"));
  expect(await paperOf(store, payment)).toEqual(["receipt 2026-000001 2850 0 2850"]);
  expect((await documentsOf(store, payment))[0]).toMatchObject({ country: "GB", ratePermille: null });
});

Deno.test("without a seller who charges tax there is neither, and nothing else changes", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  await say(store, payment, refunded(100));
  expect([payment.number, await paperOf(store, payment)]).toEqual([1, []]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the provider's word of the country rules, whether it comes with the approval or with the money", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const approved = { kind: "approved", amountCents: 2850, currency: "EUR", buyerCountry: "FI" } as const;
  const byApproval = await begunPayment(store, james.id, taxedIn("DE"));
  await say(store, byApproval, approved);
  await say(store, byApproval, paidInFull(byApproval));
  const byMoney = await begunPayment(store, james.id, taxedIn("DE"));
  await say(store, byMoney, paidInFull(byMoney, "FI"));
  // What a later event says changes no receipt.
  await say(store, byMoney, { ...approved, buyerCountry: "FR" });
  for (const { id } of [byApproval, byMoney]) {
    const [receipt] = await documentsOf(store, (await paymentById(store, id))!);
    expect(receipt).toMatchObject({ chosenCountry: "DE", providerCountry: "FI", country: "FI", ratePermille: 255 });
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("numbers have no gaps, also when many pay at once in two processes and some of it goes back", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const processes = [store, asOtherProcess(store)];
  const payments = await Promise.all(
    [james, wei, james, wei, james, wei].map(({ id }) => begunPayment(store, id, taxedIn("DE"))),
  );
  await Promise.all(payments.map((payment, at) => say(processes[at % 2]!, payment, paidInFull(payment))));
  await Promise.all(payments.map((payment, at) => say(processes[at % 2]!, payment, refunded(1000))));
  const papers = (await Promise.all(payments.map((payment) => paperOf(store, payment)))).flat();
  const numbers = papers.map((paper) => paper.split(" ").slice(0, 2).join(" ")).toSorted();
  const six = ["1", "2", "3", "4", "5", "6"];
  expect(numbers).toEqual([
    ...six.map((n) => `credit_note 2026-00000${n}`),
    ...six.map((n) => `receipt 2026-00000${n}`),
  ]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the same word again, and a commit that another process overtook, take no second number", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const [payment, other] = [
    await begunPayment(store, james.id, taxedIn("DE")),
    await begunPayment(store, james.id, taxedIn("DE")),
  ];
  const overtaken = afterMeanwhile(store, () => say(asOtherProcess(store), other, paidInFull(other)));
  await say(overtaken, payment, paidInFull(payment), "evt_1");
  await say(store, payment, paidInFull(payment), "evt_1");
  await say(store, payment, paidInFull(payment), "evt_2");
  expect(await paperOf(store, other)).toEqual(["receipt 2026-000001 2395 455 2850"]);
  expect(await paperOf(store, payment)).toEqual(["receipt 2026-000002 2395 455 2850"]);
  await say(store, payment, refunded(1000), "evt_3");
  await say(store, payment, refunded(1000), "evt_3");
  expect(await paperOf(store, payment)).toHaveLength(2);
  expect(await audit(store)).toEqual([]);
});

Deno.test("each year begins with its first number, and a clock that lags dates nothing before", async () => {
  using store = await testStore({ now: Date.UTC(2026, 11, 31, 23, 59) });
  const james = await createJames(store, 0);
  const last = await paidPayment(store, james.id, taxedIn("DE"));
  store.clock.advance({ seconds: -30 });
  const lagging = await paidPayment(store, james.id, taxedIn("DE"));
  store.clock.advance({ minutes: 2 });
  const first = await paidPayment(store, james.id, taxedIn("DE"));
  // A refund of last year's payment is a credit note of this year.
  await say(store, last, refunded(2850));
  const papers = await Promise.all([last, lagging, first].map((payment) => paperOf(store, payment)));
  expect(papers).toEqual([
    ["receipt 2026-000001 2395 455 2850", "credit_note 2027-000001 2395 455 2850 refund"],
    ["receipt 2026-000002 2395 455 2850"],
    ["receipt 2027-000001 2395 455 2850"],
  ]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("parts that go back are credit notes, and the last takes the rest of the tax", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id, taxedIn("DE"));
  for (const cents of [950, 1900, 2850]) await say(store, payment, refunded(cents));
  // The event of a smaller sum comes late.
  await say(store, payment, refunded(1900));
  expect(await paperOf(store, payment)).toEqual([
    "receipt 2026-000001 2395 455 2850",
    "credit_note 2026-000001 798 152 950 refund",
    "credit_note 2026-000002 799 151 950 refund",
    "credit_note 2026-000003 798 152 950 refund",
  ]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a refund that fails later takes its credit note back, and counts from there when it goes again", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id, taxedIn("DE"));
  const told = (refundedCents: number, toldAt: number) => ({ refundedCents, toldAt, currency: "EUR" });
  const fails = { kind: "refund_failed", providerRefundId: "re_1", problem: "closed_account" } as const;
  await say(store, payment, { kind: "refunded", ...told(950, 1) });
  await say(store, payment, { ...fails, ...told(0, 3) }, "evt_failed");
  await say(store, payment, { ...fails, ...told(0, 3) }, "evt_failed");
  // An event from before the failure comes late.
  await say(store, payment, { kind: "refunded", ...told(950, 2) });
  expect(await balanceOf(store, james.id)).toBe(65);
  await say(store, payment, { kind: "refunded", ...told(1900, 4) });
  expect(await paperOf(store, payment)).toEqual([
    "receipt 2026-000001 2395 455 2850",
    "credit_note 2026-000001 798 152 950 refund",
    "credit_note 2026-000002 -798 -152 -950 refund_failed",
    "credit_note 2026-000003 1597 303 1900 refund",
  ]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a dispute is a credit note once it is lost, and none while it is open or when it is won", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const [lost, won] = [
    await paidPayment(store, james.id, taxedIn("DE")),
    await paidPayment(store, james.id, taxedIn("DE")),
  ];
  for (const payment of [lost, won]) await say(store, payment, disputed(2850, "open"));
  expect(await paperOf(store, lost)).toHaveLength(1);
  await say(store, lost, disputed(2850, "lost"));
  await say(store, won, disputed(2850, "won"));
  expect((await paperOf(store, lost))[1]).toBe("credit_note 2026-000001 2395 455 2850 dispute");
  expect(await paperOf(store, won)).toHaveLength(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a lost dispute that an appeal lowers takes a part of its credit note back, and says that it was lowered", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id, taxedIn("DE"));
  await say(store, payment, { ...disputed(2850, "lost"), toldAt: 1 });
  await say(store, payment, { ...disputed(1900, "lost"), toldAt: 2 });
  await say(store, payment, { ...disputed(1900, "won"), toldAt: 3 });
  expect(await paperOf(store, payment)).toEqual([
    "receipt 2026-000001 2395 455 2850",
    "credit_note 2026-000001 2395 455 2850 dispute",
    "credit_note 2026-000002 -798 -152 -950 dispute_lowered",
    "credit_note 2026-000003 -1597 -303 -1900 dispute_won",
  ]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a withdrawal is a credit note when its money has gone back", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id, taxedIn("DE"));
  await withdraw(store, { paymentId: payment.id });
  expect([await balanceOf(store, james.id), (await paperOf(store, payment)).length]).toEqual([0, 1]);
  await say(store, payment, refunded(2850));
  expect((await paperOf(store, payment))[1]).toBe("credit_note 2026-000001 2395 455 2850 withdrawal");
  expect(await audit(store)).toEqual([]);
});

Deno.test("word of a refund that overtakes word of the money is a receipt and a credit note at once", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id, taxedIn("DE"));
  await say(store, payment, refunded(2850));
  expect(await paperOf(store, payment)).toEqual([]);
  await say(store, payment, paidInFull(payment));
  expect(await paperOf(store, payment)).toEqual([
    "receipt 2026-000001 2395 455 2850",
    "credit_note 2026-000001 2395 455 2850 refund",
  ]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the largest commit of a payment holds no more checks than a store elsewhere takes", async () => {
  using store = await testStore();
  const elsewhere = withKv(store, withOwnRepeats(store.kv, store.randomToken));
  await addSpring(store);
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id, { promoCode: "SPRING10", ...taxedIn("DE") });
  await endPayment(store, payment.id, "cancelled");
  await say(elsewhere, payment, refunded(100));
  // Its promo code is held anew, and receipt and credit note are written at once.
  expect(await say(elsewhere, payment, paidInFull(payment))).toMatchObject({ ok: true });
  expect(await paperOf(store, payment)).toHaveLength(2);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a key that stands for a purchase taxed elsewhere is refused", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  await begunPayment(store, james.id, { key: "one", ...taxedIn("DE") });
  await expect(begunPayment(store, james.id, { key: "one", ...taxedIn("FR") })).rejects.toThrow("key_reused");
});
