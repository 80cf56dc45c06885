import { deleteAccount } from "../../../accounts/deletions.ts";
import { type RefundRequest, refundRequestOf } from "../../../credits/payments/refund_requests.ts";
import { keys } from "../../../store/keys.ts";
import { eraseAll } from "../../../testing/deletions.ts";
import { paidPayment, sellAbroad } from "../../../testing/payments.ts";
import { createPeople, testPassword, type TestStore } from "../../../testing/store.ts";
import { type Damage, testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

/** James has left and asks the money of two payments back, one in dollars; Wei has paid and stays. */
async function worldOfRequests(store: TestStore) {
  const { james, wei } = await createPeople(store);
  await sellAbroad(store);
  const weis = await paidPayment(store, wei.id);
  await paidPayment(store, james.id);
  await paidPayment(store, james.id, { currency: "USD" });
  const left = await deleteAccount(store, james.id, { password: testPassword, wantsRefund: true });
  if (!left.ok) throw new Error(left.reason);
  await eraseAll(store);
  return { james, wei, weis, request: (await refundRequestOf(store, james.id))! };
}
type World = Awaited<ReturnType<typeof worldOfRequests>>;

const change = (store: TestStore, { james }: World, facts: Partial<RefundRequest>) =>
  tamper<RefundRequest>(store, keys.refundRequest(james.id), facts);

const damages: Damage<World>[] = [
  [
    "more money asked back than its parts make",
    (store, world) => change(store, world, { cents: 50_000 }),
    /^the money that user \d+ asked back makes EUR 50000, USD \d+, but its parts make EUR 2850, USD \d+$/,
  ],
  [
    "more money of another currency",
    (store, world) => change(store, world, { otherSums: [{ currency: "USD", cents: 90_000 }] }),
    /^the money that user \d+ asked back makes EUR 2850, USD 90000, but its parts make EUR 2850, USD \d+$/,
  ],
  [
    "more credits asked back than its parts make",
    (store, world) => change(store, world, { credits: 500 }),
    /^the money that user \d+ asked back is for 500 credits, but its parts make 130$/,
  ],
  [
    "money asked back of another's payment",
    (store, world) =>
      change(store, world, {
        parts: world.request.parts.map((part) => ({ ...part, paymentId: world.weis.id })),
      }),
    /^the money that user \d+ asked back names payment \S+, which has no such part$/,
  ],
  [
    "more money of a payment than was paid",
    (store, world) => {
      const [first, ...others] = world.request.parts;
      return change(store, world, { cents: 9000, parts: [{ ...first!, cents: 9000 }, ...others] });
    },
    /^the money that user \d+ asked back names payment \S+, which has no such part$/,
  ],
  [
    "money asked back by somebody who is here",
    (store, { wei, request }) => store.kv.set(keys.refundRequest(wei.id), { ...request, manId: wei.id }),
    /^the money that user \d+ asked back is of nobody who has left$/,
  ],
  [
    "money asked back under another's number",
    (store, world) => change(store, world, { manId: world.wei.id }),
    /^the money that user \d+ asked back calls itself user \d+'s$/,
  ],
];

testDamages("the audit finds nothing where money is asked back with an account", worldOfRequests, damages);
