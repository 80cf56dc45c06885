/** Money refunds at the providers' stand-ins: whole, in part, refused, unanswered, repeated, out of order. */
import { expect } from "expect";
import { history } from "../../kv/credits/ledger/history.ts";
import { lastEntry } from "../../kv/credits/ledger/ledger.ts";
import {
  askMoneyBack,
  moneyRefundsOf,
  openMoneyRefunds,
  retryMoneyBack,
} from "../../kv/credits/payments/money_refunds.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { beginSending, refundKeyAt } from "../../kv/credits/payments/sending_refunds.ts";
import { audit } from "../../kv/records/audit.ts";
import { attemptsAtMost } from "../../kv/store/jobs/work.ts";
import { paymentSite } from "../../tests/payment_servers/site.ts";
import { siteWith, standIns } from "../../tests/payment_servers/stand_ins.ts";
import { actorId, isClean, paidBy } from "./testing/paid_by.ts";

const hourMs = 3600_000;

for (const how of ["stripe", "paypal", "solidgate"] as const) {
  const standIn = standIns[how];
  Deno.test(`a payment by ${how} goes back whole: asked once, sent once, and its credits once, however often it is told`, async () => {
    await using world = await siteWith(how);
    const { ask, tell, stands, paymentId } = await paidBy(world, how);
    const total = (await paymentById(world.site.store, paymentId))!.quote.totalCents;
    expect(await ask(total, "press-one-1")).toMatchObject({ ok: true, refund: { state: "requested" } });
    expect(await ask(total, "press-one-1")).toMatchObject({ ok: true, refund: { id: "press-one-1" } });
    expect(await ask(1)).toMatchObject({ ok: false, reason: "not_refundable" });
    expect(await stands()).toEqual({ states: ["requested"], credits: 65, refundedCents: 0 });
    expect(await audit(world.site.store)).toEqual([]);
    expect(await world.work()).toEqual([]);
    const gone = { states: ["done"], credits: 0, refundedCents: total };
    expect(await stands()).toEqual(gone);
    await tell(3);
    expect(await stands()).toEqual(gone);
    expect(await openMoneyRefunds(world.site.store)).toEqual([]);
    expect((await paymentById(world.site.store, paymentId))?.state).toBe("refunded");
    await isClean(world);
  });

  Deno.test(`two parts of a payment by ${how} go back, never more than was paid, whichever word comes first`, async () => {
    await using world = await siteWith(how);
    const { ask, tell, stands } = await paidBy(world, how);
    await ask(1000);
    // The webhook comes before the answer.
    standIn.losesAnswers(world, true);
    expect(await world.work()).toHaveLength(1);
    await tell();
    expect(await stands()).toMatchObject({ states: ["sent"], refundedCents: 1000 });
    const credits = (await stands()).credits;
    standIn.losesAnswers(world, false);
    world.site.advance(60_000);
    expect(await world.work()).toEqual([]);
    expect(await stands()).toEqual({ states: ["done"], credits, refundedCents: 1000 });
    expect(await ask(5000)).toMatchObject({ ok: false, reason: "invalid" });
    await ask(500);
    expect(await world.work()).toEqual([]);
    await tell(2);
    expect(await stands()).toMatchObject({ states: ["done", "done"], refundedCents: 1500 });
    expect(standIn.countOf(world)).toBe(2);
    await isClean(world);
  });

  Deno.test(`a process that ends between the request to ${how} and the answer gives nothing back twice`, async () => {
    await using world = await siteWith(how);
    const { ask, stands, paymentId } = await paidBy(world, how);
    const { store, deps } = world.site;
    const asked = await ask(700);
    if (!asked.ok) throw new Error(asked.reason);
    const { payment, refund } = (await beginSending(store, paymentId, asked.refund.id))!;
    // All that the job does before it records the answer.
    await deps.payments.named(payment.provider)!.refund({
      refundId: refund.id,
      key: refundKeyAt(refund),
      paymentId,
      moneyId: payment.providerMoneyId!,
      amountCents: refund.cents,
      currency: "EUR",
      refundedCents: 0,
      refundToldAt: 0,
      requestedAt: refund.requestedAt,
      providerRefundId: null,
      wasSent: false,
      otherRefundIds: [],
    });
    expect(await stands()).toEqual({ states: ["sent"], credits: 65, refundedCents: 0 });
    expect(await audit(store)).toEqual([]);
    expect(await world.work()).toEqual([]);
    expect(await stands()).toMatchObject({ states: ["done"], refundedCents: 700 });
    expect(standIn.countOf(world)).toBe(1);
    await isClean(world);
  });

  Deno.test(`two equal parts of a payment by ${how} go back, asked for at once and unanswered at first`, async () => {
    await using world = await siteWith(how);
    const { ask, tell, stands } = await paidBy(world, how);
    standIn.losesAnswers(world, true);
    await Promise.all([ask(500), ask(500)]);
    expect(await world.work()).toHaveLength(2);
    standIn.losesAnswers(world, false);
    world.site.advance(60_000);
    expect(await world.work()).toEqual([]);
    await tell();
    expect(await stands()).toMatchObject({ states: ["done", "done"], refundedCents: 1000 });
    expect(standIn.countOf(world)).toBe(2);
    await isClean(world);
  });

  Deno.test(`what ${how} takes and does not end at once is looked at again until it is there`, async () => {
    await using world = await siteWith(how);
    const { ask, stands } = await paidBy(world, how);
    standIn.refundsEnd(world, "later");
    await ask(700);
    expect(await world.work()).toEqual([]);
    expect(await stands()).toEqual({ states: ["sent"], credits: 65, refundedCents: 0 });
    world.site.advance(6 * hourMs);
    expect(await world.work()).toEqual([]);
    expect((await stands()).states).toEqual(["sent"]);
    standIn.refundsEnd(world, "well");
    world.site.advance(6 * hourMs);
    expect(await world.work()).toEqual([]);
    expect(await stands()).toMatchObject({ states: ["done"], refundedCents: 700 });
    await isClean(world);
  });

  Deno.test(`what ${how} refuses has failed with its reason; tried again under another name it goes back once`, async () => {
    await using world = await siteWith(how);
    const { ask, stands, paymentId } = await paidBy(world, how);
    standIn.refundsEnd(world, "badly");
    await ask(700);
    expect(await world.work()).toEqual([]);
    const [failed] = await moneyRefundsOf(world.site.store, paymentId);
    expect(failed).toMatchObject({ state: "failed", problem: standIn.refusal });
    expect(await openMoneyRefunds(world.site.store)).toHaveLength(1);
    expect(await audit(world.site.store)).toEqual([]);
    standIn.refundsEnd(world, "well");
    const retry = { paymentId, refundId: failed!.id, actorId };
    await Promise.all([retryMoneyBack(world.site.store, retry), retryMoneyBack(world.site.store, retry)]);
    expect(await world.work()).toEqual([]);
    expect(await stands()).toMatchObject({ states: ["done"], refundedCents: 700 });
    await isClean(world);
  });
}

