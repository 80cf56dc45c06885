/** A refund with an impossible answer, or without a provider to ask, does not go on unseen for ever. */
import { expect } from "expect";
import { moneyRefundsOf } from "../../kv/credits/payments/money_refunds.ts";
import { whatWaits } from "../../kv/records/pending_work.ts";
import { attemptsAtMost } from "../../kv/store/jobs/work.ts";
import { PaymentProviders } from "../../services/payments/types.ts";
import { paymentSite } from "../../tests/payment_servers/site.ts";
import { siteWith, standIns } from "../../tests/payment_servers/stand_ins.ts";
import { refundMoney } from "./payment_jobs.ts";
import { isClean, paidBy } from "./testing/paid_by.ts";

Deno.test("a refund whose answer says more than was ever paid has failed after half a day, and waits on the desk", async () => {
  await using world = await paymentSite();
  const { ask, stands, paymentId } = await paidBy(world, "stripe");
  const { store } = world.site;
  const asked = await ask(700);
  if (!asked.ok) throw new Error(asked.reason);
  const payment_intent = world.stripe.latest().paymentIntent!;
  const metadata = { refund_id: asked.refund.id };
  world.stripe.refunds.push({ id: "re_odd", payment_intent, amount: 900_000, status: "succeeded", metadata });
  for (let attempt = 1; attempt < attemptsAtMost; attempt++) {
    expect(await world.work()).toHaveLength(1);
    world.site.advance(6 * 3600_000);
  }
  await world.work();
  expect(await moneyRefundsOf(store, paymentId)).toMatchObject([{ state: "failed", problem: "no_answer" }]);
  expect((await whatWaits(store)).find(({ kind }) => kind === "refunds")).toMatchObject({ count: 1 });
  expect(await stands()).toMatchObject({ credits: 65, refundedCents: 0 });
  await isClean(world);
});

Deno.test("what a provider was asked for and is configured no more it may have paid; what it never heard of it has not", async () => {
  for (const [wasAsked, problem] of [[true, "no_answer"], [false, "no_provider"]] as const) {
    await using world = await siteWith("stripe");
    const { ask, paymentId } = await paidBy(world, "stripe");
    const { store } = world.site;
    const asked = await ask(700);
    if (!asked.ok) throw new Error(asked.reason);
    if (wasAsked) {
      standIns.stripe.losesAnswers(world, true);
      expect(await world.work()).toHaveLength(1);
    }
    const work = { kind: "refund_money", paymentId, refundId: asked.refund.id } as const;
    await refundMoney({ store, payments: new PaymentProviders([]) }, {
      ...work,
      id: "job",
      attempts: 1,
      leasedUntil: 0,
    });
    expect(await moneyRefundsOf(store, paymentId)).toMatchObject([{ state: "failed", problem }]);
  }
});

Deno.test("what Solidgate calls trouble of its own refuses no refund: it is asked again, and the money goes back once", async () => {
  await using world = await siteWith("solidgate");
  const { ask, stands } = await paidBy(world, "solidgate");
  for (const code of ["5.03", "5.07", "6.02"]) {
    world.solidgate.refuses = { path: "refund", code };
    await ask(100);
    expect(await world.work()).toHaveLength(1);
    world.solidgate.refuses = null;
    world.site.advance(60_000);
    expect(await world.work()).toEqual([]);
  }
  expect(await stands()).toMatchObject({ states: ["done", "done", "done"], refundedCents: 300 });
  await isClean(world);
});

for (const how of ["stripe", "paypal"] as const) {
  Deno.test(`a refund that ${how} has taken and does not show for a time has not failed`, async () => {
    await using world = await siteWith(how);
    const { ask, stands } = await paidBy(world, how);
    standIns[how].refundsEnd(world, "later");
    await ask(700);
    expect(await world.work()).toEqual([]);
    const { refunds, problems } = world[how];
    const hidden: unknown[] = refunds.splice(0);
    world.site.advance(6 * 3600_000);
    expect(await world.work()).toHaveLength(1);
    expect(await stands()).toMatchObject({ states: ["sent"], refundedCents: 0 });
    refunds.push(...hidden as never[]);
    problems.length = 0;
    standIns[how].refundsEnd(world, "well");
    world.site.advance(60_000);
    expect(await world.work()).toEqual([]);
    expect(await stands()).toMatchObject({ states: ["done"], refundedCents: 700 });
    await isClean(world);
  });
}
