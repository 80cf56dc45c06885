import { expect } from "expect";
import { mispaidOf } from "../../credits/payments/money_matters.ts";
import { paymentByProviderId } from "../../credits/payments/payments.ts";
import { came, moniesWorld } from "../../testing/other_money.ts";
import { keys } from "../keys.ts";
import { matterMoneysForward } from "./matter_moneys_forward.ts";

Deno.test("second money that an older build noted leads to its payment; what leads elsewhere already stays", async () => {
  await using w = await moniesWorld();
  const [first, later] = [await w.paid(), await w.paid()];
  for (const payment of [first, later]) await w.hear(payment, came("pi_2", 2850));
  await w.hear(later, came("pi_3", 2850));
  await w.store.kv.delete(keys.paymentIdByProviderId("sandbox", "pi_3"));
  for (let times = 0; times < 2; times++) await matterMoneysForward(w.store.kv);
  const found = await Promise.all(["pi_2", "pi_3"].map((id) => paymentByProviderId(w.store, "sandbox", id)));
  expect(found.map((payment) => payment?.id)).toEqual([first.id, later.id]);
  expect(mispaidOf(await w.now(later)).length).toBe(2);
});
