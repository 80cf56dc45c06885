import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { mispaidOf } from "../../kv/credits/payments/money_matters.ts";
import { standingOf } from "../../kv/credits/payments/mispaid/mispaid_money.ts";
import { lostCents } from "../../kv/credits/payments/payment_changes.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { documentsOf } from "../../kv/credits/tax/tax_documents.ts";
import { audit } from "../../kv/records/audit.ts";
import { auditRecords } from "../../kv/store/audit_log.ts";
import { tulpen } from "../../kv/testing/payments.ts";
import { everyOrder } from "../../tests/payment_servers/every_order.ts";
import type { PaypalEvent } from "../../tests/payment_servers/paypal_hooks.ts";
import { paymentSite } from "../../tests/payment_servers/site.ts";

const money = (value: string, currency_code = "EUR") => ({ currency_code, value });

/** James has paid 28.50 for 65 credits by PayPal, and PayPal has said so. */
async function paidWorld(options: Parameters<typeof paymentSite>[0] = {}) {
  const world = await paymentSite(options);
  const { site, paypal } = world;
  const james = await site.addMan();
  const begun = await world.begin<{ paymentId: string }>(james, "pay-pal", { rateId: 2, billingCountry: "DE" });
  const order = paypal.latest();
  const send = async (event: PaypalEvent): Promise<void> => {
    const response = await paypal.send(world.hook("paypal"), event, site.now());
    expect([event.event_type, response.status]).toEqual([event.event_type, 200]);
    await response.body?.cancel();
  };
  await send(paypal.approve(order));
  expect(await world.work()).toEqual([]);
  await send(paypal.captured(order));
  const links = [{ rel: "up", href: `${paypal.base}/v2/payments/captures/${order.captureId}` }];
  /** PayPal's event about a dispute, on this day of December 2026. */
  const dispute = (day: number, status: string, outcome_code?: string, dispute_id = "PP-D-1"): PaypalEvent =>
    onDay(
      day,
      paypal.event(`CUSTOMER.DISPUTE.${status === "RESOLVED" ? status : "UPDATED"}`, {
        dispute_id,
        status,
        create_time: new Date(Date.UTC(2026, 11, 2)).toISOString(),
        dispute_amount: money("28.50"),
        ...(outcome_code && { dispute_outcome: { outcome_code } }),
        disputed_transactions: [{ seller_transaction_id: order.captureId }],
      }),
    );
  const resource = {
    dispute_id: "PP-D-1",
    create_time: new Date(Date.UTC(2026, 11, 2)).toISOString(),
    dispute_amount: money("28.50"),
    disputed_transactions: [{ seller_transaction_id: order.captureId }],
  };
  return {
    world,
    james,
    order,
    links,
    send,
    dispute,
    /** The dispute that was opened on the second ends: the buyer got so much. */
    settled: (day: number, value: string) => {
      const dispute_outcome = { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: money(value) };
      return onDay(
        day,
        paypal.event("CUSTOMER.DISPUTE.RESOLVED", { ...resource, status: "RESOLVED", dispute_outcome }),
      );
    },
    /** By this day so much was refunded of the payment. */
    refundedOn: (day: number, total: string) =>
      onDay(
        day,
        paypal.event("PAYMENT.CAPTURE.REFUNDED", {
          id: `REFUND${day}`,
          amount: money(total),
          seller_payable_breakdown: { total_refunded_amount: money(total) },
          links,
        }),
      ),
    won: (day: number, id?: string) => dispute(day, "RESOLVED", "RESOLVED_SELLER_FAVOUR", id),
    lost: (day: number, id?: string) => dispute(day, "RESOLVED", "RESOLVED_BUYER_FAVOUR", id),
    reversed: (day: number) =>
      onDay(day, paypal.event("PAYMENT.CAPTURE.REVERSED", { id: "R", amount: money("28.50"), links })),
    /** The state of the payment, and James's credits. */
    now: async () => [(await paymentById(site.store, begun.paymentId))?.state, await balanceOf(site.store, james.id)],
    payment: async () => (await paymentById(site.store, begun.paymentId))!,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const onDay = (day: number, event: PaypalEvent): PaypalEvent & { create_time: string } => ({
  ...event,
  create_time: new Date(Date.UTC(2026, 11, day)).toISOString(),
});

Deno.test("refunds, reversals and disputes take credits back, and a dispute that is won gives them again", async () => {
  await using paid = await paidWorld();
  const { world: { site, paypal }, james, order, links, send, dispute, won, reversed, now } = paid;
  const refund = (value: string, total: string, ours: boolean) =>
    paypal.event("PAYMENT.CAPTURE.REFUNDED", {
      id: "REFUND",
      ...(ours && { custom_id: order.customId }),
      amount: money(value),
      seller_payable_breakdown: { total_refunded_amount: money(total) },
      links,
    });
  await send(refund("9.50", "9.50", true));
  expect(await balanceOf(site.store, james.id)).toBe(44);
  // Without our id the payment is found by the capture.
  await send(refund("9.50", "19.00", false));
  expect(await balanceOf(site.store, james.id)).toBe(22);
  await send(dispute(1, "OPEN"));
  expect(await now()).toEqual(["disputed", 0]);
  await send(won(2));
  expect(await now()).toEqual(["paid", 22]);
  await send(reversed(3));
  expect(await now()).toEqual(["refunded", 0]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("a dispute that is settled with less than it was about takes no more than the buyer got", async () => {
  await using paid = await paidWorld();
  const { world: { site, paypal }, order, send, now } = paid;
  const resolved = (dispute_id: string, amount_refunded?: ReturnType<typeof money>) =>
    paypal.event("CUSTOMER.DISPUTE.RESOLVED", {
      dispute_id,
      status: "RESOLVED",
      dispute_amount: money("28.50"),
      dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded },
      disputed_transactions: [{ seller_transaction_id: order.captureId }],
    });
  await send(resolved("PP-D-1", money("10.00")));
  expect(await now()).toEqual(["paid", 43]);
  // An amount in another currency does not say how much of this money he got: all of it counts as refunded.
  await send(resolved("PP-D-2", money("10.00", "USD")));
  expect(await now()).toEqual(["refunded", 0]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("money that PayPal took back comes again with the dispute that is won, whichever word is heard first", async () => {
  for (const isLate of [false, true]) {
    await using paid = await paidWorld({ seller: tulpen });
    const { world: { site }, send, dispute, won, reversed, now, payment } = paid;
    const words = [dispute(1, "OPEN"), reversed(2), won(20)];
    for (const word of isLate ? words.toReversed() : words) await send(word);
    expect([isLate, await now()]).toEqual([isLate, ["paid", 65]]);
    const papers = await documentsOf(site.store, await payment());
    expect(papers.map(({ grossCents, corrects }) => [grossCents, corrects?.reason])).toEqual(
      isLate ? [[2850, undefined]] : [[2850, undefined], [2850, "dispute"], [-2850, "dispute_won"]],
    );
    expect(await audit(site.store)).toEqual([]);
  }
});

Deno.test("what PayPal takes back once more after a dispute was won is gone, until that dispute is won as well", async () => {
  await using paid = await paidWorld();
  const { world: { site }, send, dispute, won, reversed, now } = paid;
  for (const word of [reversed(2), won(20), reversed(25), won(27)]) await send(word);
  expect(await now()).toEqual(["refunded", 0]);
  await send(dispute(26, "UNDER_REVIEW", undefined, "PP-D-2"));
  expect(await now()).toEqual(["disputed", 0]);
  await send(won(28, "PP-D-2"));
  expect(await now()).toEqual(["paid", 65]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("a dispute that an appeal decides anew counts as PayPal decided it last, whichever word is heard first", async () => {
  for (const isLate of [false, true]) {
    await using paid = await paidWorld();
    const { world: { site }, send, dispute, won, lost, now } = paid;
    const words = [dispute(1, "OPEN"), lost(10), dispute(12, "UNDER_REVIEW"), won(20)];
    for (const word of isLate ? words.toReversed() : words) await send(word);
    expect([isLate, await now()]).toEqual([isLate, ["paid", 65]]);
    await send(lost(24));
    expect([isLate, await now()]).toEqual([isLate, ["refunded", 0]]);
    expect(await audit(site.store)).toEqual([]);
  }
});

Deno.test("what the seller gives back within a dispute went back once, in whatever order it is heard", async () => {
  for (const heard of everyOrder(["opened", "settled", "refunded"] as const)) {
    await using paid = await paidWorld({ seller: tulpen });
    const { world: { site }, refundedOn, settled, dispute, send, now, payment } = paid;
    const words = { opened: dispute(2, "OPEN"), settled: settled(10, "10.00"), refunded: refundedOn(9, "10.00") };
    for (const word of [...heard, ...heard]) await send(words[word]);
    expect([heard, await now()]).toEqual([heard, ["paid", 43]]);
    const papers = await documentsOf(site.store, await payment());
    expect([heard, papers.slice(1).reduce((sum, { grossCents }) => sum + grossCents, 0)]).toEqual([heard, 1000]);
    expect(await audit(site.store)).toEqual([]);
  }
});

Deno.test("what the seller gives back before a dispute or after it comes on top of what the dispute ended with", async () => {
  for (const heard of everyOrder(["before", "settled", "within", "after"] as const)) {
    await using paid = await paidWorld();
    const { world: { site }, refundedOn, settled, send, now, payment } = paid;
    const words = {
      before: refundedOn(1, "3.00"),
      within: refundedOn(9, "8.00"),
      settled: settled(10, "5.00"),
      after: refundedOn(12, "12.00"),
    };
    for (const word of heard) await send(words[word]);
    expect([heard, lostCents(await payment()), await now()]).toEqual([heard, 1200, ["paid", 65 - 27]]);
    expect(await audit(site.store)).toEqual([]);
  }
});

Deno.test("a dispute whose end alone is told, or that PayPal settled by itself, took what it ended with beside every refund", async () => {
  await using paid = await paidWorld();
  const { world: { site }, refundedOn, settled, send, payment } = paid;
  for (
    const [word, lost] of [[refundedOn(1, "3.00"), 300], [settled(10, "5.00"), 800], [
      refundedOn(12, "7.00"),
      1200,
    ]] as const
  ) {
    await send(word);
    expect(lostCents(await payment())).toBe(lost);
  }
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("word that names the capture alone is heard, of the paid money, of other money, and of nobody's", async () => {
  for (const [captureId, state, standing] of [[null, "disputed", "here"], ["CAPTURE2", "paid", "asked"]] as const) {
    await using paid = await paidWorld();
    const { world: { site, paypal }, order, send, payment } = paid;
    await send(paypal.captured(order, { id: "CAPTURE2" }));
    const about = (id: string) => ({
      dispute: paypal.event("CUSTOMER.DISPUTE.CREATED", {
        dispute_id: "PP-D-1",
        status: "OPEN",
        dispute_amount: money("28.50"),
        disputed_transactions: [{ seller_transaction_id: id }],
      }),
      refund: paypal.event("PAYMENT.CAPTURE.REFUNDED", {
        id: "REFUND",
        amount: money("10.00"),
        seller_payable_breakdown: { total_refunded_amount: money("10.00") },
        links: [{ rel: "up", href: `${paypal.base}/v2/payments/captures/${id}` }],
      }),
    });
    const { dispute, refund } = about(captureId ?? order.captureId!);
    for (const word of [dispute, refund]) await send(word);
    const now = await payment();
    const [other] = mispaidOf(now);
    expect([now.state, standingOf(now, other!).standing]).toEqual([state, standing]);
    expect([now.refundedCents, other!.back?.refundedCents ?? 0]).toEqual(captureId ? [0, 1000] : [1000, 0]);

    await send(about("NOBODYS").refund);
    const { records } = await auditRecords(site.store, { page: 1, limit: 100 });
    expect(records.find(({ action }) => action === "webhook_without_payment")).toMatchObject({
      action: "webhook_without_payment",
      subject: "hook:paypal",
      details: { type: "PAYMENT.CAPTURE.REFUNDED", moneyId: "NOBODYS", amountCents: 1000 },
    });
    expect(await audit(site.store)).toEqual([]);
  }
});
