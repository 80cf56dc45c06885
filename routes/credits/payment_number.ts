/** The numbers by which the man who paid knows a payment. */
import type { Payment } from "../../kv/credits/payments/payments.ts";
import { documentNumber } from "../../kv/credits/tax/tax.ts";

/** Counted without gaps from 1; six digits, so that receipts sort by name. */
export const receiptNumber = (number: number): string => String(number).padStart(6, "0");

/** The number of the receipt; the id of a payment that has none. */
export const paymentNumber = ({ number, id }: Pick<Payment, "number" | "id">): string =>
  number === null ? id : receiptNumber(number);

/** The number at the head of the buyer's receipt; with VAT, the receipt has a number of its own. */
export const paperNumber = (payment: Payment): string =>
  payment.tax?.receipt ? documentNumber(payment.tax.receipt) : paymentNumber(payment);
