/** Rows of money: ledgers, payments and promo codes. */
import type { DisputeEvidence } from "../../credits/payments/dispute_evidence.ts";
import { at, books, by, index, nothingPersonal, type Row, secret, technical } from "./row.ts";

export const moneyRows = {
  entry: { whose: "person", exported: "ledger", erased: books, retention: "books" },
  entry_by_key: { whose: "person", exported: index, erased: books, retention: "books" },
  credit_split: { whose: "person", exported: index, erased: books, retention: "books" },
  spending_limit: { whose: "person", people: at(1), exported: "ledger", erased: "money", retention: "account" },
  payment: {
    whose: "person",
    exported: "payments",
    erased: { by: "money", keeps: books.keeps },
    retention: "books",
  },
  payment_of_man: { whose: "person", exported: index, erased: books, retention: "books" },
  payment_by_key: { whose: "person", people: at(1), exported: index, erased: "money", retention: "books" },
  payment_by_provider_id: { whose: "person", exported: index, erased: books, retention: "books" },
  last_paid_payment: { whose: "person", exported: index, erased: books, retention: "books" },
  receipt_number: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  tax_document: { whose: "person", exported: "payments", erased: books, retention: "books" },
  tax_document_numbers: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  payment_event: {
    whose: "site",
    exported: technical,
    erased: nothingPersonal,
    retention: { days: 90, by: "itself", after: "the event" },
  },
  refund_request: {
    whose: "person",
    exported: { not: "it begins where the account ends" },
    erased: books,
    retention: "books",
  },
  withdrawal: { whose: "person", exported: "payments", erased: books, retention: "books" },
  withdrawal_ask: {
    whose: "nobody",
    exported: secret,
    erased: { by: "money", keeps: "of others, whoever typed whose address" },
    retention: { days: 1, by: "itself", after: "it was asked for" },
  },
  money_refunds: { whose: "person", exported: "payments", erased: books, retention: "books" },
  dispute_evidence: {
    whose: "person",
    people: by("manId"),
    // A bank may ask long after he has left.
    askedAt: (value) => (value as DisputeEvidence).requestedAt,
    exported: "payments",
    erased: "money",
    retention: { days: 180, by: "job", after: "it last changed" },
  },
  open_dispute: { whose: "site", exported: technical, erased: nothingPersonal, retention: "books" },
  open_matter: { whose: "site", exported: technical, erased: nothingPersonal, retention: "books" },
  open_money_refund: { whose: "site", exported: technical, erased: nothingPersonal, retention: "books" },
  promo: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
  promo_uses: { whose: "person", exported: "payments", erased: books, retention: "books" },
  promo_total: { whose: "site", exported: technical, erased: nothingPersonal, retention: "site" },
} as const satisfies Record<string, Row>;
