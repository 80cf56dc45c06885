/** What a form about somebody brings, and where it was that one thought of it. */
import * as z from "zod";
import { reportCategories, type ReportPlace, reportTextLengthMax } from "../../../kv/safety/reports.ts";
import { flag } from "../../http/fields.ts";
import { idOf } from "../mail/sides.ts";

const categoryField = z.enum(reportCategories, { error: ({ input }) => input ? "wrong_value" : "required" });
/** Longer ones reach the noun, which names the fault; nothing endless does. */
export const reportTextField = z.string().max(10 * reportTextLengthMax, "too_long");

export const reportForm = z.object({
  category: categoryField,
  text: reportTextField.default(""),
  from: z.string().max(40).default("profile"),
  block: flag,
}).loose();

/** What a form or a call points at. */
interface Place {
  from: ReportPlace;
  letterId?: number;
  messageSeq?: number;
}

/** "profile", "chat", "letter:17" or, of the messages of the two, "message:5"; anything odd is the profile. */
export function placeOf(from: string): Place {
  if (from === "chat") return { from: "chat" };
  const [, kind, number] = /^(letter|message):(.+)$/.exec(from) ?? [];
  const id = idOf(number);
  if (id === null) return { from: "profile" };
  return kind === "letter" ? { from: "letter", letterId: id } : { from: "chat", messageSeq: id };
}
