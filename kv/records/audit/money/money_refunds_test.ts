import { askMoneyBack } from "../../../credits/payments/money_refunds.ts";
import { type MoneyRefund, type MoneyRefunds } from "../../../credits/payments/refunds_in_total.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { paidPayment } from "../../../testing/payments.ts";
import { createPeople, type TestStore } from "../../../testing/store.ts";
import { type Damage, testDamages } from "../testing/damages.ts";

/** James has paid, and ten euros of it are asked back. */
async function worldOfRefunds(store: TestStore) {
  const { james, wei } = await createPeople(store);
  const paid = await paidPayment(store, james.id);
  const asked = await askMoneyBack(store, { id: "press-one-1", paymentId: paid.id, cents: 1000, actorId: 3 });
  if (!asked.ok) throw new Error(asked.reason);
  return { james, wei, paid, refund: asked.refund };
}
type World = Awaited<ReturnType<typeof worldOfRefunds>>;

const put = (store: TestStore, { paid, refund }: World, facts: Partial<MoneyRefund>, more: MoneyRefund[] = []) => {
  const list: MoneyRefunds = { paymentId: paid.id, manId: paid.manId, refunds: [{ ...refund, ...facts }, ...more] };
  return store.kv.set(keys.moneyRefunds(paid.id), list);
};

const damages: Damage<World>[] = [
  [
    "money that counts as done without a word of the provider",
    (store, world) => put(store, world, { state: "done" }),
    /counts 1000 cents as done, but the provider told of 0/,
  ],
  [
    "money that counts as done and waits all the same",
    (store, world) => put(store, world, { state: "done" }),
    /is there and waits all the same/,
  ],
  [
    "more money than was paid",
    (store, world) => put(store, world, { cents: 9000 }),
    /makes 9000 cents of 2850/,
  ],
  ["a fraction of a cent", (store, world) => put(store, world, { cents: 0.5 }), /holds an amount that is none/],
  [
    "money in another currency than was paid",
    (store, { paid, refund }) =>
      store.kv.set(
        keys.moneyRefunds(paid.id),
        { paymentId: paid.id, manId: paid.manId, currency: "USD", refunds: [refund] } satisfies MoneyRefunds,
      ),
    /is in USD, but was paid in EUR/,
  ],
  [
    "a name that stands twice",
    (store, world) => put(store, world, {}, [world.refund]),
    /was asked for twice under one name/,
  ],
  [
    "a refund that nobody sends",
    async (store) => {
      for await (const { key } of store.kv.list({ prefix: prefixes.jobs() })) await store.kv.delete(key);
    },
    /is requested in press-one-1, which nobody sends/,
  ],
  [
    "a failure of which nobody hears",
    (store, world) => put(store, world, { state: "failed" }),
    /is said to wait for somebody since another moment/,
  ],
  [
    "a refund that is not among those that wait",
    (store, { paid }) => store.kv.delete(keys.openMoneyRefund(paid.id)),
    /is not there yet and not among those that wait/,
  ],
  [
    "a wait for what nobody asked",
    (store) => store.kv.set(keys.openMoneyRefund("nobody-has-this"), { failedAt: null }),
    /money of payment nobody-has-this is said to wait, and nobody asked for any/,
  ],
  [
    "a refund of somebody else's payment",
    (store, world) =>
      store.kv.set(keys.moneyRefunds(world.paid.id), {
        paymentId: world.paid.id,
        manId: world.wei.id,
        refunds: [world.refund],
      }),
    /is not of a payment of this man/,
  ],
];

testDamages("the audit finds nothing where money is asked back as intended", worldOfRefunds, damages);