for (const how of ["stripe", "paypal", "solidgate"] as const) {
  const standIn = standIns[how];
  Deno.test(`what ${how} told of as refunded and then fails gives the credits back once, and can be tried again`, async () => {
    await using world = await siteWith(how);
    const { ask, tell, stands, paymentId, james } = await paidBy(world, how);
    const { store } = world.site;
    await ask(700);
    expect(await world.work()).toEqual([]);
    await tell();
    const gone = await stands();
    expect(gone).toMatchObject({ states: ["done"], refundedCents: 700 });
    world.site.advance(60_000);
    for (let times = 0; times < 3; times++) await standIn.failLate(world);
    expect(await stands()).toEqual({ states: ["failed"], credits: 65, refundedCents: 0 });
    const entries = (await history(store, james.id, { page: 1, limit: 9 })).entries;
    expect(entries.map(({ deltaCredits, reference }) => [deltaCredits, reference.cents])).toEqual([
      [65 - gone.credits, -700],
      [gone.credits - 65, 700],
      [65, undefined],
    ]);
    const [failed] = await moneyRefundsOf(store, paymentId);
    expect(failed!.problem).not.toBeNull();
    expect(await openMoneyRefunds(store)).toHaveLength(1);
    expect(await audit(store)).toEqual([]);
    world.site.advance(60_000);
    expect(await retryMoneyBack(store, { paymentId, refundId: failed!.id, actorId })).toMatchObject({ ok: true });
    expect(await world.work()).toEqual([]);
    await tell();
    expect(await stands()).toEqual({ ...gone, states: ["done"] });
    await isClean(world);
  });
}

