/** The fields to withdraw without signing in. */
import * as z from "zod";
import { emailField } from "../../http/fields.ts";

/** The number of a receipt, or that of a payment. */
export const paymentNumberField = z.string().trim().min(1, "required").max(64, "too_long")
  .regex(/^#?[\w-]+$/, "wrong_value");

export const withdrawalForm = z.object({ email: emailField, paymentNumber: paymentNumberField });
