/** Rows of what people tell the house of each other, and what the house tells them. */
import { index, type Row } from "./row.ts";

export const safetyRows = {
  report: {
    whose: "person",
    exported: "reports",
    erased: { by: "safety", keeps: "what was told of a member who stays, without the words of who left" },
    retention: { days: 365, by: "job", after: "it was answered" },
  },
  open_report: { whose: "house", exported: index, erased: "safety", retention: "account" },
  open_report_about: { whose: "two people", exported: index, erased: "safety", retention: "account" },
  report_of: { whose: "person", exported: index, erased: "safety", retention: "account" },
  report_about: { whose: "two people", exported: index, erased: "safety", retention: "account" },
  notice: { whose: "person", exported: "account", erased: "safety", retention: "account" },
} as const satisfies Record<string, Row>;
