import { type DisputeEvidence, noteEvidence } from "../../../credits/payments/dispute_evidence.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { disputedPayment } from "../../../testing/payments.ts";
import { createPeople, type TestStore } from "../../../testing/store.ts";
import { type Damage, testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

/** The banks of James and Wei dispute payments; James's evidence is under way, Wei's was refused. */
async function worldOfDisputes(store: TestStore) {
  const { james, wei } = await createPeople(store);
  const [his, refused] = [await disputedPayment(store, james.id, {}), await disputedPayment(store, wei.id, {})];
  await noteEvidence(store, { paymentId: refused.id, round: 1 }, { state: "failed", problem: "closed" });
  return { his: his.id, refused: refused.id };
}
type World = Awaited<ReturnType<typeof worldOfDisputes>>;

const change = (store: TestStore, paymentId: string, facts: Partial<DisputeEvidence>) =>
  tamper(store, keys.disputeEvidence(paymentId), facts);

const damages: Damage<World>[] = [
  ["evidence of another man", (store, { his }) => change(store, his, { manId: 1 }), /is not of a payment of this man/],
  [
    "evidence of another dispute",
    (store, { his }) => change(store, his, { disputeId: "dp_2" }),
    /is of no dispute of it/,
  ],
  [
    "evidence that nobody sends",
    async (store) => {
      for await (const { key } of store.kv.list({ prefix: prefixes.jobs() })) await store.kv.delete(key);
    },
    /is under way, and nobody sends it/,
  ],
  [
    "a failure without a reason",
    (store, { refused }) => change(store, refused, { problem: null }),
    /has failed without/,
  ],
];

testDamages("the audit finds nothing where banks are shown evidence", worldOfDisputes, damages);
