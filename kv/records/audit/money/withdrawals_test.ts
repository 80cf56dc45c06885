import type { MoneyRefund, MoneyRefunds } from "../../../credits/payments/refunds_in_total.ts";
import { withdraw, type Withdrawal } from "../../../credits/payments/withdrawals.ts";
import { keys } from "../../../store/keys.ts";
import { paidPayment } from "../../../testing/payments.ts";
import { createPeople, type TestStore } from "../../../testing/store.ts";
import { type Damage, testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

/** James has withdrawn from a payment, and has another. */
async function worldOfWithdrawals(store: TestStore) {
  const { james, wei } = await createPeople(store);
  const paid = await paidPayment(store, james.id);
  const other = await paidPayment(store, james.id);
  const done = await withdraw(store, { paymentId: paid.id });
  if (!done.ok) throw new Error(done.reason);
  return { james, wei, paid, other, withdrawal: done.withdrawal };
}
type World = Awaited<ReturnType<typeof worldOfWithdrawals>>;

const change = (store: TestStore, { paid }: World, facts: Partial<Withdrawal>) =>
  tamper(store, keys.withdrawal(paid.id), facts);

const damages: Damage<World>[] = [
  [
    "a withdrawal of more than was taken",
    (store, world) => change(store, world, { credits: 66 }),
    /takes 66 credits for 2850 cents, which its payment does not know/,
  ],
  [
    "credits that are used and unused",
    (store, world) => change(store, world, { usedCredits: 5 }),
    /takes 65 credits beside 5 used ones of 65/,
  ],
  [
    "a withdrawal of somebody else",
    (store, world) => change(store, world, { manId: world.wei.id }),
    /is not of a payment of this man/,
  ],
  [
    "a withdrawal whose money nobody asked for",
    (store, { paid }) => store.kv.delete(keys.moneyRefunds(paid.id)),
    /never asked for its 2850 cents/,
  ],
  [
    "a withdrawal whose refused money nobody is asked for any more",
    async (store, { paid }) => {
      const { refunds: [refund] } = (await store.kv.get<MoneyRefunds>(keys.moneyRefunds(paid.id))).value!;
      const lost: MoneyRefund = { ...refund!, state: "failed", problem: "closed", replacedBy: refund!.id };
      await tamper(store, keys.moneyRefunds(paid.id), { refunds: [lost] });
    },
    /promised 2850 cents, of which 0 are back, under way or waiting/,
  ],
  [
    "a payment from which nobody withdrew",
    (store, { paid }) => store.kv.delete(keys.withdrawal(paid.id)),
    /was withdrawn from, and has no withdrawal/,
  ],
  [
    "a payment that forgot its withdrawal",
    (store, { paid }) => tamper(store, keys.payment(paid.id), { withdrawn: undefined }),
    /took 65 credits back instead of 0/,
  ],
];

testDamages("the audit finds nothing where somebody withdrew as intended", worldOfWithdrawals, damages);
