/** How a payment is called to whoever paid it. */
import type { Payment } from "../../kv/credits/payments.ts";

/** Counted without gaps from 1; six digits, so that receipts sort by name. */
export const receiptNumber = (number: number): string => String(number).padStart(6, "0");

/** The number of the receipt; of a payment without one its own name. */
export const paymentNumber = ({ number, id }: Pick<Payment, "number" | "id">): string =>
  number === null ? id : receiptNumber(number);