for (const how of ["stripe", "paypal", "solidgate"] as const) {
  const standIn = standIns[how];
  Deno.test(`what ${how} did and then could not be asked about for half a day goes back once, tried again`, async () => {
    await using world = await siteWith(how);
    const { ask, stands, paymentId } = await paidBy(world, how);
    await ask(700);
    standIn.losesAnswers(world, true);
    expect(await world.work()).toHaveLength(1);
    standIn.losesAnswers(world, false);
    world[how].failWith = 503;
    for (let attempt = 2; attempt <= attemptsAtMost; attempt++) {
      world.site.advance(6 * hourMs);
      expect(await world.work()).toHaveLength(attempt === attemptsAtMost ? 0 : 1);
    }
    const [failed] = await moneyRefundsOf(world.site.store, paymentId);
    expect(failed).toMatchObject({ state: "failed", problem: "no_answer" });
    world[how].failWith = null;
    await retryMoneyBack(world.site.store, { paymentId, refundId: failed!.id, actorId });
    expect(await world.work()).toEqual([]);
    expect(await stands()).toMatchObject({ states: ["done"], refundedCents: 700 });
    expect(standIn.countOf(world)).toBe(1);
    await isClean(world);
  });
}

Deno.test("a refund that Stripe counts and that fails unheard leaves him his credits, whether it was told of before or is told of late", async () => {
  for (const isTold of ["before", "late"]) {
    await using world = await paymentSite();
    const { ask, stands } = await paidBy(world, "stripe");
    standIns.stripe.refundsEnd(world, "later");
    await ask(700);
    expect(await world.work()).toEqual([]);
    const word = world.stripe.refunded(world.stripe.latest());
    const tell = async () => void await (await world.stripe.send(world.hook("stripe"), word, world.site.now())).text();
    if (isTold === "before") {
      await tell();
      expect(await stands()).toMatchObject({ states: ["sent"], refundedCents: 700 });
      expect((await stands()).credits).toBeLessThan(65);
    }
    world.stripe.refunds[0]!.status = "failed";
    world.site.advance(6 * hourMs);
    expect(await world.work()).toEqual([]);
    const nothingGone = { states: ["failed"], credits: 65, refundedCents: 0 };
    expect([isTold, await stands()]).toEqual([isTold, nothingGone]);
    await tell();
    expect([isTold, await stands()]).toEqual([isTold, nothingGone]);
    await isClean(world);
  }
});

Deno.test("what somebody gives back by hand while ours is under way is not offered a second time", async () => {
  await using world = await paymentSite();
  const { ask, tell, stands, paymentId } = await paidBy(world, "stripe");
  const { store } = world.site;
  const { quote: { totalCents } } = (await paymentById(store, paymentId))!;
  await ask(1000);
  const payment_intent = world.stripe.latest().paymentIntent!;
  world.stripe.refunds.push({ id: "re_by_hand", payment_intent, amount: 1500, status: "succeeded", metadata: {} });
  await tell();
  expect(await stands()).toMatchObject({ states: ["requested"], refundedCents: 1500 });
  expect(await ask(totalCents - 2499)).toMatchObject({ ok: false, reason: "invalid" });
  expect(await ask(totalCents - 2500)).toMatchObject({ ok: true });
  expect(await world.work()).toEqual([]);
  expect(await stands()).toEqual({ states: ["done", "done"], credits: 0, refundedCents: totalCents });
  await isClean(world);
});

