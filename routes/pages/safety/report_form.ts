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

/** "profile", "chat" or "letter:17"; anything odd is the profile. */
export function placeOf(from: string): { from: ReportPlace; letterId: number | null } {
  if (from === "chat") return { from: "chat", letterId: null };
  const letterId = from.startsWith("letter:") ? idOf(from.slice("letter:".length)) : null;
  return letterId === null ? { from: "profile", letterId: null } : { from: "letter", letterId };
}
