/** How a payment is called to whoever paid it. */
import type { Payment } from "../../kv/credits/payments/payments.ts";
import { documentNumber } from "../../kv/credits/tax/tax.ts";

/** Counted without gaps from 1; six digits, so that receipts sort by name. */
export const receiptNumber = (number: number): string => String(number).padStart(6, "0");

/** The number of the receipt; of a payment without one its own name. */
export const paymentNumber = ({ number, id }: Pick<Payment, "number" | "id">): string =>
  number === null ? id : receiptNumber(number);

/** What stands at the head of the paper that the buyer holds: with VAT it has a number of its own. */
export const paperNumber = (payment: Payment): string =>
  payment.tax?.receipt ? documentNumber(payment.tax.receipt) : paymentNumber(payment);
