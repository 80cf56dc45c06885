/** The keys of credits and money: ledgers, payments and their documents, promo codes, price lists and refunds. */

type Key = Deno.KvKey;

export const moneyKeys = {
  entry: (manId: number, seq: number): Key => ["entry", manId, seq],
  entrySeqByIdempotencyKey: (manId: number, key: string): Key => ["entry_by_key", manId, key],
  spendingLimit: (manId: number): Key => ["spending_limit", manId],

  payment: (paymentId: string): Key => ["payment", paymentId],
  paymentOfMan: (manId: number, createdAt: number, paymentId: string): Key => [
    "payment_of_man",
    manId,
    createdAt,
    paymentId,
  ],
  /** Which payment a form's fresh id, or a call's Idempotency-Key, became. */
  paymentIdByKey: (manId: number, key: string): Key => ["payment_by_key", manId, key],
  /** Our payment by the provider's id of its checkout, or of any money that came for it. */
  paymentIdByProviderId: (
    provider: string,
    providerId: string,
  ): Key => ["payment_by_provider_id", provider, providerId],
  lastPaidPayment: (manId: number): Key => ["last_paid_payment", manId],
  /** The newest number of a receipt; they have no gaps. */
  receiptNumber: (): Key => ["receipt_number"],
  /** A receipt or credit note with tax, by the month in which it was written; and the last number of a year. */
  taxDocument: ({ month, kind, seq }: { month: string; kind: string; seq: number }): Key => [
    "tax_document",
    month,
    kind,
    seq,
  ],
  taxDocumentNumbers: (year: number, kind: string): Key => ["tax_document_numbers", year, kind],
  /** Events of a provider that were acted on. */
  paymentEvent: (provider: string, eventId: string): Key => ["payment_event", provider, eventId],
  promo: (code: string): Key => ["promo", code],
  promoUses: (code: string, manId: number): Key => ["promo_uses", code, manId],
  promoTotal: (code: string): Key => ["promo_total", code],
  /** A planned price list; all of them are one subject of the memory (rates.ts). Likewise promotions. */
  rateList: (listId: number): Key => ["rates", "lists", listId],
  /** A planned tariff, likewise (tariffs.ts). */
  tariff: (tariffId: number): Key => ["tariffs", "lists", tariffId],
  promotion: (promotionId: number): Key => ["promotion", "all", promotionId],

  /** The money that the owner of a deleted account asked back (refund_requests.ts). */
  refundRequest: (manId: number): Key => ["refund_request", manId],
  /** That a man withdrew from the contract of a payment; and that somebody not signed in asked for the link to do so. */
  withdrawal: (paymentId: string): Key => ["withdrawal", paymentId],
  withdrawalAsk: (askId: string): Key => ["withdrawal_ask", askId],
  /** All money refunds of one payment; and that some of them are not done yet. */
  moneyRefunds: (paymentId: string): Key => ["money_refunds", paymentId],
  openMoneyRefund: (paymentId: string): Key => ["open_money_refund", paymentId],
  /** That a bank has not decided a payment's dispute yet (open_disputes.ts). */
  openDispute: (paymentId: string): Key => ["open_dispute", paymentId],
  /** That an admin has to look at something about a payment's money (money_matters.ts). */
  openMatter: (paymentId: string): Key => ["open_matter", paymentId],
  /** What a bank was or is to be shown of a payment's newest dispute (dispute_evidence.ts). */
  disputeEvidence: (paymentId: string): Key => ["dispute_evidence", paymentId],
} as const;
