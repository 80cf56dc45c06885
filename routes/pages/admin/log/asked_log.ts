/** What somebody looks for in the log, as an address carries it. */
import * as z from "zod";
import { recordTextLengthMax } from "../../../../kv/store/audit_log.ts";
import { dayField, idField } from "../../../http/fields.ts";

export const askedFields = {
  action: z.string().trim().min(1).max(100).optional(),
  actor: idField.optional(),
  /** One that was cut ends in a sign more. */
  subject: z.string().trim().min(1).max(recordTextLengthMax + 1).optional(),
  /** Days where the reader is, both included. */
  dateFrom: dayField.optional(),
  dateTo: dayField.optional(),
};

export type AskedLog = z.infer<z.ZodObject<typeof askedFields>>;
