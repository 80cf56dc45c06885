/** Chargebacks at Solidgate, each of whose stages decides them anew. */
import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { documentsOf } from "../../kv/credits/tax/tax_documents.ts";
import { audit } from "../../kv/records/audit.ts";
import { tulpen } from "../../kv/testing/payments.ts";
import { everyOrder } from "../../tests/payment_servers/every_order.ts";
import { paymentSite } from "../../tests/payment_servers/site.ts";
import type { SolidgateEvent } from "../../tests/payment_servers/solidgate_server.ts";
import { statusOf } from "../api/testing/pictures.ts";

/** James pays 30 euros for 65 credits by card, as often as he is asked to. */
async function payingWorld(options: Parameters<typeof paymentSite>[0] = {}) {
  const world = await paymentSite({ cardsBy: "solidgate", ...options });
  const { site, solidgate } = world;
  const james = await site.addMan();
  const send = (event: SolidgateEvent): Promise<number> => statusOf(solidgate.send(world.hook("solidgate"), event));
  return {
    world,
    send,
    async pay() {
      const { paymentId } = await world.begin<{ paymentId: string }>(james, "card", {
        rateId: 2,
        billingCountry: "DE",
      });
      const order = solidgate.latest();
      expect(await send(solidgate.pay(order))).toBe(200);
      return { order, payment: async () => (await paymentById(site.store, paymentId))! };
    },
    credits: () => balanceOf(site.store, james.id),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** He has paid once. */
async function paidWorld() {
  const paying = await payingWorld();
  const { order, payment } = await paying.pay();
  return {
    ...paying,
    order,
    /** The state of the payment, and the credits of James. */
    now: async () => [(await payment()).state, await paying.credits()],
  };
}

/** How the chargeback stands on a day of November 2026, with its stages so far, each since its day. */
const standing = (status: string, ...days: number[]) => ({
  status,
  type: days.length > 1 ? "2nd_chb" : "1st_chb",
  chargeback_flow: days.map((day, at) => ({ id: at, date: "2026-11-01", updated_date: timeOn(day) })),
});
const timeOn = (day: number): string => `2026-11-${String(day).padStart(2, "0")} 10:00:00`;

Deno.test("a chargeback is as its last stage decided it, in whatever order the stages are heard and however often", async () => {
  await using paying = await payingWorld({ seller: tulpen });
  const { world: { site, solidgate }, pay, send, credits } = paying;
  let kept = 0;
  for (
    const [first, second, end] of [["resolved", "resolved_reversal", "paid"], [
      "reversed",
      "resolved",
      "refunded",
    ]] as const
  ) {
    const words = [
      standing("in_progress", 2),
      standing(first, 12),
      standing("in_progress", 12, 15),
      standing(second, 12, 30),
    ];
    if (end === "paid") kept += everyOrder(words).length;
    for (const heard of everyOrder(words)) {
      const { order, payment } = await pay();
      for (const word of [...heard, ...heard]) expect(await send(solidgate.chargeback(order, word))).toBe(200);
      const papers = await documentsOf(site.store, await payment());
      const grossCents = papers.reduce((sum, each) => sum + (each.corrects ? -each.grossCents : each.grossCents), 0);
      const told = heard.map(({ status, type }) => `${type} ${status}`);
      expect([told, (await payment()).state, grossCents]).toEqual([told, end, end === "paid" ? 3000 : 0]);
    }
  }
  expect([await credits(), await audit(site.store)]).toEqual([65 * kept, []]);
});

Deno.test("of a decision without a time Solidgate is asked how the chargeback stands now", async () => {
  await using paid = await paidWorld();
  const { world: { site, solidgate }, order, send, now } = paid;
  const stands = (status: string) => order.chargebacks = { 7: { id: 7, amount: 3000, currency: "EUR", status } };
  for (const [status, state] of [["resolved", "refunded"], ["resolved_reversal", "paid"], ["accepted", "refunded"]]) {
    stands(status!);
    site.advance(24 * 3600_000);
    expect(await send(solidgate.chargeback(order, { status }))).toBe(200);
    expect(await now()).toEqual([state, state === "paid" ? 65 : 0]);
  }
  // An older word that comes late is no news: Solidgate says what holds.
  expect(await send(solidgate.chargeback(order, { status: "resolved_reversal", reason_code: "10.4" }))).toBe(200);
  expect([await now(), await audit(site.store)]).toEqual([["refunded", 0], []]);
});

Deno.test("a decision without a time comes again if Solidgate cannot be asked, and is taken as heard if it does not say", async () => {
  await using paid = await paidWorld();
  const { world: { site, solidgate }, order, send, now } = paid;
  const lost = solidgate.chargeback(order, { status: "resolved" });
  solidgate.failWith = 500;
  expect([await send(lost), await now()]).toEqual([503, ["paid", 65]]);
  solidgate.failWith = null;
  expect([await send(lost), await now(), await audit(site.store)]).toEqual([200, ["refunded", 0], []]);
});
