import type { TaxDocument } from "../../../credits/tax/tax_documents.ts";
import { keys } from "../../../store/keys.ts";
import { paidPayment, say, taxedIn } from "../../../testing/payments.ts";
import { createPeople, type TestStore } from "../../../testing/store.ts";
import { type Damage, testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

const month = "2026-03";
const nameOf = (kind: "receipt" | "credit_note", seq: number) => ({ kind, month, seq });

/** James has paid twice, taxed in Germany; a part of the second has gone back. Wei lives outside the Union. */
async function worldOfReceipts(store: TestStore) {
  const { james, wei } = await createPeople(store);
  const first = await paidPayment(store, james.id, taxedIn("DE"));
  const second = await paidPayment(store, james.id, taxedIn("DE"));
  await paidPayment(store, wei.id, taxedIn("CN"));
  await say(store, second, { kind: "refunded", refundedCents: 1000, currency: "EUR" });
  return { james, wei, first, second };
}
type World = Awaited<ReturnType<typeof worldOfReceipts>>;

const receipt = (facts: Partial<TaxDocument>) => (store: TestStore) =>
  tamper(store, keys.taxDocument(nameOf("receipt", 1)), facts);
const creditNote = (facts: Partial<TaxDocument>) => (store: TestStore) =>
  tamper(store, keys.taxDocument(nameOf("credit_note", 1)), facts);

const damages: Damage<World>[] = [
  ["a receipt whose sums are wrong", receipt({ netCents: 2396 }), /has 2396 \+ 455 cents, which are not 2850/],
  ["a receipt of another tax", receipt({ netCents: 2394, taxCents: 456 }), /has 456 cents of tax .* instead of 455/],
  [
    "a receipt of another price",
    receipt({ netCents: 84, taxCents: 16, grossCents: 100 }),
    /costs 2850 cents, but its receipt says 100/,
  ],
  ["a receipt at another rate", receipt({ ratePermille: 200 }), /is taxed as of DE at 200 permille/],
  ["a receipt of another country", receipt({ country: "FR", ratePermille: 200 }), /is taxed as of FR/],
  ["a receipt of somebody else", (store, { wei }) => receipt({ manId: wei.id })(store), /whose payment .* is not/],
  ["a receipt from before the one before", receipt({ at: Date.UTC(2026, 2, 2) }), /2026-000002 is older than/],
  ["a receipt of another month", receipt({ at: Date.UTC(2026, 3, 1) }), /receipt 2026-000001 lies elsewhere/],
  [
    "a gap between receipts",
    (store) => store.kv.delete(keys.taxDocument(nameOf("receipt", 1))),
    /receipt 2026-000002 does not follow the one before/,
  ],
  [
    "a number that was counted and not given",
    (store) => tamper(store, keys.taxDocumentNumbers(2026, "receipt"), { seq: 4 }),
    /the last receipt of 2026 is 3, not 4/,
  ],
  [
    "numbers that nobody counts",
    (store) => store.kv.delete(keys.taxDocumentNumbers(2026, "credit_note")),
    /nobody has counted the credit note 2026-000001/,
  ],
  [
    "a payment without its receipt",
    (store, { first }) => tamper(store, keys.payment(first.id), { tax: { ...first.tax, receipt: null } }),
    /was paid and has no receipt with tax/,
  ],
  [
    "a payment that forgot its tax",
    (store, { first }) => tamper(store, keys.payment(first.id), { tax: undefined }),
    /receipt 2026-000001 is of payment .*, which has another/,
  ],
  ["a credit note of more than went back", creditNote({ grossCents: 1100, netCents: 924, taxCents: 176 }), /say 1100/],
  ["a credit note of another tax", creditNote({ netCents: 841, taxCents: 159 }), /of 159 cents of tax instead of 160/],
  [
    "a credit note of another receipt",
    creditNote({ corrects: { receipt: nameOf("receipt", 1), reason: "refund" } }),
    /has the credit note 2026-000001 of another receipt/,
  ],
  [
    "money that went back without a credit note",
    (store, { second }) => tamper(store, keys.payment(second.id), { refundedCents: 1500 }),
    /gave 1500 cents back, but its credit notes say 1000/,
  ],
];

testDamages("the audit finds nothing where receipts were written as intended", worldOfReceipts, damages);
