import { post } from "../../../credits/ledger/ledger.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import { keys } from "../../../store/keys.ts";
import { addSpring, begunPayment, paidPayment, say } from "../../../testing/payments.ts";
import { createPeople, type TestStore } from "../../../testing/store.ts";
import { type Damage, testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

/** James has paid one payment with a code and had a part back, begun another; Wei has paid one. */
async function worldOfPayments(store: TestStore) {
  const { james, wei } = await createPeople(store);
  await addSpring(store, { usesPerMan: 5 });
  const paid = await paidPayment(store, james.id, { promoCode: "SPRING10" });
  await say(store, paid, { kind: "refunded", refundedCents: 1000, currency: "EUR" });
  const open = await begunPayment(store, james.id, { promoCode: "SPRING10" });
  const weis = await paidPayment(store, wei.id);
  return { james, wei, paid, open, weis };
}
type World = Awaited<ReturnType<typeof worldOfPayments>>;

const change = (store: TestStore, { id }: Payment, facts: Partial<Payment>) => tamper(store, keys.payment(id), facts);

const damages: Damage<World>[] = [
  [
    "a paid payment without its credits",
    (store, { open }) => change(store, open, { state: "paid", paidAt: store.now(), number: 3 }),
    /was paid and never credited/,
  ],
  [
    "credits for a payment that nobody paid",
    (store, { weis }) => change(store, weis, { state: "created", paidAt: null, number: null }),
    /was not paid, but entry \d+ credits it/,
  ],
  [
    "other credits than the payment's",
    (store, { weis }) => change(store, weis, { quote: { ...weis.quote, promoCredits: 5, totalCredits: 70 } }),
    /brings 70 credits, but entry \d+ moves 65/,
  ],
  [
    "a total that is not the sum",
    (store, { weis }) => change(store, weis, { quote: { ...weis.quote, totalCents: 1 } }),
    /costs 1 cents, but its lines make 2850/,
  ],
  [
    "a state that is not so",
    (store, { open }) => change(store, open, { state: "paid" }),
    /is paid, though it was not paid/,
  ],
  [
    "a receipt of another",
    (store, { weis }) => change(store, weis, { number: 1 }),
    /has the receipt number 1 of another/,
  ],
  [
    "a gap between receipts",
    (store, { weis }) => change(store, weis, { number: 7 }),
    /has the receipt number 7, which nobody/,
  ],
  ["a missing receipt", (store) => store.kv.set(keys.receiptNumber(), 3), /there are 2 receipts, but the newest/],
  [
    "a refund without its entry",
    (store, { paid }) => change(store, paid, { refundedCents: 2565 }),
    /took 25 credits back instead of 65/,
  ],
  [
    "a reversal that is not there",
    (store, { paid }) => change(store, paid, { reversals: 2 }),
    /has no entry for its reversal 2/,
  ],
  [
    "a reversal of other credits",
    (store, { paid }) => change(store, paid, { reversals: 0 }),
    /took 25 credits back, but its entries took 0/,
  ],
  [
    "a payment that has forgotten that its money went back",
    (store, { paid }) => store.kv.set(keys.payment(paid.id), paid),
    /entry \d+ of man \d+ moves credits for payment .* beside those that the payment knows of/,
  ],
  [
    "a payment that its man has not",
    (store, { open, james }) => store.kv.delete(keys.paymentOfMan(james.id, open.createdAt, open.id)),
    /is missing among its man's/,
  ],
  [
    "a man who has another's payment",
    (store, { open, wei }) => store.kv.set(keys.paymentOfMan(wei.id, open.createdAt, open.id), null),
    /is said to have payment/,
  ],
  [
    "a payment of nobody",
    (store, { open }) => change(store, open, { manId: 99_999 }),
    /belongs to 99999, who is no man/,
  ],
  [
    "an entry for a payment that is not there",
    (store, { james }) =>
      post(store, {
        manId: james.id,
        operation: "refill",
        deltaCredits: 5,
        reference: { paymentId: "gone" },
        idempotencyKey: "payment:sandbox:gone",
      }),
    /names payment gone, which is not there/,
  ],
  [
    "a second refill for one payment",
    (store, { weis }) =>
      post(store, {
        manId: weis.manId,
        operation: "refill",
        deltaCredits: 65,
        reference: { paymentId: weis.id },
        idempotencyKey: "again",
      }),
    /moves credits for payment .* beside those that the payment knows of/,
  ],
  [
    "a provider's id that leads to another",
    (store, { weis, open }) => store.kv.set(keys.paymentIdByProviderId("sandbox", weis.providerMoneyId!), open.id),
    /leads to payment .*, which is another/,
  ],
  [
    "second money that leads nowhere",
    async (store, { weis }) => {
      await say(store, weis, { kind: "paid", amountCents: 2850, currency: "EUR", moneyId: "pi_2" });
      await store.kv.delete(keys.paymentIdByProviderId("sandbox", "pi_2"));
    },
    /got the money pi_2 at sandbox, which leads to nothing/,
  ],
  [
    "a key that leads to another's",
    (store, { weis, james }) => store.kv.set(keys.paymentIdByKey(james.id, "k"), weis.id),
    /which is not his/,
  ],
  [
    "a last payment that was not paid",
    (store, { open, james }) => store.kv.set(keys.lastPaidPayment(james.id), open.id),
    /is said to have paid/,
  ],
  [
    "a use of a code that was lost",
    (store, { james }) => store.kv.delete(keys.promoUses("SPRING10", james.id)),
    /has no use of SPRING10, at whose price it stands/,
  ],
  [
    "a wrong total of uses",
    (store) => store.kv.set(keys.promoTotal("SPRING10"), 9),
    /has 2 uses, but is said to have 9/,
  ],
  [
    "uses that nobody counts",
    (store) => store.kv.delete(keys.promoTotal("SPRING10")),
    /has 2 uses, which nobody has counted/,
  ],
  [
    "more uses of a code than it allows",
    (store) => addSpring(store, { usesPerMan: 2, usesTotal: 1 }),
    /the code SPRING10 has 2 uses of 1/,
  ],
  [
    "more uses of a code than it allows one man",
    (store) => addSpring(store),
    /the code SPRING10 has 2 uses of 1 by man/,
  ],
  [
    "a use of a payment that ended",
    (store, { open }) => change(store, open, { state: "expired" }),
    /name payment .*, which has none/,
  ],
];

testDamages("the audit finds nothing where payments went as intended", worldOfPayments, damages);
