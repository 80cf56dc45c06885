/** The filter of the audit log, as an address carries it. */
import * as z from "zod";
import { recordTextLengthMax } from "../../../../kv/store/audit_log.ts";
import { dayField, idField } from "../../../http/fields.ts";

export const askedFields = {
  action: z.string().trim().min(1).max(100).optional(),
  actor: idField.optional(),
  /** A subject that the log has cut ends in "…", one character beyond the limit. */
  subject: z.string().trim().min(1).max(recordTextLengthMax + 1).optional(),
  /** Days in the reader's time zone, both included. */
  dateFrom: dayField.optional(),
  dateTo: dayField.optional(),
};

export type AskedLog = z.infer<z.ZodObject<typeof askedFields>>;
