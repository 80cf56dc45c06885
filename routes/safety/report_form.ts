/** The fields of a report about a person, and the place from which it was made. */
import * as z from "zod";
import { reportCategories, type ReportPlace, reportTextLengthMax } from "../../kv/safety/reports.ts";
import { flag } from "../http/fields.ts";
import { idOf } from "../http/read_input.ts";

const categoryField = z.enum(reportCategories, { error: ({ input }) => input ? "wrong_value" : "required" });
/** Lets texts through up to ten times the limit: kv/safety/report_filing.ts refuses those that are too long. */
export const reportTextField = z.string().max(10 * reportTextLengthMax, "too_long");

export const reportForm = z.object({
  category: categoryField,
  text: reportTextField.default(""),
  from: z.string().max(40).default("profile"),
  block: flag,
}).loose();

/** The place at which a form or a call points. */
interface Place {
  from: ReportPlace;
  letterId?: number;
  messageSeq?: number;
}

/** Reads "profile", "chat", "letter:17" or, for a message between the two, "message:5"; anything else is the profile. */
export function placeOf(from: string): Place {
  if (from === "chat") return { from: "chat" };
  const [, kind, number] = /^(letter|message):(.+)$/.exec(from) ?? [];
  const id = idOf(number);
  if (id === null) return { from: "profile" };
  return kind === "letter" ? { from: "letter", letterId: id } : { from: "chat", messageSeq: id };
}
