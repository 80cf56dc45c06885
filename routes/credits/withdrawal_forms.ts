/** Withdrawing without signing in: the address of its page, and its fields. */
import * as z from "zod";
import { emailField } from "../http/fields.ts";

export const withdrawPath = "/withdraw";

/** The number of a receipt, or that of a payment. */
export const paymentNumberField = z.string().trim().min(1, "required").max(64, "too_long")
  .regex(/^#?[\w-]+$/, "wrong_value");

export const withdrawalForm = z.object({ email: emailField, paymentNumber: paymentNumberField });