Deno.test("without an answer for half a day it has failed; given back by hand there, one press more says that it is done", async () => {
  await using world = await paymentSite();
  const { ask, tell, stands, paymentId } = await paidBy(world, "stripe");
  await ask(700);
  world.stripe.failWith = 503;
  for (let attempt = 1; attempt < attemptsAtMost; attempt++) {
    expect(await world.work()).toHaveLength(1);
    world.site.advance(6 * hourMs);
  }
  expect(await world.work()).toEqual([]);
  const [failed] = await moneyRefundsOf(world.site.store, paymentId);
  expect(failed).toMatchObject({ state: "failed", problem: "no_answer" });
  world.stripe.failWith = null;
  const { paymentIntent } = world.stripe.latest();
  world.stripe.refunds.push({
    id: "re_by_hand",
    payment_intent: paymentIntent!,
    amount: 700,
    status: "succeeded",
    metadata: {},
  });
  await tell();
  const retried = await retryMoneyBack(world.site.store, { paymentId, refundId: failed!.id, actorId });
  expect(retried).toMatchObject({ ok: true, refund: { state: "done" } });
  expect(await world.work()).toEqual([]);
  expect(await stands()).toMatchObject({ states: ["done"], refundedCents: 700 });
  expect(world.stripe.refunds).toHaveLength(1);
  await isClean(world);
});

Deno.test("Stripe, asked days later under a name it has forgotten, is found to have given it back", async () => {
  await using world = await paymentSite();
  const { ask, stands, paymentId } = await paidBy(world, "stripe");
  const asked = await ask(700);
  if (!asked.ok) throw new Error(asked.reason);
  world.stripe.refunds.push({
    id: "re_forgotten",
    payment_intent: world.stripe.latest().paymentIntent!,
    amount: 700,
    status: "succeeded",
    metadata: { refund_id: asked.refund.id },
  });
  expect(await world.work()).toEqual([]);
  expect(await stands()).toMatchObject({ states: ["done"], refundedCents: 700 });
  expect(world.stripe.refunds).toHaveLength(1);
  expect((await lastEntry(world.site.store, (await paymentById(world.site.store, paymentId))!.manId))?.operation)
    .toBe("refund");
  await isClean(world);
});

Deno.test("what was not paid, is disputed or has gone back cannot be given back", async () => {
  await using world = await paymentSite();
  const { james, ask, paymentId } = await paidBy(world, "stripe");
  const open = await world.begin<{ paymentId: string }>(james, "card");
  const wanted = { id: "press-two-2", paymentId: open.paymentId, cents: 100, actorId };
  expect(await askMoneyBack(world.site.store, wanted)).toMatchObject({ reason: "not_refundable" });
  expect(await askMoneyBack(world.site.store, { ...wanted, paymentId: "nobody-has-this" }))
    .toMatchObject({ reason: "not_found" });
  for (const cents of [0, -1, 0.5, NaN, 1e9]) expect(await ask(cents)).toMatchObject({ reason: "invalid" });
  const intent = [...world.stripe.sessions.values()][0]!.paymentIntent;
  const dispute = { id: "dp_1", status: "needs_response", amount: 3000, currency: "eur", payment_intent: intent };
  const event = world.stripe.event("charge.dispute.created", dispute);
  await (await world.stripe.send(world.hook("stripe"), event, world.site.now())).body?.cancel();
  expect((await paymentById(world.site.store, paymentId))?.state).toBe("disputed");
  expect(await ask(100)).toMatchObject({ reason: "not_refundable" });
  await isClean(world);
});
